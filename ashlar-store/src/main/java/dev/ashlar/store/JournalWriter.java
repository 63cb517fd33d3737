// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Adds messages to a journal and splits them into the rows of its tables.
///
/// Messages that cannot be split are still recorded, byte for byte, without rows, and counted: those of an unknown
/// template or schema, and those whose lengths contradict each other.
///
/// Readers see a message before its rows, and a row before the rows of the groups inside it.
///
/// Each claim ends in exactly one commit or abort:
///
/// ```java
/// MessageClaim claim = recorder.claim(maxLength);
/// order.wrapAndApplyHeader(claim.memory(), claim.offset(), header)
///         .orderId(42).symbol("ASHLAR").side(Side.BUY).limitPrice().mantissa(101_00);
/// order.legsCount(0);
/// order.note("fill or kill");
/// claim.commit(MessageHeaderEncoder.ENCODED_LENGTH + (int) order.encodedLength(), timeNs, sequence);
/// ```
///
/// **Threading**: the thread of the store's writer. Allocates only when it creates a table.
///
/// **Failure**: if a claim, a commit or [#record] throws, nothing of that message is stored. Earlier messages are, also
/// those of the same batch.
public interface JournalWriter {
    /// Instead of a row: the template or schema is unknown.
    long UNKNOWN = -1;
    /// Instead of a row: the bytes are not a valid message.
    long MALFORMED = -2;

    /// Adds a message by copying it.
    ///
    /// @param length   bytes of the message; bytes beyond its own lengths are kept as well
    /// @param timeNs   nanoseconds since 1970
    /// @param sequence a number chosen by the caller, by which messages can be found; for example that of their packet
    /// @return its position
    /// @throws StoreException            if there is no space, or it must be durable and cannot be made durable
    /// @throws IllegalArgumentException  if it does not fit into a chunk
    /// @throws IndexOutOfBoundsException if the source is shorter
    long record(MemorySegment source, long offset, int length, long timeNs, long sequence) throws StoreException;

    /// Longest message that fits into a chunk.
    int maxLength();

    /// Claims space for one message. Its bytes are undefined.
    ///
    /// @return the claim, the same object each time
    /// @throws StoreException           if there is no space
    /// @throws IllegalArgumentException if it would not fit into a chunk
    /// @throws IllegalStateException    if a claim is open
    MessageClaim claim(int maxLength) throws StoreException;

    /// Begins a batch: messages are recorded, but not published until [#endBatch].
    ///
    /// @throws IllegalStateException if a batch is open
    void beginBatch();

    /// Publishes the messages of the batch together. If a chunk filled up, the messages in it were published already.
    ///
    /// @throws StoreException if they must be durable and cannot be made durable
    void endBatch() throws StoreException;

    /// Makes all published messages durable, whatever the store's durability: for stores in which only some messages
    /// must be. Their rows are recovered from them.
    ///
    /// @throws StoreException        if that fails; the store has then failed
    /// @throws IllegalStateException if a batch is open
    void sync() throws StoreException;

    /// The row of the last recorded message, [#UNKNOWN] or [#MALFORMED].
    long row();

    /// Number of messages recorded since the store was opened, including those without rows.
    long recordedCount();

    /// Messages without rows recorded since the store was opened, by template and reason.
    List<UnsplitMessages> refusals();
}
