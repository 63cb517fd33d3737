// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

/// Takes messages from a [MessageQueue].
///
/// What was handled is released when a poll ends: a process that dies in between leaves it to the next consumer, so
/// messages come *at least once*. With [#releaseFirst] each counts as taken before it is handled: *at most once*.
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing.
///
/// **Failure**: what another process may have spoilt is checked before use: [MessageQueue#CORRUPT]. If a handler
/// throws, the messages before that one are released, and that one comes again, unless it was released first.
public sealed interface QueueConsumer extends AutoCloseable
        permits OneToOneRingConsumer, FixedLengthRingConsumer, RingGroupConsumer, ManyToOneRingConsumer {
    /// Counts each message as taken before it is handled, from now on.
    QueueConsumer releaseFirst();

    /// Handles what there is.
    ///
    /// @param limit most messages; of each producer where there is no order over them
    /// @return how many; or [MessageQueue#CORRUPT]
    int poll(QueueHandler handler, int limit);

    /// Handles all that is there now, and what comes meanwhile, up to a queue full.
    ///
    /// @return how many; or [MessageQueue#CORRUPT]
    int drain(QueueHandler handler);

    /// Whether there was a producer, all have ended, and all that they added was taken.
    boolean isDone();

    /// Says that nobody will take messages any more: once the queue is full, a producer is refused with
    /// [MessageQueue#CLOSED]. A later consumer may go on all the same.
    @Override
    void close();
}
