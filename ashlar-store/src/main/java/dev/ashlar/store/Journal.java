// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Schema;

/// Whole messages in the order in which they were recorded, byte for byte. Messages are added at the end and retired at
/// the beginning; a message never changes its position.
///
/// The tables of its messages and their groups are filled from it. A root block is a row of the table with the
/// message's name and begins with position and time ([RowPrefix#MESSAGE]). The block of a group entry is a row of
/// `Message_Group` and begins with the row it belongs to ([RowPrefix#PARENT]). Rows are never shorter than the schema
/// says: fields that an older writer did not have are null. Variable-length data, the order across templates and
/// messages unknown to the schema are only in the journal.
///
/// **Threading**: any thread.
public interface Journal {
    String name();

    /// The schema that new messages are split by.
    Schema schema();

    /// Position of the first message that is not retired; [#endPosition()] if there is none.
    long firstPosition();

    /// Position of the next message, which may lie further on if it does not fit into the chunk.
    long endPosition();

    /// Number of messages that are not retired, including damaged or missing ones that the index counts. Reads the
    /// frames since the last row of the index, about 64 KiB.
    long messageCount();

    /// A cursor before the first message. Messages that it can see stay readable until it is closed, even if they are
    /// retired meanwhile. It also sees messages recorded later.
    JournalCursor cursor();

    /// A cursor after the last message, to follow the writer. It protects only its current chunk from being
    /// overwritten.
    JournalCursor tail();
}
