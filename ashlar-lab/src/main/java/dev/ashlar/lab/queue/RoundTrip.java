// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.Idle;
import dev.ashlar.flow.LanesConsumer;
import dev.ashlar.flow.RingConsumer;
import dev.ashlar.flow.RingFile;
import dev.ashlar.flow.RingProducer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// A number that is sent through one ring and comes back through another, both in files; the other end may be a thread
/// or a process.
final class RoundTrip {
    private static final int NUMBER = 1;
    private static final int STOP = 2;
    private static final int SPINNERS = 2;
    /// One message is under way.
    private static final int RING_BYTES = 1 << 16;

    private RoundTrip() {
    }

    static void create(Path folder) throws IOException {
        RingFile.create(there(folder), 1, RING_BYTES);
        RingFile.create(back(folder), 1, RING_BYTES);
    }

    private static Path there(Path folder) {
        return folder.resolve("there");
    }

    private static Path back(Path folder) {
        return folder.resolve("back");
    }

    /// Sends numbers, each after the last has come back; then tells the other end to stop.
    ///
    /// @return nanoseconds of each
    static long[] ping(RingFile there, RingFile back, int times) throws IOException {
        long[] ns = new long[times];
        long[] came = {-1};
        Idle idle = Idle.forSpinners(SPINNERS);
        try (Arena arena = Arena.ofConfined(); RingProducer out = there.producer();
                LanesConsumer in = back.consumer()) {
            MemorySegment message = arena.allocate(Passing.MESSAGE_BYTES, Long.BYTES);
            RingConsumer.Handler handler = (memory, offset, _, _) ->
                    came[0] = memory.get(ValueLayout.JAVA_LONG, offset);
            for (int i = 0; i < times; i++) {
                long start = System.nanoTime();
                message.set(ValueLayout.JAVA_LONG, 0, i);
                send(out, message, NUMBER);
                while (came[0] != i) {
                    idle.idle(in.poll(handler, 1));
                }
                ns[i] = System.nanoTime() - start;
            }
            send(out, message, STOP);
        }
        return ns;
    }

    private static void send(RingProducer out, MemorySegment message, int type) {
        if (out.offer(message, 0, Passing.MESSAGE_BYTES, type) < 0) {
            throw new IllegalStateException("no room for one message: type=" + type);
        }
    }

    /// Sends back what comes, until told to stop.
    static void echo(RingFile there, RingFile back) throws IOException {
        boolean[] stop = new boolean[1];
        Idle idle = Idle.forSpinners(SPINNERS);
        try (RingProducer out = back.producer(); LanesConsumer in = there.consumer()) {
            RingConsumer.Handler handler = (memory, offset, length, type) -> {
                stop[0] = type == STOP;
                if (!stop[0] && out.offer(memory, offset, length, type) < 0) {
                    throw new IllegalStateException("no room for one message: length=" + length);
                }
            };
            while (!stop[0]) {
                idle.idle(in.poll(handler, 1));
            }
        }
    }

    static RingFile openThere(Path folder) throws IOException {
        return RingFile.open(there(folder));
    }

    static RingFile openBack(Path folder) throws IOException {
        return RingFile.open(back(folder));
    }
}
