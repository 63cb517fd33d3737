// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

/// A queue of numbers, as each contender does it best.
interface Pipe {
    /// Messages that each queue holds.
    int CAPACITY = 1 << 14;

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
