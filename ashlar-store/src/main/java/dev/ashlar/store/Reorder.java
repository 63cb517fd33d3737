// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.store.internal.v1.reorder.Reordering;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// Writes a table in the order in which it will be read. Rows with equal or nearby keys then lie together, so reading
/// them is sequential, and scans skip the chunks of all other keys.
///
/// A table that was filled row by row becomes another table. A table that a journal fills becomes another store, whose
/// journal has the table's messages in the new order. So the entries of their groups are in that order, too, with the
/// correct parents. A message keeps its time and sequence; its position and rows are new.
///
/// Rows with equal values keep their order. Null comes last. Everything is written with the newest version of the
/// schema; if that would give values to fields of older rows, the reorder is refused.
///
/// **Memory** is bounded by `memoryBytes`. Larger tables are sorted in parts, which are written to files with checksums
/// and merged, in several passes if there are many.
///
/// @param table       name of the table
/// @param by          names of fields of its block, or `_time`, the most significant first: numbers, texts, enums and
///     sets by their number, decimals with a constant exponent
/// @param memoryBytes memory for sorting, at least 1 MiB
/// @param progress    called with the progress made
public record Reorder(String table, List<String> by, long memoryBytes, VerifyOptions.Progress progress) {
    private static final long DEFAULT_MEMORY_BYTES = 256L << 20;
    private static final long LEAST_MEMORY_BYTES = 1 << 20;

    /// What the reorder did.
    ///
    /// @param rows    rows written
    /// @param leftOut rows left out because their messages are retired
    /// @param files   files with sorted parts; 0 if everything fitted into memory
    public record Report(long rows, long leftOut, int files) { }

    public Reorder {
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(progress, "progress");
        by = List.copyOf(by);
        if (memoryBytes < LEAST_MEMORY_BYTES) {
            throw new IllegalArgumentException("too little memory to sort in: memoryBytes=" + memoryBytes + ", least="
                    + LEAST_MEMORY_BYTES);
        }
    }

    /// With 256 MiB of memory.
    public static Reorder of(String table, String... by) {
        return new Reorder(table, List.of(by), DEFAULT_MEMORY_BYTES, (_, _) -> { });
    }

    public Reorder withMemoryBytes(long bytes) {
        return new Reorder(table, by, bytes, progress);
    }

    /// Reports progress in rows. Each row counts twice, once when read and once when written.
    public Reorder withProgress(VerifyOptions.Progress told) {
        return new Reorder(table, by, memoryBytes, told);
    }

    /// Writes a table that no journal fills as another table of the same store.
    ///
    /// @throws StoreException           if there is a table of the new name, or a journal fills this one
    /// @throws IllegalArgumentException if the table has no such fields, or their values have no defined order
    /// @throws CorruptChunkException    if rows are damaged or missing
    /// @throws IOException              if a file cannot be written; the new table keeps the rows written so far
    public Report into(StoreWriter store, String newTable) throws IOException {
        return new Reordering(this).into(store, newTable);
    }

    /// Writes a table as a new store: with the table alone, or with the messages of the journal that fills it.
    ///
    /// Until the store is complete, it and the files of the sort are in a folder next to it,
    /// `NAME.<random>.ashlar-tmp`. If a process is killed, its folder is removed by the next reorder to the same place.
    ///
    /// @param newStore folder that does not exist or is empty; the store appears there once it is complete
    /// @throws StoreException           if `newStore` is not empty, or the table has the entries of a group, which keep
    ///     the order of their messages
    /// @throws IllegalArgumentException as for [#into]
    /// @throws CorruptChunkException    if rows or messages are damaged or missing
    /// @throws IOException              if a file cannot be written; the unfinished store is removed
    public Report into(Store store, Path newStore, StoreOptions options) throws IOException {
        return new Reordering(this).into(store, newStore, options);
    }
}
