// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.QueryOptions;
import java.util.Objects;
import java.util.function.LongConsumer;

/// How a result is written to a file.
///
/// @param threads     number of threads that encode; the file does not depend on it. The number of threads that read is
///     that of the query
/// @param memoryBytes approximate limit for rows buffered until they are written
/// @param progress    called now and then, on any thread, with the number of rows written so far
/// @param nullText    the text that represents NULL in CSV
public record ExportOptions(int threads, long memoryBytes, LongConsumer progress, String nullText) {
    private static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    public ExportOptions {
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(nullText, "nullText");
        if (threads < 1 || threads > QueryOptions.MAX_THREADS) {
            throw new IllegalArgumentException("threads out of range: threads=" + threads + ", most="
                    + QueryOptions.MAX_THREADS);
        }
        if (memoryBytes < 0) {
            throw new IllegalArgumentException("negative: memoryBytes=" + memoryBytes);
        }
    }

    /// One thread, 256 MiB, an empty text for NULL.
    public static ExportOptions defaults() {
        return new ExportOptions(1, DEFAULT_MEMORY_BYTES, _ -> { }, "");
    }

    /// Options with the threads and the memory limit of a query.
    public static ExportOptions of(QueryOptions options) {
        return new ExportOptions(options.threads(), options.memoryBytes(), _ -> { }, "");
    }

    public ExportOptions withThreads(int count) {
        return new ExportOptions(count, memoryBytes, progress, nullText);
    }

    public ExportOptions withMemoryBytes(long bytes) {
        return new ExportOptions(threads, bytes, progress, nullText);
    }

    public ExportOptions withProgress(LongConsumer other) {
        return new ExportOptions(threads, memoryBytes, other, nullText);
    }

    public ExportOptions withNullText(String text) {
        return new ExportOptions(threads, memoryBytes, progress, text);
    }
}
