// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.Idle;
import dev.ashlar.flow.Ring;
import dev.ashlar.flow.RingConsumer;
import dev.ashlar.flow.RingProducer;
import dev.ashlar.lab.Threads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ArrayBlockingQueue;

/// Messages from one thread to another, numbered, so that one that is lost, doubled or out of turn is found.
final class Passing {
    /// Messages that fit into the ring, and into the queue: as published.
    static final int CAPACITY = 1 << 16;
    static final int MESSAGE_BYTES = 24;
    private static final int RECORD_BYTES = 8 + MESSAGE_BYTES;
    private static final int RING_BYTES = CAPACITY * RECORD_BYTES;
    private static final int ALIGNMENT = 128;
    private static final int POLL_LIMIT = 256;
    private static final int TYPE = 1;
    private static final int SPINNERS = 2;

    private long next;

    /// Over a ring.
    ///
    /// @param batch messages that are published together
    /// @return nanoseconds of all
    long overRing(long messages, int batch) throws InterruptedException {
        next = 0;
        try (Arena arena = Arena.ofShared()) {
            Ring ring = ring(arena);
            return spinning(2, index -> {
                if (index == 0) {
                    produce(ring, messages, batch);
                } else {
                    consume(ring, messages);
                }
            });
        }
    }

    static Ring ring(Arena arena) {
        return Ring.create(arena.allocate(Ring.byteSize(RING_BYTES), ALIGNMENT), 0, RING_BYTES);
    }

    static ArrayBlockingQueue<Long> queue() {
        return new ArrayBlockingQueue<>(CAPACITY);
    }

    /// Threads that wait by [Idle#forSpinners], which yields where there is no core to spare.
    static long spinning(int threads, Threads.Task task) throws InterruptedException {
        return Runtime.getRuntime().availableProcessors() > SPINNERS ? Threads.together(threads, task)
                : Threads.waiting(threads, task);
    }

    private static void produce(Ring ring, long messages, int batch) {
        Idle idle = Idle.forSpinners(SPINNERS);
        try (Arena arena = Arena.ofConfined(); RingProducer producer = ring.producer()) {
            MemorySegment message = arena.allocate(MESSAGE_BYTES, Long.BYTES);
            for (long sent = 0; sent < messages;) {
                int done = 0;
                producer.beginBatch();
                while (done < batch && sent < messages) {
                    message.set(ValueLayout.JAVA_LONG, 0, sent);
                    if (producer.offer(message, 0, MESSAGE_BYTES, TYPE) < 0) {
                        break;
                    }
                    sent++;
                    done++;
                }
                producer.endBatch();
                idle.idle(done);
            }
        }
    }

    private void consume(Ring ring, long messages) {
        Idle idle = Idle.forSpinners(SPINNERS);
        try (RingConsumer consumer = ring.consumer()) {
            RingConsumer.Handler handler = (memory, offset, _, _) -> take(memory.get(ValueLayout.JAVA_LONG, offset));
            while (next < messages) {
                idle.idle(consumer.poll(handler, POLL_LIMIT));
            }
        }
    }

    private void take(long number) {
        if (number != next) {
            throw new IllegalStateException("not the next message: number=" + number + ", expected=" + next);
        }
        next++;
    }

    /// Over the JDK's bounded queue.
    ///
    /// @return nanoseconds of all
    long overQueue(long messages) throws InterruptedException {
        next = 0;
        ArrayBlockingQueue<Long> queue = queue();
        return Threads.waiting(2, index -> {
            for (long i = 0; i < messages; i++) {
                if (index == 0) {
                    queue.put(i);
                } else {
                    take(queue.take());
                }
            }
        });
    }
}
