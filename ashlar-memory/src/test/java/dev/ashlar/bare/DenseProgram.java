// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bare;

import dev.ashlar.memory.BigDoubleArray;
import dev.ashlar.memory.ChunkPool;
import dev.ashlar.memory.PoolOptions;
import java.io.IOException;
import java.nio.file.Path;

/// A dense job over growing arrays: every double is written, changed in place and added up.
public final class DenseProgram {
    private static final int PASSES = 2;

    private DenseProgram() {
    }

    /// @param args a folder, then sizes in MiB; starts when a line comes in, so that limits can be set before
    public static void main(String[] args) throws IOException {
        int started = System.in.read();
        for (int i = 1; i < args.length && started >= 0; i++) {
            long bytes = Long.parseLong(args[i]) << 20;
            try (ChunkPool pool = ChunkPool.inFiles(Path.of(args[0]), PoolOptions.bounded(bytes, 1 << 24));
                    BigDoubleArray array = BigDoubleArray.acquire(pool, bytes / Double.BYTES)) {
                long start = System.nanoTime();
                array.fill(1);
                for (int pass = 0; pass < PASSES; pass++) {
                    array.map(0, array.length(), x -> x + 1);
                }
                double sum = array.sum();
                double seconds = (System.nanoTime() - start) / 1e9;
                if (sum != (PASSES + 1.0) * array.length()) {
                    throw new IllegalStateException("wrong sum: " + sum);
                }
                System.out.printf("mib=%s mibPerSecond=%.0f%n", args[i],
                        (PASSES + 2) * (bytes >> 20) / seconds);
            }
        }
    }
}
