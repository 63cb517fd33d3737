// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// A reader's place in a table. At a row, a flyweight is wrapped thus, be it of a message, or of a group for the table
/// of its entries:
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
/// **Failure**: what is damaged or missing is a [CorruptChunkException]. From then on the cursor is at no row, and
/// [#next()] and [#previous()] throw the same again; only [#seek] and [#seekTime] lead on. A chunk that is sealed is
/// compared with its checksums when it is first read ([ReadOptions]). A file that somebody cuts under a cursor is found
/// out at the latest when it leaves the chunk.
///
/// Before the first row, after the last, and after an exception the cursor is at no row: whatever is asked about a row
/// is an `IllegalStateException` then.
public interface Cursor extends AutoCloseable {
    /// Moves to the next row.
    ///
    /// @return whether there is one; else the cursor stays after the last row, and may be asked again
    /// @throws CorruptChunkException where rows are damaged or missing; [#seek] leads beyond
    boolean next();

    /// Moves to the row before; from after the last row, to that.
    ///
    /// @return whether there is one; else the cursor stays before the first row
    /// @throws CorruptChunkException where rows are damaged or missing
    boolean previous();

    /// Moves to a row.
    ///
    /// @return whether it is there; else the cursor is where it was
    /// @throws CorruptChunkException if it is damaged or missing
    boolean seek(long row);

    /// Moves to the first row whose time is not before `timeNs`. Rows are taken to be in the order of their times;
    /// where they are not, it is the first such row nevertheless.
    ///
    /// @return whether there is one; else the cursor is after the last row
    /// @throws UnsupportedOperationException if the table has no time
    /// @throws CorruptChunkException         where rows are damaged or missing that may be the ones
    boolean seekTime(long timeNs);

    /// How many rows from this one on, up to `most`, can be read in [#memory()] without moving to them: they lie at
    /// equal distances, as [ChunkSummary#layout] says, and are whole as far as anything tells. At least 1.
    long contiguousRows(long most);

    /// Number of the row.
    long row();

    MemorySegment memory();

    /// Where the block of the row begins.
    long offset();

    /// Bytes of the block, as they were when it was written.
    int blockLength();

    /// Version of the schema by which the block was written.
    int schemaVersion();

    /// The row of the parent, be it there or retired: see [Table#journal()].
    ///
    /// @throws UnsupportedOperationException unless rows begin with it
    long parentRow();

    /// The position of the message in its journal, be it there or retired: see [Table#journal()].
    ///
    /// @throws UnsupportedOperationException unless rows begin with it
    long position();

    /// Nanoseconds since 1970.
    ///
    /// @throws UnsupportedOperationException if the table has no time
    long timeNs();

    @Override
    void close();
}
