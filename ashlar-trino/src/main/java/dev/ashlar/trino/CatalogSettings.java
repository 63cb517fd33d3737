// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The properties of a catalog file.
///
/// @param path               folder of an archive, or folder of archives
/// @param splitBytes         approximate bytes of rows that a split reads
/// @param hosts              file that lists which workers have which days; empty if all workers have all days
/// @param aggregateBytes     maximum bytes of rows that one worker aggregates by itself; Trino aggregates larger tables
/// @param aggregateThreads   threads of one aggregation, on its worker
/// @param memoryBytes        maximum bytes that one aggregation or order may keep on a worker
/// @param dynamicFilterWait  maximum wait for the other side of a join before splits are created
/// @param hidesOwnColumns    whether `select *` leaves out columns that begin with an underscore
record CatalogSettings(Path path, long splitBytes, Optional<Path> hosts, long aggregateBytes, int aggregateThreads,
        long memoryBytes, Duration dynamicFilterWait, boolean hidesOwnColumns) {
    static final String PATH = "ashlar.path";
    static final String SPLIT_BYTES = "ashlar.split-bytes";
    static final String HOSTS = "ashlar.hosts-file";
    static final String AGGREGATE_BYTES = "ashlar.aggregate-bytes";
    static final String AGGREGATE_THREADS = "ashlar.aggregate-threads";
    static final String MEMORY_BYTES = "ashlar.memory-bytes";
    static final String DYNAMIC_FILTER_WAIT = "ashlar.dynamic-filter-wait-ms";
    static final String HIDE_OWN_COLUMNS = "ashlar.hide-own-columns";
    private static final long DEFAULT_SPLIT_BYTES = 64L << 20;
    private static final long DEFAULT_AGGREGATE_BYTES = 16L << 30;
    private static final long DEFAULT_MEMORY_BYTES = 256L << 20;
    private static final long DEFAULT_WAIT_MS = 1_000;
    private static final int MOST_THREADS = 1024;

    static CatalogSettings of(Map<String, String> properties) {
        Map<String, String> left = new HashMap<>(properties);
        String path = left.remove(PATH);
        if (path == null || path.isBlank()) {
            throw invalid("catalog has no archive: " + PATH + " is missing; name a folder");
        }
        CatalogSettings found = new CatalogSettings(Path.of(path),
                number(left, SPLIT_BYTES, DEFAULT_SPLIT_BYTES, 1, 1L << 40),
                Optional.ofNullable(left.remove(HOSTS)).map(Path::of),
                number(left, AGGREGATE_BYTES, DEFAULT_AGGREGATE_BYTES, 0, Long.MAX_VALUE),
                (int) number(left, AGGREGATE_THREADS,
                        Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()), 1, MOST_THREADS),
                number(left, MEMORY_BYTES, DEFAULT_MEMORY_BYTES, 1, Long.MAX_VALUE),
                Duration.ofMillis(number(left, DYNAMIC_FILTER_WAIT, DEFAULT_WAIT_MS, 0, 3_600_000)),
                flag(left, HIDE_OWN_COLUMNS));
        if (!left.isEmpty()) {
            throw invalid("catalog has unknown properties: " + left.keySet());
        }
        return found;
    }

    private static long number(Map<String, String> properties, String name, long otherwise, long least, long most) {
        String text = properties.remove(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text.strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException _) {
            // Reported as out of range.
        }
        throw invalid("property out of range: " + name + "=" + text + ", least=" + least + ", most=" + most);
    }

    private static boolean flag(Map<String, String> properties, String name) {
        String text = properties.getOrDefault(name, "false").strip();
        properties.remove(name);
        if (!text.equals("true") && !text.equals("false")) {
            throw invalid("property must be true or false: " + name + "=" + text);
        }
        return text.equals("true");
    }

    private static TrinoException invalid(String found) {
        return new TrinoException(StandardErrorCode.INVALID_CATALOG_PROPERTY, found);
    }
}
