// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Adds messages to a journal and takes them apart into the rows of its tables.
///
/// What cannot be split is recorded nevertheless, byte by byte, without rows, and counted: a template or schema
/// that is not known, a message whose lengths contradict each other.
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
/// **Threading**: the thread of the store's writer. Allocates nothing but where a table comes into being.
///
/// **Failure**: after an exception of a claim, of a commit or of [#record] nothing of that message is there. Messages
/// before it are, in a batch, too.
public interface JournalWriter {
    /// In place of a row: template or schema are not known.
    long UNKNOWN = -1;
    /// In place of a row: the bytes are no message.
    long MALFORMED = -2;

    /// Adds a message by copying it.
    ///
    /// @param length   bytes of the message; what lies after it by its own account is kept as well
    /// @param timeNs   nanoseconds since 1970
    /// @param sequence a number of the caller's, by which messages can be found; of their packets, for one
    /// @return its position
    /// @throws StoreException            if there is no space, or it shall be durable and cannot be made so
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

    /// From here on messages are recorded and not yet published.
    ///
    /// @throws IllegalStateException if a batch is open
    void beginBatch();

    /// Publishes the messages of the batch, with one store for all of them. Where a chunk became full, those before it
    /// were published already.
    ///
    /// @throws StoreException if they shall be durable and cannot be made so
    void endBatch() throws StoreException;

    /// Makes all messages durable that are published, whatever the store's durability is: what was promised to some of
    /// many. Their rows follow from them.
    ///
    /// @throws StoreException        if they cannot be made so: then the store has failed
    /// @throws IllegalStateException if a batch is open
    void sync() throws StoreException;

    /// The row of the message recorded last, [#UNKNOWN] or [#MALFORMED].
    long row();

    /// Messages that were recorded since the store was opened, those without rows included.
    long recordedCount();

    /// Messages without rows that were recorded since the store was opened, by template and reason.
    List<UnsplitMessages> refusals();
}
