// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// A reader's position in a journal.
///
/// ```java
/// while (cursor.next()) {
///     decoder.decode(cursor.memory(), cursor.offset(), cursor.length(), listener);
/// }
/// ```
///
/// The checksum of each message is verified before the cursor moves to it, and every length is checked against the
/// available bytes before it is used.
///
/// **Threading**: one thread at a time. Moving to the next message is wait-free and allocates nothing.
///
/// **Ownership**: an open cursor keeps retired messages from being overwritten; close it.
///
/// **Failure**: a [CorruptChunkException] names the positions that cannot be read, damaged or missing, each once. The
/// cursor is then behind them and at no message, and the next call of [#next()] continues after them.
///
/// Before the first message, after the last, and after an exception the cursor is at no message: methods that need a
/// message then throw an `IllegalStateException`.
public interface JournalCursor extends AutoCloseable {
    /// Moves to the next message.
    ///
    /// @return whether there is one; else the cursor stays after the last message, and a later call may find one
    /// @throws CorruptChunkException where bytes are damaged or missing; a further call continues after them
    boolean next();

    /// Moves to the previous message. Reads the frames since the preceding row of the index, about 64 KiB.
    ///
    /// @return whether there is one; else the cursor stays before the first message
    /// @throws CorruptChunkException where bytes are damaged or missing; a further call continues before them
    boolean previous();

    /// Moves to the message at a position.
    ///
    /// @return whether the position is between the first and the end; else the cursor does not move
    /// @throws CorruptChunkException if there is no intact message; [#next()] continues from where the cursor was
    boolean seekPosition(long position);

    /// Moves to the first message at a position or after it.
    ///
    /// @return whether there is one; else the cursor is after the last message
    /// @throws CorruptChunkException where bytes at the position, or after it and before a message, are damaged or
    ///     missing; a call of [#next()] continues after them
    boolean seekPositionOrAfter(long position);

    /// Moves to the first message whose time is not before `timeNs`, whether or not messages are in the order of their
    /// times.
    ///
    /// @return whether there is one; else the cursor is after the last message
    /// @throws CorruptChunkException where damaged or missing bytes before it could be that message; calls of [#next()]
    ///     continue after them
    boolean seekTime(long timeNs);

    /// Moves to the first message whose sequence is not less than `sequence`, likewise.
    ///
    /// @return whether there is one; else the cursor is after the last message
    /// @throws CorruptChunkException likewise
    boolean seekSequence(long sequence);

    /// Position of the message.
    long position();

    /// Nanoseconds since 1970, as recorded.
    long timeNs();

    /// The number that was recorded with the message.
    long sequence();

    /// The row of its root block in the table of its template; [JournalWriter#UNKNOWN] or [JournalWriter#MALFORMED] if
    /// it has none.
    long row();

    MemorySegment memory();

    /// Where the message begins, with its header.
    long offset();

    /// Bytes of the message.
    int length();

    @Override
    void close();
}
