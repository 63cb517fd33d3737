// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Rows of one block: of a message's root block, or of the entries of one of its groups. Rows are only added at the
/// end, and retired at the beginning; a row keeps its number for ever.
///
/// **Threading**: any thread.
public interface Table {
    String name();

    /// The schema by which new rows are laid out; older rows may have the layout of an older version of it.
    Schema schema();

    /// The block of its rows in [#schema].
    Block block();

    /// What stands before the block in each row.
    RowPrefix prefix();

    /// Where the 8 bytes of a row's time lie, nanoseconds since 1970: from the beginning of its block, in the schema's
    /// byte order; before it, in the prefix, little endian. Empty if rows have none.
    OptionalInt timeOffset();

    /// The journal that fills it; empty if rows are appended one by one.
    ///
    /// Chunks of a journal and of its tables are retired on their own, so rows may outlive their messages. The message
    /// of a row is gone if its position is less than [Journal#firstPosition()]; the parent of a row is gone if
    /// its number is less than the [#firstRow()] of its table.
    Optional<Journal> journal();

    /// The number of the first row that was not retired.
    long firstRow();

    /// The number after that of the last row that was committed.
    long endRow();

    /// Rows that are there.
    default long rowCount() {
        return endRow() - firstRow();
    }

    /// What is known of its chunks, in order.
    List<ChunkSummary> chunks();

    /// A cursor before the first row. What it can see stays as it is until it is closed, whatever is retired meanwhile;
    /// rows committed meanwhile it sees, too.
    Cursor cursor();

    /// A cursor after the last row, to follow the writer. It holds nothing back but the chunk that it is in.
    Cursor tail();

    /// Calls `visitor` with rows `from` to `to` (exclusive), run by run, in order: the fast way to read many.
    ///
    /// @throws IndexOutOfBoundsException if not all of these rows are there
    /// @throws CorruptChunkException     where rows are damaged or missing; those before were visited
    void forEachRun(long from, long to, RowRunVisitor visitor);

    /// Says why rows could not be read, where code that reads [Cursor#memory()] met a fault of mapped memory
    /// ([dev.ashlar.memory.MemoryFaults]): their file was cut, or its disk fails. Cursors and this table's own methods
    /// say so by themselves.
    ///
    /// @return what to throw
    /// @throws InternalError the given one, if it says something else
    CorruptChunkException fault(InternalError fault);
}
