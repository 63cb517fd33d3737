// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import java.io.IOException;

/// Finds values by key, one at a time or several together.
///
/// Keys are those of [Keys]: the value of key `i` is `i`. Structures of the lab are arrays, so that the lab determines
/// their layout, not a collector.
public interface Index extends AutoCloseable {
    /// @return the value; -1 if there is none
    long find(long key);

    /// Adds up the values of several keys. Indexes that can do so load level by level, so that the loads of one level
    /// are in flight together.
    default long findBatch(long[] keys, int from, int count) {
        long sum = 0;
        for (int i = from; i < from + count; i++) {
            sum += find(keys[i]);
        }
        return sum;
    }

    /// The same for another thread, which closes it before this one is closed.
    default Index another() {
        return this;
    }

    @Override
    default void close() throws IOException {
        // Arrays need not be closed.
    }
}
