// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Schema;

/// Whole messages in the order in which they were recorded, each byte as it came. Messages are only added at the end,
/// and retired at the beginning; a message keeps its position for ever.
///
/// The tables of its messages and of their groups are filled from it and hold what it holds: a root block is a row of
/// the table with the name of the message and begins with position and time ([RowPrefix#MESSAGE]); the block of a group
/// entry is a row of `Message_Group` and begins with the row it belongs to ([RowPrefix#PARENT]). Rows are never shorter
/// than the schema says: what an older writer did not have is null. What rows cannot hold is read here: variable-length
/// data, order across templates, messages of which the schema knows nothing.
///
/// **Threading**: any thread.
public interface Journal {
    String name();

    /// The schema by which messages are split from here on.
    Schema schema();

    /// Where the first message lies that was not retired; the same as [#endPosition()] if there is none.
    long firstPosition();

    /// Where the next message will lie, or further, where a chunk has no room for it.
    long endPosition();

    /// Messages that are there; of those that are damaged or missing, as many as the index tells of. Reads the frames
    /// since the last row of the index, some 64 KiB.
    long messageCount();

    /// A cursor before the first message. What it can see stays as it is until it is closed, whatever is retired
    /// meanwhile; messages recorded meanwhile it sees, too.
    JournalCursor cursor();

    /// A cursor after the last message, to follow the writer. It holds nothing back but the chunk that it is in.
    JournalCursor tail();
}
