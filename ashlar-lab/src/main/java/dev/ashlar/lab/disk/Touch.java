// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import dev.ashlar.memory.Advice;
import dev.ashlar.memory.AllocationException;
import dev.ashlar.memory.ChunkPool;
import dev.ashlar.memory.PoolOptions;
import dev.ashlar.memory.SegmentedMemory;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// Memory in a file of a pool, of which a word of each page is written for the first time.
final class Touch {
    static final int PAGE_BYTES = 4 << 10;

    private Touch() {
    }

    /// @param prefault whether the pages are asked for before
    /// @return nanoseconds of a page; negative if the system did not take the advice
    static double run(Path folder, long bytes, boolean prefault) throws IOException, AllocationException {
        try (ChunkPool pool = ChunkPool.inFiles(folder, PoolOptions.bounded(bytes).withExtentBytes(bytes));
                SegmentedMemory memory = pool.acquire(bytes)) {
            if (prefault && !memory.advise(Advice.POPULATE_WRITE)) {
                return -1;
            }
            long start = System.nanoTime();
            memory.forEachRun(0, bytes, (run, base, length, _) -> {
                for (long at = base; at < base + length; at += PAGE_BYTES) {
                    run.set(ValueLayout.JAVA_LONG, at, at);
                }
            });
            return (System.nanoTime() - start) / (double) (bytes / PAGE_BYTES);
        }
    }
}
