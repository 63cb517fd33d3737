// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

/// A bounded queue of messages in memory, from one or more producers to one consumer. All queues of this package are
/// used in the same way; they differ in what they promise:
///
/// | queue       | producers | order over all producers | message lengths |
/// |-------------|-----------|--------------------------|-----------------|
/// | [OneToOneRing]      | 1         | yes                      | any             |
/// | [FixedLengthRing] | 1         | yes                      | one             |
/// | [RingGroup]     | several   | no                       | any             |
/// | [ManyToOneRing]    | several   | yes                      | any             |
///
/// **Threading**: immutable; each [QueueProducer] and the [QueueConsumer] belongs to one thread at a time, over all
/// processes. **Ownership**: borrows the memory.
///
/// **Failure**: refusals are negative values:
///
/// | value      | meaning                                                        |
/// |------------|----------------------------------------------------------------|
/// | [#FULL]    | no room until the consumer has gone on                         |
/// | [#CLOSED]  | the consumer has left for good                                 |
/// | [#CORRUPT] | words of the memory contradict each other: nothing was touched |
public sealed interface MessageQueue permits OneToOneRing, FixedLengthRing, RingGroup, ManyToOneRing {
    /// No room until the consumer has gone on.
    int FULL = -1;
    /// The consumer has left, and there is no room.
    int CLOSED = -2;
    /// Words of the memory contradict each other.
    int CORRUPT = -3;

    /// Most producers at a time.
    int producers();

    /// The one that adds messages as number `index`, from where the last one stopped. There is none, or the one before
    /// has ended or is dead.
    ///
    /// @param index from 0, less than [#producers]
    /// @throws IndexOutOfBoundsException if it is not
    QueueProducer producer(int index);

    /// The one that takes messages, from where the last one stopped. There is none, or the one before has ended or is
    /// dead.
    QueueConsumer consumer();

    /// Bytes of the longest message.
    int maxLength();

    /// How many messages were refused since the queue was made.
    long refusedCount();
}
