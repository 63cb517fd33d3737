// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.internal.v1.RingLayout;
import dev.ashlar.testkit.Allocation;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OneToOneRingPropertyTest {
    private long sum;

    private static OneToOneRing ring(int capacity) {
        return OneToOneRing.create(Arena.ofAuto().allocate(OneToOneRing.byteSize(capacity), 128), 0, capacity);
    }

    /// Against a queue of the JDK, with tiny rings, and sides that are replaced.
    @Test
    void shouldBeAQueue() {
        SplittableRandom random = Seed.random("RingPropertyTest queue");
        for (int round = 0; round < 300; round++) {
            OneToOneRing ring = ring(64 << random.nextInt(4));
            Deque<Long> expected = new ArrayDeque<>();
            OneToOneRingProducer producer = ring.producer();
            OneToOneRingConsumer consumer = ring.consumer();
            long number = 0;
            for (int i = 0; i < 400; i++) {
                switch (random.nextInt(5)) {
                    case 0 -> producer = random.nextInt(5) == 0 ? ring.producer() : producer;
                    case 1 -> consumer = random.nextInt(5) == 0 ? ring.consumer() : consumer;
                    case 2 -> {
                        int limit = random.nextInt(4);
                        consumer.poll((memory, at, length, type) -> {
                            assertEquals(expected.remove(), (long) type);
                            for (int n = 0; n < length; n++) {
                                assertEquals((byte) (type + n), memory.get(ValueLayout.JAVA_BYTE, at + n));
                            }
                        }, limit);
                    }
                    default -> {
                        int length = random.nextInt(ring.maxLength() + 1);
                        long at = producer.claim(length, (int) number);
                        assertTrue(at >= 0 || at == MessageQueue.FULL);
                        for (int n = 0; n < length && at >= 0; n++) {
                            producer.memory().set(ValueLayout.JAVA_BYTE, at + n, (byte) (number + n));
                        }
                        if (at >= 0 && random.nextInt(8) > 0) {
                            producer.commit();
                            expected.add(number++);
                        } else {
                            producer.abort();
                        }
                    }
                }
            }
            int left = expected.size();
            assertEquals(left, consumer.drain((memory, at, length, type) -> assertEquals(expected.remove(),
                    (long) type)));
        }
    }

    /// Any words, as another process may leave them: refused or read, never beyond the ring, and never for ever.
    @Test
    void shouldStayInsideTheRingWhateverItHolds() {
        SplittableRandom random = Seed.random("RingPropertyTest hostile");
        int corrupt = 0;
        for (int round = 0; round < 20_000; round++) {
            int capacity = 128;
            MemorySegment memory = MemorySegment.ofArray(new long[(int) OneToOneRing.byteSize(capacity) / 8]);
            OneToOneRing ring = OneToOneRing.create(memory, 0, capacity);
            OneToOneRingProducer producer = ring.producer();
            for (int i = 0; i < 4; i++) {
                producer.claim(8, 1);
                producer.commit();
            }
            OneToOneRingConsumer consumer = ring.consumer();
            for (int i = random.nextInt(3); i >= 0; i--) {
                long[] places = {RingLayout.TAIL, RingLayout.HEAD, RingLayout.TAKEN,
                    RingLayout.RECORDS + 8L * random.nextInt(16)};
                long value = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(-300, 300);
                memory.set(ValueLayout.JAVA_LONG, places[random.nextInt(places.length)], value);
            }
            int[] handled = {0};
            OneToOneRingConsumer reader = random.nextBoolean() ? consumer : ring.consumer();
            int polled = reader.poll((from, at, length, type) -> {
                assertTrue(at >= RingLayout.RECORDS && at + length <= from.byteSize() && length <= ring.maxLength()
                        && type >= 0);
                handled[0]++;
            }, 1000);
            assertTrue(polled == MessageQueue.CORRUPT || polled == handled[0]);
            assertTrue(handled[0] <= capacity / 8);
            corrupt += polled == MessageQueue.CORRUPT ? 1 : 0;
            long at = (random.nextBoolean() ? producer : ring.producer()).claim(8, 1);
            assertTrue(at >= RingLayout.RECORDS || at == MessageQueue.FULL || at == MessageQueue.CORRUPT, () -> "at=" + at);
        }
        assertTrue(corrupt > 1000, "corrupt=" + corrupt);
    }

    @Test
    void shouldPassAllFromOneThreadToAnother() throws InterruptedException {
        pass(3_000_000, 1 << 12);
        pass(300_000, 64);
    }

    @Test
    @Tag("long")
    void shouldPassAThousandMillion() throws InterruptedException {
        pass(1_000_000_000, 1 << 16);
    }

    private static void pass(long messages, int capacity) throws InterruptedException {
        OneToOneRing ring = ring(capacity);
        Thread sender = Thread.ofPlatform().start(() -> {
            OneToOneRingProducer producer = ring.producer();
            IdleStrategy idle = IdleStrategy.forSpinners(2);
            for (long number = 0; number < messages;) {
                long at = producer.claim(8, 0);
                if (at >= 0) {
                    producer.memory().set(ValueLayout.JAVA_LONG, at, number++);
                    producer.commit();
                }
                idle.idle(at >= 0 ? 1 : 0);
            }
            producer.close();
        });
        OneToOneRingConsumer consumer = ring.consumer();
        long[] next = {0};
        IdleStrategy idle = IdleStrategy.forSpinners(2);
        while (!consumer.isDone()) {
            idle.idle(consumer.poll((memory, at, length, type) -> {
                if (memory.get(ValueLayout.JAVA_LONG, at) != next[0]++) {
                    throw new AssertionError("number=" + memory.get(ValueLayout.JAVA_LONG, at) + ", expected="
                            + (next[0] - 1));
                }
            }, 256));
        }
        sender.join();
        assertEquals(messages, next[0]);
    }

    @Test
    void shouldAllocateNothing() {
        OneToOneRing ring = ring(1024);
        OneToOneRingProducer producer = ring.producer();
        OneToOneRingConsumer consumer = ring.consumer();
        IdleStrategy idle = IdleStrategy.yielding();
        MemorySegment source = MemorySegment.ofArray(new byte[40]);
        QueueHandler handler = (memory, at, length, type) -> sum += memory.get(ValueLayout.JAVA_BYTE, at);
        OneToOneRingConsumer.ControlledHandler controlled = (memory, at, length, type) -> {
            sum += type;
            return OneToOneRingConsumer.Action.COMMIT;
        };
        assertEquals(0, Allocation.leastBytes(20_000, () -> {
            sum += producer.offer(source, 0, 40, 1);
            producer.beginBatch();
            long at = producer.claim(8, 1);
            if (at >= 0) {
                producer.commit();
            }
            producer.endBatch();
            idle.idle(consumer.poll(handler, 1));
            sum += consumer.controlledPoll(controlled, 1);
        }));
        assertTrue(sum > 0);
    }
}
