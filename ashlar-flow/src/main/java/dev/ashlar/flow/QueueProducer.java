// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.MemorySegment;

/// Adds messages to a [MessageQueue].
///
/// ```java
/// long at = producer.claim(length, type);
/// if (at >= 0) {
///     encoder.wrap(producer.memory(), at);
///     …
///     producer.commit();
/// }
/// ```
///
/// Each claim ends in exactly one [commit][#commit] or [abort][#abort]. An uncommitted claim, also one of a process
/// that died, leaves no trace. The memory is that of the whole queue and never changes: write only inside the claim.
///
/// **Threading**: one thread at a time. Allocates nothing. **Failure**: see [MessageQueue].
public sealed interface QueueProducer extends AutoCloseable
        permits OneToOneRingProducer, FixedLengthRingProducer, ManyToOneRingProducer {
    /// The memory of the queue.
    MemorySegment memory();

    /// Adds a message by copying it.
    ///
    /// @param type chosen by the caller, 0 or more
    /// @return as [#commit], or a refusal
    long offer(MemorySegment source, long sourceOffset, int length, int type);

    /// Claims space for one message. Its bytes are undefined.
    ///
    /// @param type chosen by the caller, 0 or more
    /// @return where it begins in [#memory]; or [MessageQueue#FULL], [MessageQueue#CLOSED], [MessageQueue#CORRUPT]
    /// @throws IllegalArgumentException if the queue can never hold such a message, or the type is negative
    /// @throws IllegalStateException    if a claim is open
    long claim(int length, int type);

    /// Adds the claimed message.
    ///
    /// @return 0 or more, depending on the queue; or [MessageQueue#CORRUPT] if it was not added
    /// @throws IllegalStateException if nothing is claimed
    long commit();

    /// Gives up the claim. Does nothing without one.
    void abort();

    /// Begins a batch: messages are added, but not published until [#endBatch].
    ///
    /// @throws IllegalStateException if a batch is open
    void beginBatch();

    /// Publishes the messages of the batch at once. If the queue filled up during the batch, the messages before that
    /// point are already published.
    ///
    /// @return 0 or more, depending on the queue; or [MessageQueue#CORRUPT]
    long endBatch();

    /// Publishes an open batch and marks the producer as gone. A later producer may still continue.
    @Override
    void close();
}
