// SPDX-License-Identifier: Apache-2.0
// The definitions, once for each test program.
#define ASHLAR_IMPLEMENTATION
#include "ashlar.h"
