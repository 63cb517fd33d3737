// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.gc;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.memory.ChunkPool;
import dev.ashlar.memory.PoolOptions;
import dev.ashlar.memory.SegmentedMemory;

/// Many long-lived records that are replaced occasionally. A record has eight longs; the first two are its index and
/// the sum of index and version.
interface Records extends AutoCloseable {
    int WORDS = 8;
    int BYTES = WORDS * Long.BYTES;

    void replace(int index, long version);

    /// @return the version
    /// @throws IllegalStateException if it is another record, or a torn one
    long read(int index);

    @Override
    void close();

    private static long check(int index, long found, long sum) {
        if (found != index) {
            throw new IllegalStateException("wrong record: index=" + index + ", found=" + found);
        }
        return sum - found;
    }

    /// One object per record; replacing a record creates a new object.
    final class OnHeap implements Records {
        private record Entry(long index, long sum, long a, long b, long c, long d, long e, long f) { }

        private final Entry[] entries;

        OnHeap(int count) {
            entries = new Entry[count];
        }

        @Override
        public void replace(int index, long version) {
            entries[index] = new Entry(index, index + version, version, version, version, version, version, version);
        }

        @Override
        public long read(int index) {
            Entry entry = entries[index];
            return check(index, entry.index(), entry.sum());
        }

        @Override
        public void close() {
        }
    }

    /// Bytes of a pool; replacing a record overwrites it.
    final class OffHeap implements Records {
        private final ChunkPool pool;
        private final SegmentedMemory memory;

        OffHeap(int count) throws AllocationException {
            long bytes = (long) count * BYTES;
            pool = ChunkPool.anonymous(PoolOptions.bounded(Math.ceilDiv(bytes, PoolOptions.DEFAULT_CHUNK_BYTES)
                    * PoolOptions.DEFAULT_CHUNK_BYTES));
            memory = pool.acquire(bytes);
        }

        @Override
        public void replace(int index, long version) {
            long at = (long) index * BYTES;
            memory.putLong(at, index);
            memory.putLong(at + Long.BYTES, index + version);
            for (int word = 2; word < WORDS; word++) {
                memory.putLong(at + (long) word * Long.BYTES, version);
            }
        }

        @Override
        public long read(int index) {
            long at = (long) index * BYTES;
            return check(index, memory.getLong(at), memory.getLong(at + Long.BYTES));
        }

        @Override
        public void close() {
            pool.close();
        }
    }
}
