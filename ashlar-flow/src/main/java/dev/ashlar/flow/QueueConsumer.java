// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

/// Takes messages from a [MessageQueue].
///
/// Handled messages are released when a poll ends: if a process dies in between, the next consumer receives them again,
/// so delivery is *at least once*. With [#releaseFirst] each message is released before it is handled: *at most once*.
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing.
///
/// **Failure**: memory that another process may have damaged is checked before use: [MessageQueue#CORRUPT]. If a
/// handler throws, the messages before that one are released, and that one is delivered again, unless it was released
/// first.
public sealed interface QueueConsumer extends AutoCloseable
        permits OneToOneRingConsumer, FixedLengthRingConsumer, RingGroupConsumer, ManyToOneRingConsumer {
    /// Releases each message before it is handled, from now on.
    QueueConsumer releaseFirst();

    /// Handles the available messages.
    ///
    /// @param limit most messages; per producer if there is no order across producers
    /// @return how many; or [MessageQueue#CORRUPT]
    int poll(QueueHandler handler, int limit);

    /// Handles all messages, including those added meanwhile, up to the queue's capacity.
    ///
    /// @return how many; or [MessageQueue#CORRUPT]
    int drain(QueueHandler handler);

    /// Whether there was a producer, all producers are closed, and all their messages were taken.
    boolean isDone();

    /// Marks the consumer as gone: once the queue is full, producers get [MessageQueue#CLOSED]. A later consumer may
    /// still continue.
    @Override
    void close();
}
