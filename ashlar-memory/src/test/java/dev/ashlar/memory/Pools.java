// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.ArrayList;
import java.util.List;

/// Pools for tests: small chunks, so that borders are everywhere.
final class Pools {
    static final int CHUNK = 1 << 12;

    private Pools() {
    }

    static ChunkPool small(int chunks) {
        return ChunkPool.anonymous(PoolOptions.bounded((long) chunks * CHUNK, CHUNK)
                .withExtentBytes((long) chunks * CHUNK).withZeroing(Zeroing.ON_ACQUIRE));
    }

    /// A pool of which every other chunk is taken, so that no two free ones lie in a row.
    static ChunkPool scattered(int freeChunks) throws AllocationException {
        ChunkPool pool = small(2 * freeChunks);
        List<SegmentedMemory> singles = new ArrayList<>();
        for (int i = 0; i < 2 * freeChunks; i++) {
            singles.add(pool.acquire(CHUNK));
        }
        for (int i = 0; i < singles.size(); i += 2) {
            singles.get(i).close();
        }
        return pool;
    }
}
