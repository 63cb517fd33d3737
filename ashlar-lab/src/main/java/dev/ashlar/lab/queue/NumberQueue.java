// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import java.util.function.IntFunction;
import java.util.function.Supplier;

/// A queue of numbers of eight bytes, used in the way that is best for it.
///
/// @param senders the side of each producer, by its number
public record NumberQueue(IntFunction<Sender> senders, Supplier<Receiver> receivers) {
    public interface Sender {
        /// Adds numbers that follow each other, as one batch where the queue has such.
        ///
        /// @return how many there was room for
        int send(long first, int count);

        /// Whether all that was added by anybody was received.
        boolean isDrained();
    }

    public abstract static class Receiver {
        /// Of all numbers so far.
        protected long sum;

        protected Receiver() {
        }

        /// @return how many there were
        protected abstract int receive(int limit);
    }

    Sender sender(int producer) {
        return senders.apply(producer);
    }

    Receiver receiver() {
        return receivers.get();
    }
}
