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

/// Memory in a file of a pool, of which a word of each page is written for the first time.
///
/// @param askNs   of a page that is asked for; 0 if none was
record Touch(double askNs, double touchNs) {
    static final int PAGE_BYTES = 4 << 10;

    /// @param recorder counts the events of the touches alone, and not of all that has to be made before
    /// @return empty if the system did not take the advice
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
