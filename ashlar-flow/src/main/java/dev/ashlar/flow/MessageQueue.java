// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

/// A bounded in-memory queue of messages, from one or more producers to one consumer. All queues of this package are
/// used in the same way; they differ in their guarantees:
///
/// | queue       | producers | order over all producers | message lengths |
/// |-------------|-----------|--------------------------|-----------------|
/// | [OneToOneRing]      | 1         | yes                      | any             |
/// | [FixedLengthRing] | 1         | yes                      | one             |
/// | [RingGroup]     | several   | no                       | any             |
/// | [ManyToOneRing]    | several   | yes                      | any             |
///
/// **Threading**: immutable; each [QueueProducer] and the [QueueConsumer] belongs to one thread at a time, across all
/// processes. **Ownership**: borrows the memory.
///
/// **Failure**: refusals are negative values:
///
/// | value      | meaning                                                        |
/// |------------|----------------------------------------------------------------|
/// | [#FULL]    | no room until the consumer releases messages                   |
/// | [#CLOSED]  | no room, and the consumer is closed                            |
/// | [#CORRUPT] | words of the memory contradict each other: nothing was changed |
public sealed interface MessageQueue permits OneToOneRing, FixedLengthRing, RingGroup, ManyToOneRing {
    /// No room until the consumer releases messages.
    int FULL = -1;
    /// No room, and the consumer is closed.
    int CLOSED = -2;
    /// Words of the memory contradict each other.
    int CORRUPT = -3;

    /// Maximum number of producers at a time.
    int producers();

    /// The producer number `index`, which continues where the last one stopped. The previous one must have been closed
    /// or be dead.
    ///
    /// @param index from 0, less than [#producers]
    /// @throws IndexOutOfBoundsException if it is not
    QueueProducer producer(int index);

    /// The consumer, which continues where the last one stopped. The previous one must have been closed or be dead.
    QueueConsumer consumer();

    /// Bytes of the longest message.
    int maxLength();

    /// Messages refused since the queue was created.
    long refusedCount();
}
