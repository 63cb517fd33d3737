// SPDX-License-Identifier: Apache-2.0
/// Support for tests: printed seeds, schemas and captures of known content and the optional corpus, counted allocation,
/// comparison of format pages with code, and programs in their own JVMs.
package dev.ashlar.testkit;
