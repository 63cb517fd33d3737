// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.store.internal.v1.reorder.Reordering;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// Writes a table in the order in which it will be walked: rows with the same or nearby keys then lie together, so that
/// reading them is sequential and zones leave out the chunks of all others.
///
/// A table that was filled row by row becomes another table. One that a journal fills becomes another store, whose
/// journal has the table's messages in this order: so the entries of their groups are in order, too, and know their
/// parents, and a message keeps its time and sequence; its position and rows are new.
///
/// Rows whose values are the same keep their order. Null comes last. All of it is written by the newest version of the
/// schema; where older rows would get values by that, it is refused.
///
/// **Memory** is bounded by `memoryBytes`. What does not fit is sorted in parts, which are written to files with
/// checksums and merged, in several passes where there are many.
///
/// @param table       name of the table
/// @param by          names of fields of its block, or `_time`, the first of which decides first: numbers, texts, enums
///     and sets by their number, decimals with a constant exponent
/// @param memoryBytes to sort in, at least 1 MiB
/// @param progress    called with how far the work has come
public record Reorder(String table, List<String> by, long memoryBytes, VerifyOptions.Progress progress) {
    private static final long DEFAULT_MEMORY_BYTES = 256L << 20;
    private static final long LEAST_MEMORY_BYTES = 1 << 20;

    /// What was done.
    ///
    /// @param rows    that were written
    /// @param leftOut rows whose messages are retired, though they are not
    /// @param files   of parts that were sorted; 0 if all of it fitted into memory
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

    /// In 256 MiB.
    public static Reorder of(String table, String... by) {
        return new Reorder(table, List.of(by), DEFAULT_MEMORY_BYTES, (_, _) -> { });
    }

    public Reorder withMemoryBytes(long bytes) {
        return new Reorder(table, by, bytes, progress);
    }

    /// Told of rows: read and then written, so of twice as many as there are.
    public Reorder withProgress(VerifyOptions.Progress told) {
        return new Reorder(table, by, memoryBytes, told);
    }

    /// Writes a table that no journal fills as another table of the same store.
    ///
    /// @throws StoreException           if there is a table of the new name, or a journal fills this one
    /// @throws IllegalArgumentException if the table has no such fields, or nobody knows the order of their values
    /// @throws CorruptChunkException    if rows are damaged or missing
    /// @throws IOException              if a file cannot be written; what was written of the new table stays
    public Report into(StoreWriter store, String newTable) throws IOException {
        return new Reordering(this).into(store, newTable);
    }

    /// Writes a table as a new store: of the table alone, or of the journal's messages that fill it.
    ///
    /// Until then all is in a folder next to it, `NAME.<random>.ashlar-tmp`, as the files of the sort are. Such a
    /// folder whose process was killed is removed by the next that reorders to the same place.
    ///
    /// @param newStore folder that does not exist or is empty; the store is there when all of it is
    /// @throws StoreException           if there is anything in `newStore`, or the table is of the entries of a group,
    ///     which lie in the order of their messages
    /// @throws IllegalArgumentException as for [#into]
    /// @throws CorruptChunkException    if rows or messages are damaged or missing
    /// @throws IOException              if a file cannot be written; nothing is left of the new store
    public Report into(Store store, Path newStore, StoreOptions options) throws IOException {
        return new Reordering(this).into(store, newStore, options);
    }
}
