// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// What one thread does: send, receive, or send back.
final class Side {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Side() {
    }

    /// Sends the numbers from 1 to `messages`, again and again with the same memory.
    ///
    /// @return bytes that were allocated
    static long send(Pipe.Sender sender, long messages, int batch) {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        Patience patience = Patience.usual();
        for (long next = 1; next <= messages;) {
            int sent = sender.send(next, (int) Math.min(batch, messages - next + 1));
            next += sent;
            patience.after(sent);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - allocated;
    }

    /// Receives so many messages.
    ///
    /// @return bytes that were allocated
    static long receive(Pipe.Receiver receiver, long messages, int batch) {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        Patience patience = Patience.usual();
        for (long left = messages; left > 0;) {
            int received = receiver.receive((int) Math.min(batch, left));
            left -= received;
            patience.after(received);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - allocated;
    }

    /// Sends back the number of each message that comes.
    static void echo(Pipe.Receiver receiver, Pipe.Sender sender, long messages) {
        for (long i = 0; i < messages; i++) {
            long before = receiver.sum();
            receiveOne(receiver);
            sendOne(sender, receiver.sum() - before);
        }
    }

    /// Receives one message, hardly ever letting go of the core: round trips are measured between threads that wait.
    static void receiveOne(Pipe.Receiver receiver) {
        Patience patience = Patience.spinning();
        while (receiver.receive(1) == 0) {
            patience.after(0);
        }
    }

    static void sendOne(Pipe.Sender sender, long number) {
        Patience patience = Patience.spinning();
        while (sender.send(number, 1) == 0) {
            patience.after(0);
        }
    }
}
