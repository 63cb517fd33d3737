// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import java.util.function.IntFunction;
import java.util.function.Supplier;

/// A queue of 8-byte numbers, used in the fastest way that it has.
///
/// @param senders the side of each producer, by its index
public record NumberQueue(IntFunction<Sender> senders, Supplier<Receiver> receivers) {
    public interface Sender {
        /// Adds consecutive numbers, as one batch if the queue supports batches.
        ///
        /// @return how many there was room for
        int send(long first, int count);

        /// Whether all messages of all producers were received.
        boolean isDrained();
    }

    public abstract static class Receiver {
        /// The sum of all numbers received so far.
        protected long sum;

        protected Receiver() {
        }

        /// @return how many were received
        protected abstract int receive(int limit);
    }

    Sender sender(int producer) {
        return senders.apply(producer);
    }

    Receiver receiver() {
        return receivers.get();
    }
}
