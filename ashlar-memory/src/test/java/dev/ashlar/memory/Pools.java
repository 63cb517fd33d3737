// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.ArrayList;
import java.util.List;

/// Pools for tests: small chunks, so that borders are everywhere.
final class Pools {
    static final int CHUNK = 1 << 12;

    static ChunkPool small(int chunks) {
        return ChunkPool.anonymous(PoolOptions.bounded((long) chunks * CHUNK, CHUNK)
                .withExtentBytes((long) chunks * CHUNK).withZeroing(Zeroing.ON_ACQUIRE));
    }

    /// A pool of which every other chunk is taken, so that no two free ones lie in a row.
    static ChunkPool scattered(int freeChunks) throws AllocationException {
        return scattered(freeChunks, 2 * freeChunks);
    }

    /// The same in extents of this many chunks, an even number.
    static ChunkPool scattered(int freeChunks, int extentChunks) throws AllocationException {
        ChunkPool pool = inExtents(2 * freeChunks / extentChunks, extentChunks);
        List<SegmentedMemory> singles = new ArrayList<>();
        for (int i = 0; i < 2 * freeChunks; i++) {
            singles.add(pool.acquire(CHUNK));
        }
        for (int i = 0; i < singles.size(); i += 2) {
            singles.get(i).close();
        }
        return pool;
    }

    /// A pool of several extents.
    static ChunkPool inExtents(int extents, int extentChunks) throws AllocationException {
        long extentBytes = (long) extentChunks * CHUNK;
        ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(extents * extentBytes, CHUNK)
                .withExtentBytes(extentBytes).withZeroing(Zeroing.ON_ACQUIRE));
        List<SegmentedMemory> whole = new ArrayList<>();
        for (int i = 0; i < extents; i++) {
            whole.add(pool.acquire(extentBytes));
        }
        whole.forEach(SegmentedMemory::close);
        return pool;
    }
}
