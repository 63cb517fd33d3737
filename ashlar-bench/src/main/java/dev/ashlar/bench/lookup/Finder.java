// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

/// A way to look keys up.
interface Finder {
    /// @return the sum of the rows; -1 for each key that is not there
    long sum(long[] keys);
}
