// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.internal.v1.ManyToOneRingLayout;
import dev.ashlar.testkit.Allocation;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ManyToOneRingPropertyTest {
    private long sum;

    private static ManyToOneRing ring(int lanes, int laneBytes, int entries) {
        return ManyToOneRing.create(Arena.ofAuto().allocate(ManyToOneRing.byteSize(lanes, laneBytes, entries), 128), 0,
                lanes,
                laneBytes, entries);
    }

    /// Against a queue of the JDK, with tiny lanes, batches, and sides that are replaced, which loses what was not
    /// published.
    @Test
    void shouldBeAQueue() {
        SplittableRandom random = Seed.random("ManyToOneRingPropertyTest queue");
        for (int round = 0; round < 300; round++) {
            int lanes = 1 + random.nextInt(4);
            ManyToOneRing ring = ring(lanes, 64 << random.nextInt(4), 4 << random.nextInt(4));
            Deque<Integer> expected = new ArrayDeque<>();
            ManyToOneRingProducer[] producers = new ManyToOneRingProducer[lanes];
            Arrays.setAll(producers, ring::producer);
            List<List<Integer>> batches = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                batches.add(null);
            }
            ManyToOneRingConsumer consumer = ring.consumer();
            int number = 0;
            for (int i = 0; i < 500; i++) {
                int lane = random.nextInt(lanes);
                ManyToOneRingProducer producer = producers[lane];
                List<Integer> batch = batches.get(lane);
                switch (random.nextInt(6)) {
                    case 0 -> {
                        if (random.nextInt(5) == 0) {
                            producers[lane] = ring.producer(lane);
                            batches.set(lane, null);
                        }
                    }
                    case 1 -> {
                        if (batch == null) {
                            producer.beginBatch();
                            batches.set(lane, new ArrayList<>());
                        } else {
                            producer.endBatch();
                            expected.addAll(batch);
                            batches.set(lane, null);
                        }
                    }
                    case 2 -> consumer.poll((memory, at, length, type) -> {
                        assertEquals(expected.remove(), type);
                        check(memory, at, length, type);
                    }, random.nextInt(4));
                    default -> {
                        int length = random.nextInt(ring.maxLength() + 1);
                        long at = producer.claim(length, number);
                        assertTrue(at >= 0 || at == MessageQueue.FULL, () -> "at=" + at);
                        if (at == MessageQueue.FULL && batch != null) {
                            expected.addAll(batch);
                            batch.clear();
                        }
                        for (int n = 0; n < length && at >= 0; n++) {
                            producer.memory().set(ValueLayout.JAVA_BYTE, at + n, (byte) (number + n));
                        }
                        if (at >= 0 && random.nextInt(8) > 0) {
                            assertTrue(producer.commit() >= 0);
                            if (batch == null) {
                                expected.add(number);
                            } else {
                                batch.add(number);
                            }
                            number++;
                        } else {
                            producer.abort();
                        }
                    }
                }
            }
            int left = expected.size();
            assertEquals(left, consumer.drain((memory, at, length, type) -> assertEquals(expected.remove(), type)));
        }
    }

    private static void check(MemorySegment memory, long at, int length, int type) {
        for (int n = 0; n < length; n++) {
            assertEquals((byte) (type + n), memory.get(ValueLayout.JAVA_BYTE, at + n));
        }
    }

    /// Any words, as another process may leave them: refused or read, never beyond the many-to-one ring, and never for
    /// ever.
    @Test
    void shouldStayInsideTheFunnelWhateverItHolds() {
        SplittableRandom random = Seed.random("ManyToOneRingPropertyTest hostile");
        int corrupt = 0;
        int refused = 0;
        long bytes = ManyToOneRing.byteSize(2, 128, 8);
        long entriesAt = ManyToOneRingLayout.LANES + 2 * ManyToOneRingLayout.LANE.byteSize();
        for (int round = 0; round < 20_000; round++) {
            MemorySegment memory = MemorySegment.ofArray(new long[(int) bytes / 8]);
            ManyToOneRing ring = ManyToOneRing.create(memory, 0, 2, 128, 8);
            ManyToOneRingProducer producer = ring.producer(0);
            for (int i = 0; i < 4; i++) {
                producer.claim(8, 1);
                producer.commit();
            }
            ManyToOneRingConsumer consumer = ring.consumer();
            for (int i = random.nextInt(3); i >= 0; i--) {
                long[] places = {ManyToOneRingLayout.TAIL, ManyToOneRingLayout.HEAD, ManyToOneRingLayout.TAKEN,
                    entriesAt + 8L * random.nextInt(8), entriesAt + 64 + 8L * random.nextInt(8)};
                long value = switch (random.nextInt(4)) {
                    case 0 -> random.nextLong();
                    case 1 -> ManyToOneRingLayout.entry(random.nextInt(3), random.nextInt(64), 8 * random.nextInt(32));
                    default -> random.nextInt(-300, 300);
                };
                memory.set(ValueLayout.JAVA_LONG, places[random.nextInt(places.length)], value);
            }
            int[] handled = {0};
            ManyToOneRingConsumer reader = random.nextBoolean() ? consumer : ring.consumer();
            int polled = reader.poll((from, at, length, type) -> {
                assertTrue(at >= entriesAt + 64 && length >= 0 && at + length <= bytes
                        && length <= ring.maxLength() && type >= 0);
                handled[0]++;
            }, 1000);
            assertTrue(polled == MessageQueue.CORRUPT || polled == handled[0]);
            corrupt += polled == MessageQueue.CORRUPT ? 1 : 0;
            try {
                ManyToOneRingProducer adder = random.nextBoolean() ? producer : ring.producer(random.nextInt(2));
                long at = adder.claim(8, 1);
                assertTrue(at >= entriesAt + 64 && at + 8 <= bytes || at == MessageQueue.FULL
                        || at == MessageQueue.CORRUPT,
                        () -> "at=" + at);
                if (at >= 0) {
                    long index = adder.commit();
                    assertTrue(index >= 0 || index == MessageQueue.CORRUPT);
                }
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().startsWith("the lane is corrupt"), e::toString);
                refused++;
            }
        }
        assertTrue(corrupt > 1000 && refused > 100, "corrupt=" + corrupt + ", refused=" + refused);
    }

    @Test
    void shouldPassAllFromManyThreadsInOneOrder() throws InterruptedException {
        pass(3, 300_000, 1 << 12, 1 << 8);
        pass(4, 20_000, 64, 8);
    }

    /// Each producer sends its numbers in order, and between two of its own reads what others have sent: what was sent
    /// before that was sent, comes before it.
    private static void pass(int lanes, int messages, int laneBytes, int entries) throws InterruptedException {
        ManyToOneRing ring = ring(lanes, laneBytes, entries);
        Thread[] senders = new Thread[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            int own = lane;
            ManyToOneRingProducer producer = ring.producer(lane);
            senders[lane] = Thread.ofPlatform().start(() -> {
                IdleStrategy idle = IdleStrategy.forSpinners(lanes + 1);
                long before = -1;
                for (int number = 0; number < messages;) {
                    long at = producer.claim(8, own);
                    if (at >= 0) {
                        producer.memory().set(ValueLayout.JAVA_LONG, at, number++);
                        long index = producer.commit();
                        if (index <= before) {
                            throw new AssertionError("index=" + index + ", before=" + before);
                        }
                        before = index;
                    }
                    idle.idle(at >= 0 ? 1 : 0);
                }
                producer.close();
            });
        }
        ManyToOneRingConsumer consumer = ring.consumer();
        long[] next = new long[lanes];
        IdleStrategy idle = IdleStrategy.forSpinners(lanes + 1);
        while (!consumer.isDone()) {
            idle.idle(consumer.poll((memory, at, length, type) -> {
                if (memory.get(ValueLayout.JAVA_LONG, at) != next[type]++) {
                    throw new AssertionError("number=" + memory.get(ValueLayout.JAVA_LONG, at) + ", expected="
                            + (next[type] - 1) + ", lane=" + type);
                }
            }, 256));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        for (long count : next) {
            assertEquals(messages, count);
        }
    }

    @Test
    void shouldAllocateNothing() {
        ManyToOneRing ring = ring(2, 1024, 16);
        ManyToOneRingProducer producer = ring.producer(0);
        ManyToOneRingProducer other = ring.producer(1);
        ManyToOneRingConsumer consumer = ring.consumer();
        MemorySegment source = MemorySegment.ofArray(new byte[40]);
        QueueHandler handler = (memory, at, length, type) -> sum += memory.get(ValueLayout.JAVA_BYTE, at) + 1;
        assertEquals(0, Allocation.leastBytes(20_000, () -> {
            sum += producer.offer(source, 0, 40, 1);
            other.beginBatch();
            long at = other.claim(8, 1);
            if (at >= 0) {
                other.commit();
            }
            other.endBatch();
            sum += consumer.poll(handler, 2);
        }));
        assertTrue(sum > 0);
    }
}
