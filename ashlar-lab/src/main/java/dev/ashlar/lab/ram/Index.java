// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import java.io.IOException;

/// Finds the value of a key, one at a time or several together.
///
/// Keys are those of [Keys]: the value of key `i` is `i`. Structures of the lab are arrays, so that where things lie is
/// decided here and not by a collector.
interface Index extends AutoCloseable {
    /// Keys looked up together.
    int BATCH = 16;

    /// @return the value; -1 if there is none
    long find(long key);

    /// Adds up the values of [#BATCH] keys, level by level, so that the loads of one level are under way together.
    long findBatch(long[] keys, int from);

    /// The same for another thread, which closes it before this one is closed.
    default Index another() {
        return this;
    }

    @Override
    default void close() throws IOException {
        // An array has nothing to close.
    }
}
