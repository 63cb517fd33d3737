// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import dev.ashlar.measure.Recorder;
import dev.ashlar.memory.Advice;
import dev.ashlar.memory.ChunkPool;
import dev.ashlar.memory.PoolOptions;
import dev.ashlar.memory.SegmentedMemory;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Optional;

/// Writes one word of each page of memory in a pool's file, for the first time.
///
/// @param askNs   time per page to prefault it; 0 if there was no prefaulting
record Touch(double askNs, double touchNs) {
    static final int PAGE_BYTES = 4 << 10;

    /// @param recorder counts only the events of the touches, not those of the preparation
    /// @return empty if the system does not support the advice
    static Optional<Touch> run(Path folder, long bytes, boolean prefault, String subject, Recorder recorder)
            throws Exception {
        double pages = bytes / (double) PAGE_BYTES;
        try (ChunkPool pool = ChunkPool.inFiles(folder, PoolOptions.bounded(bytes).withExtentBytes(bytes));
                SegmentedMemory memory = pool.acquire(bytes)) {
            long asked = System.nanoTime();
            if (prefault && !memory.advise(Advice.POPULATE_WRITE)) {
                return Optional.empty();
            }
            double askNs = prefault ? (System.nanoTime() - asked) / pages : 0;
            long[] ns = new long[1];
            recorder.counted(subject, bytes / PAGE_BYTES, () -> {
                long start = System.nanoTime();
                memory.forEachRun(0, bytes, (run, base, length, _) -> {
                    for (long at = base; at < base + length; at += PAGE_BYTES) {
                        run.set(ValueLayout.JAVA_LONG, at, at);
                    }
                });
                ns[0] = System.nanoTime() - start;
            });
            return Optional.of(new Touch(askNs, ns[0] / pages));
        }
    }
}
