// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// How columns become a table.
///
/// @param columnTypes types of columns, by their names in the file; types of other columns are inferred from the file
/// @param ignored     columns that are not stored, by their names in the file
/// @param timeColumn  column that orders the table by time; empty for none
/// @param threads     maximum number of threads that read and convert, including the caller's
/// @param retainBytes maximum memory for values that the first pass keeps for the second, in bytes; 0 for none
public record ImportOptions(Map<String, ColumnType> columnTypes, Set<String> ignored, String timeColumn, int threads,
        long retainBytes) {
    public static final int MAX_THREADS = 64;

    public ImportOptions {
        Objects.requireNonNull(timeColumn, "timeColumn");
        columnTypes = new LinkedHashMap<>(columnTypes);
        ignored = new TreeSet<>(ignored);
        if (threads < 1 || threads > MAX_THREADS) {
            throw new IllegalArgumentException("threads must be 1 to " + MAX_THREADS + ": threads=" + threads);
        }
        if (retainBytes < 0) {
            throw new IllegalArgumentException("retainBytes must not be negative: retainBytes=" + retainBytes);
        }
    }

    /// Inferred types, one thread, and up to half of the heap for values of the first pass. These are dropped, and the
    /// file is read again, if the heap has no room for them.
    public static ImportOptions defaults() {
        return new ImportOptions(Map.of(), Set.of(), "", 1, Runtime.getRuntime().maxMemory() / 2);
    }

    public ImportOptions withColumnTypes(Map<String, ColumnType> types) {
        return new ImportOptions(types, ignored, timeColumn, threads, retainBytes);
    }

    public ImportOptions withIgnored(Set<String> columns) {
        return new ImportOptions(columnTypes, columns, timeColumn, threads, retainBytes);
    }

    public ImportOptions withTimeColumn(String column) {
        return new ImportOptions(columnTypes, ignored, column, threads, retainBytes);
    }

    public ImportOptions withThreads(int count) {
        return new ImportOptions(columnTypes, ignored, timeColumn, count, retainBytes);
    }

    public ImportOptions withRetainBytes(long bytes) {
        return new ImportOptions(columnTypes, ignored, timeColumn, threads, bytes);
    }
}
