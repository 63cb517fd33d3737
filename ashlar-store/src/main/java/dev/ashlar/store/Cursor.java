// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// A reader's position in a table. Wrap a flyweight around the current row: that of the message or, in a table of group
/// entries, that of the group:
///
/// ```java
/// while (cursor.next()) {
///     decoder.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
///     …
/// }
/// ```
///
/// **Threading**: one thread at a time. Moving to the next row is wait-free and allocates nothing.
///
/// **Ownership**: an open cursor keeps retired rows from being overwritten; close it.
///
/// **Failure**: damaged or missing rows are a [CorruptChunkException]. After it the cursor is at no row, and [#next()]
/// and [#previous()] throw the same exception again; only [#seek] and [#seekTime] continue. A sealed chunk is compared
/// with its checksums when it is first read ([ReadOptions]). A file that is truncated under a cursor is detected at the
/// latest when the cursor leaves the chunk.
///
/// Before the first row, after the last, and after an exception the cursor is at no row: methods that need a row then
/// throw an `IllegalStateException`.
public interface Cursor extends AutoCloseable {
    /// Moves to the next row.
    ///
    /// @return whether there is one; else the cursor stays after the last row, and a later call may find one
    /// @throws CorruptChunkException where rows are damaged or missing; [#seek] moves past them
    boolean next();

    /// Moves to the previous row; from after the last row, to the last row.
    ///
    /// @return whether there is one; else the cursor stays before the first row
    /// @throws CorruptChunkException where rows are damaged or missing
    boolean previous();

    /// Moves to a row.
    ///
    /// @return whether it exists; else the cursor does not move
    /// @throws CorruptChunkException if it is damaged or missing
    boolean seek(long row);

    /// Moves to the first row whose time is not before `timeNs`. Fast where rows are in time order; correct where they
    /// are not.
    ///
    /// @return whether there is one; else the cursor is after the last row
    /// @throws UnsupportedOperationException if the table has no time
    /// @throws CorruptChunkException         where a damaged or missing row could be the one
    boolean seekTime(long timeNs);

    /// How many rows from this one on, up to `most`, can be read in [#memory()] without moving the cursor: they are
    /// [ChunkSummary#layout]'s stride apart, and no damage to them is known. At least 1.
    long contiguousRows(long most);

    /// Number of the row.
    long row();

    MemorySegment memory();

    /// Where the block of the row begins.
    long offset();

    /// Length of the block in bytes, as it was written.
    int blockLength();

    /// Version of the schema that the block was written with.
    int schemaVersion();

    /// The row of the parent, even if retired: see [Table#journal()].
    ///
    /// @throws UnsupportedOperationException unless rows have this prefix
    long parentRow();

    /// The position of the message in its journal, even if retired: see [Table#journal()].
    ///
    /// @throws UnsupportedOperationException unless rows have this prefix
    long position();

    /// Nanoseconds since 1970.
    ///
    /// @throws UnsupportedOperationException if the table has no time
    long timeNs();

    @Override
    void close();
}
