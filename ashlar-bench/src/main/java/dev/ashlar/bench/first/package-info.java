// SPDX-License-Identifier: Apache-2.0
/// How long does a whole command take, from its start to its end, on a small store
/// ([dev.ashlar.bench.first.FirstSuite])?
package dev.ashlar.bench.first;
