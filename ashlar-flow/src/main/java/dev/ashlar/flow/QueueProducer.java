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
/// Each claim ends in exactly one [commit][#commit] or [abort][#abort]. A claim that was not committed, here or in a
/// process that died, was never there. The memory is that of the whole queue, and the same for the producer's life:
/// fill in no more than was claimed.
///
/// **Threading**: one thread at a time. Allocates nothing. **Failure**: see [MessageQueue].
public sealed interface QueueProducer extends AutoCloseable
        permits OneToOneRingProducer, FixedLengthRingProducer, ManyToOneRingProducer {
    /// The memory of the queue.
    MemorySegment memory();

    /// Adds a message by copying it.
    ///
    /// @param type the caller's, 0 or more
    /// @return as [#commit], or a refusal
    long offer(MemorySegment source, long sourceOffset, int length, int type);

    /// Claims space for one message. Its bytes are undefined.
    ///
    /// @param type the caller's, 0 or more
    /// @return where it begins in [#memory]; or [MessageQueue#FULL], [MessageQueue#CLOSED], [MessageQueue#CORRUPT]
    /// @throws IllegalArgumentException if the queue can never hold such a message, or the type is negative
    /// @throws IllegalStateException    if a claim is open
    long claim(int length, int type);

    /// Adds the claimed message.
    ///
    /// @return 0 or more, as the kind of queue says; or [MessageQueue#CORRUPT], and it was not added
    /// @throws IllegalStateException if nothing is claimed
    long commit();

    /// Gives up what was claimed. Without a claim it does nothing.
    void abort();

    /// From here on messages are added and not yet published.
    ///
    /// @throws IllegalStateException if a batch is open
    void beginBatch();

    /// Publishes the messages of the batch at once. Where the queue was full, those before were published already.
    ///
    /// @return 0 or more, as the kind of queue says; or [MessageQueue#CORRUPT]
    long endBatch();

    /// Publishes what a batch has added, and says that nothing more will come. A later producer may go on all the same.
    @Override
    void close();
}
