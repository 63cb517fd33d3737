// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.measure.Threads;

/// The work of one thread: sending, receiving, or sending back.
final class Side {
    /// Sends the numbers from 1 to `messages`, reusing the same memory.
    ///
    /// @return bytes that were allocated
    static long send(NumberQueue.Sender sender, long messages, int batch) {
        long allocated = Threads.allocatedBytes();
        Patience patience = new Patience(Patience.SPINS);
        for (long next = 1; next <= messages;) {
            int sent = sender.send(next, (int) Math.min(batch, messages - next + 1));
            next += sent;
            patience.after(sent);
        }
        return Threads.allocatedBytes() - allocated;
    }

    /// @return bytes that were allocated
    static long receive(NumberQueue.Receiver receiver, long messages, int batch) {
        long allocated = Threads.allocatedBytes();
        Patience patience = new Patience(Patience.SPINS);
        for (long left = messages; left > 0;) {
            int received = receiver.receive((int) Math.min(batch, left));
            left -= received;
            patience.after(received);
        }
        return Threads.allocatedBytes() - allocated;
    }

    /// Sends back the number of each message that comes.
    static void echo(NumberQueue.Receiver receiver, NumberQueue.Sender sender, long messages) {
        for (long i = 0; i < messages; i++) {
            long before = receiver.sum;
            receiveOne(receiver);
            sendOne(sender, receiver.sum - before);
        }
    }

    /// Receives one message and rarely yields the core: round trips are measured between waiting threads.
    static void receiveOne(NumberQueue.Receiver receiver) {
        Patience patience = new Patience(Patience.LONG_SPINS);
        while (receiver.receive(1) == 0) {
            patience.after(0);
        }
    }

    static void sendOne(NumberQueue.Sender sender, long number) {
        Patience patience = new Patience(Patience.LONG_SPINS);
        while (sender.send(number, 1) == 0) {
            patience.after(0);
        }
    }

    /// The waiting strategy for all queues: spins for a while, then yields.
    private static final class Patience {
        /// As in the Disruptor's yielding strategy; the Disruptor is the one queue that waits by itself.
        private static final int SPINS = 100;
        /// A few hundred microseconds: for round trips, whose partner answers much sooner if it is running.
        private static final int LONG_SPINS = 10_000;
        private final int spins;
        private int spun;

        Patience(int spins) {
            this.spins = spins;
        }

        void after(int work) {
            if (work > 0) {
                spun = 0;
            } else if (spun < spins) {
                spun++;
                Thread.onSpinWait();
            } else {
                if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException("the other side has failed");
                }
                Thread.yield();
            }
        }
    }
}
