// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

/// Finds the value of a key, one at a time or several together.
///
/// Keys are those of [Keys]: the value of key `i` is `i`. Structures are arrays, so that where things lie is decided
/// here and not by a collector.
interface Index {
    /// Keys looked up together.
    int BATCH = 16;

    /// @return the value; -1 if there is none
    long find(long key);

    /// Adds up the values of [#BATCH] keys, level by level, so that the loads of one level are under way together.
    long findBatch(long[] keys, int from);
}
