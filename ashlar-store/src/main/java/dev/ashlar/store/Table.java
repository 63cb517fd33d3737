// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Rows of one block: a message's root block, or the entries of one of its groups. Rows are added at the end and
/// retired at the beginning; a row never changes its number.
///
/// **Threading**: any thread.
public interface Table {
    String name();

    /// The schema of new rows; older rows may have the layout of an older version.
    Schema schema();

    /// The block of its rows in [#schema].
    Block block();

    /// What precedes the block in each row.
    RowPrefix prefix();

    /// Offset of the 8-byte time of a row, in nanoseconds since 1970, from the beginning of its block. Inside the block
    /// it has the schema's byte order; in the prefix (a negative offset) it is little endian. Empty if rows have no
    /// time.
    OptionalInt timeOffset();

    /// The journal that fills the table; empty if an appender does.
    ///
    /// Chunks of a journal and of its tables are retired independently, so rows may outlive their messages. The message
    /// of a row is gone if its position is less than [Journal#firstPosition()]; the parent of a row is gone if its
    /// number is less than the [#firstRow()] of its table.
    Optional<Journal> journal();

    /// The number of the first row that is not retired.
    long firstRow();

    /// One more than the number of the last committed row.
    long endRow();

    /// Number of rows that are not retired.
    default long rowCount() {
        return endRow() - firstRow();
    }

    /// Summaries of its chunks, in order.
    List<ChunkSummary> chunks();

    /// A cursor before the first row. Rows that it can see stay readable until it is closed, even if they are retired
    /// meanwhile. It also sees rows committed later.
    Cursor cursor();

    /// A cursor after the last row, to follow the writer. It protects only its current chunk from being overwritten.
    Cursor tail();

    /// Calls `visitor` with rows `from` to `to` (exclusive), run by run, in order. This is the fast way to read many
    /// rows.
    ///
    /// @throws IndexOutOfBoundsException if some of these rows do not exist or are retired
    /// @throws CorruptChunkException     where rows are damaged or missing; the rows before them were visited
    void forEachRun(long from, long to, RowRunVisitor visitor);

    /// Explains a fault of mapped memory ([dev.ashlar.memory.MemoryFaults]) in code that reads [Cursor#memory()]: the
    /// file was truncated, or its disk fails. Cursors and this table's own methods do this themselves.
    ///
    /// @return the exception to throw
    /// @throws InternalError the given one, if it has another cause
    CorruptChunkException fault(InternalError fault);
}
