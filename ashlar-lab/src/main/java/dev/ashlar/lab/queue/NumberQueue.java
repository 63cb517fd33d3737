// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

/// A queue of numbers of eight bytes, used in the way that is best for it.
public interface NumberQueue {
    /// The side of one producer.
    interface Sender {
        /// Adds numbers that follow each other, as one batch where the queue has such.
        ///
        /// @return how many there was room for
        int send(long first, int count);

        /// Whether all that was added by anybody was received.
        boolean isDrained();
    }

    /// The side of the consumer.
    interface Receiver {
        /// Takes messages.
        ///
        /// @param limit most of them
        /// @return how many there were
        int receive(int limit);

        /// Of all numbers so far.
        long sum();
    }

    Sender sender(int producer);

    Receiver receiver();
}
