// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.output.Usage;
import dev.ashlar.query.QueryOptions;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// Options that limit what a query may take, shared by several commands.
final class LimitOptions {
    private static final int MOST_SECONDS = 86_400;
    private static final long MOST_MIB = 1L << 30;

    @Option(names = "--threads", paramLabel = "N",
            description = "Threads for scans, 1 to 1024 (default: the number of processors).")
    private Integer threads;

    @Option(names = "--limit-time", paramLabel = "SECONDS",
            description = "Time limit, planning included, at most 86400 (default: none).")
    private Double seconds;

    @Option(names = "--limit-memory", paramLabel = "MIB",
            description = "Memory limit for groups, and for rows that are sorted or joined, 1 to 1073741824 "
                    + "(default: 256).")
    private Long memoryMib;

    QueryOptions options(CommandSpec spec) {
        int count = threads == null ? Math.min(Runtime.getRuntime().availableProcessors(), QueryOptions.MAX_THREADS)
                : threads;
        Usage.require(spec, count >= 1 && count <= QueryOptions.MAX_THREADS, "--threads must be 1 to "
                + QueryOptions.MAX_THREADS + ": " + count);
        QueryOptions options = QueryOptions.defaults().withThreads(count);
        if (seconds != null) {
            Usage.require(spec, seconds > 0 && seconds <= MOST_SECONDS, "--limit-time must be more than 0 and at most "
                    + MOST_SECONDS + " seconds: " + seconds);
            options = options.withTimeLimit(Duration.ofNanos((long) (seconds * 1e9)));
        }
        if (memoryMib != null) {
            Usage.require(spec, memoryMib >= 1 && memoryMib <= MOST_MIB, "--limit-memory must be 1 to " + MOST_MIB
                    + " MiB: " + memoryMib);
            options = options.withMemoryBytes(memoryMib << 20);
        }
        return options;
    }
}
