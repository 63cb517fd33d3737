// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.internal.v1.RingLayout;
import dev.ashlar.testkit.Allocation;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixedLengthRingTest {
    private static final int CAPACITY = 8;
    private static final int BYTES = 24;
    private static final int LAST_WORD = BYTES - Long.BYTES;

    private final FixedLengthRing ring = ring(CAPACITY, BYTES);
    private final FixedLengthRingProducer producer = ring.producer();
    private final FixedLengthRingConsumer consumer = ring.consumer();
    private final List<Long> taken = new ArrayList<>();
    private long sum;

    private static FixedLengthRing ring(int capacity, int messageBytes) {
        return FixedLengthRing.create(Arena.ofAuto().allocate(FixedLengthRing.byteSize(capacity, messageBytes), 128), 0,
                capacity,
                messageBytes);
    }

    private static void fill(FixedLengthRingProducer producer, long at, long number) {
        producer.memory().set(ValueLayout.JAVA_LONG, at, number);
        producer.memory().set(ValueLayout.JAVA_LONG, at + LAST_WORD, -number);
    }

    private static long put(FixedLengthRingProducer producer, long number) {
        long at = producer.claim();
        if (at < 0) {
            return at;
        }
        fill(producer, at, number);
        return producer.commit();
    }

    private int take(MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            taken.add(number(memory, offset + (long) i * BYTES));
        }
        return count;
    }

    private static long number(MemorySegment memory, long at) {
        long number = memory.get(ValueLayout.JAVA_LONG, at);
        assertEquals(-number, memory.get(ValueLayout.JAVA_LONG, at + LAST_WORD));
        return number;
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void shouldGiveMessagesInTheirOrderUntilItIsFull() {
        long next = 0;
        for (int round = 0; round < 50; round++) {
            while (put(producer, next) >= 0) {
                next++;
            }
            assertEquals(MessageQueue.FULL, put(producer, next));
            assertEquals(CAPACITY, ring.pendingCount());
            assertEquals(1 + round % CAPACITY, consumer.pollRuns(this::take, 1 + round % CAPACITY));
        }
        consumer.drainRuns(this::take);
        assertEquals(numbers(0, next), taken);
        assertEquals(2 * 50, ring.refusedCount());
    }

    @Test
    void shouldClaimWhatLiesSideBySide() {
        assertEquals(RingLayout.RECORDS, producer.claim(5));
        assertEquals(5, producer.claimed());
        for (int i = 0; i < 5; i++) {
            fill(producer, RingLayout.RECORDS + (long) i * BYTES, i);
        }
        assertEquals(0, ring.pendingCount());
        assertEquals(0, producer.commit());
        assertEquals(5, consumer.pollRuns(this::take, 100));
        // Three are left before the end, and then the others.
        long at = producer.claim(CAPACITY);
        assertEquals(3, producer.claimed());
        for (int i = 0; i < 3; i++) {
            fill(producer, at + (long) i * BYTES, 5 + i);
        }
        assertEquals(5, producer.commit(2));
        assertEquals(0, producer.claimed());
        assertEquals(7, put(producer, 7));
        at = producer.claim(CAPACITY);
        assertEquals(RingLayout.RECORDS, at);
        assertEquals(CAPACITY - 3, producer.claimed());
        fill(producer, at, 8);
        producer.commit(1);
        int[] runs = {0};
        assertEquals(4, consumer.pollRuns((memory, offset, count) -> {
            runs[0]++;
            return take(memory, offset, count);
        }, 100));
        assertEquals(2, runs[0]);
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), taken);
    }

    @Test
    void shouldForgetWhatWasNotCommitted() {
        put(producer, 0);
        producer.claim(3);
        producer.abort();
        producer.claim();
        assertThrows(IllegalStateException.class, producer::claim);
        assertThrows(IllegalStateException.class, () -> producer.claim(2));
        assertThrows(IllegalArgumentException.class, () -> producer.commit(2));
        FixedLengthRingProducer next = ring.producer();
        put(next, 1);
        assertThrows(IllegalStateException.class, next::commit);
        assertThrows(IllegalArgumentException.class, () -> next.claim(0));
        consumer.drainRuns(this::take);
        assertEquals(numbers(0, 2), taken);
    }

    @Test
    void shouldGiveAgainWhatWasNotDone() {
        for (int i = 0; i < 6; i++) {
            put(producer, i);
        }
        assertEquals(2, consumer.pollRuns((memory, offset, count) -> take(memory, offset, 2), 5));
        assertThrows(IllegalArgumentException.class, () -> consumer.pollRuns((memory, offset, count) -> {
            throw new IllegalArgumentException();
        }, 5));
        assertThrows(IllegalStateException.class, () -> consumer.pollRuns((memory, offset, count) -> count + 1, 5));
        assertEquals(4, ring.pendingCount());
        ring.consumer().drainRuns(this::take);
        assertEquals(numbers(0, 6), taken);
    }

    @Test
    void shouldGiveNothingTwiceWhereItReleasesFirst() {
        for (int i = 0; i < 6; i++) {
            put(producer, i);
        }
        FixedLengthRingConsumer once = ring.consumer().releaseFirst();
        assertThrows(IllegalArgumentException.class, () -> once.pollRuns((memory, offset, count) -> {
            // Taken already, and not yet free to be written over.
            assertEquals(6, ring.pendingCount());
            assertEquals(3, ring.consumer().drainRuns((_, _, left) -> left));
            throw new IllegalArgumentException();
        }, 3));
        once.drainRuns(this::take);
        assertEquals(List.of(), taken.stream().filter(number -> number < 3).toList());
    }

    @Test
    void shouldRefuseEarlierWhereItIsToldTo() {
        producer.limit(2);
        producer.claim(5);
        assertEquals(2, producer.claimed());
        producer.commit();
        assertEquals(MessageQueue.FULL, producer.claim());
        producer.limit(0);
        consumer.drainRuns((_, _, count) -> count);
        assertEquals(2, put(producer, 1));
        assertEquals(MessageQueue.FULL, producer.claim(3));
        producer.limit(100);
        assertTrue(producer.claim(3) > 0);
        assertThrows(IllegalArgumentException.class, () -> producer.limit(-1));
    }

    @Test
    void shouldTellWhenTheOtherSideHasLeft() {
        put(producer, 1);
        assertFalse(consumer.isDone());
        producer.close();
        assertFalse(consumer.isDone());
        consumer.drainRuns(this::take);
        assertTrue(consumer.isDone());
        FixedLengthRingProducer next = ring.producer();
        assertFalse(consumer.isDone());
        consumer.close();
        for (int i = 0; i < CAPACITY; i++) {
            put(next, i);
        }
        assertEquals(MessageQueue.CLOSED, next.claim());
        assertEquals(MessageQueue.CLOSED, next.claim(3));
    }

    @Test
    void shouldCopyAMessage() {
        MemorySegment source = MemorySegment.ofArray(new long[] {1, 7, 5, -7});
        assertEquals(0, producer.offer(source, 8));
        consumer.drainRuns(this::take);
        assertEquals(List.of(7L), taken);
        assertThrows(IndexOutOfBoundsException.class, () -> producer.offer(source, 16));
    }

    @Test
    void shouldRefuseMemoryThatHoldsNoSuchRing() {
        MemorySegment memory = Arena.ofAuto().allocate(4096, 128);
        assertThrows(IllegalArgumentException.class, () -> FixedLengthRing.open(memory, 0));
        OneToOneRing.create(memory, 0, 1024);
        assertThrows(IllegalArgumentException.class, () -> FixedLengthRing.open(memory, 0));
        FixedLengthRing.create(memory, 0, 64, 8);
        assertThrows(IllegalArgumentException.class, () -> OneToOneRing.open(memory, 0));
        assertEquals(8, FixedLengthRing.open(memory, 0).messageBytes());
        for (int[] wrong : new int[][] {{3, 8}, {0, 8}, {8, 0}, {8, 12}, {1 << 30, 8}, {8, -8}, {64, 64}}) {
            memory.set(ValueLayout.JAVA_INT, RingLayout.CAPACITY_AT, wrong[0]);
            memory.set(ValueLayout.JAVA_INT, RingLayout.MESSAGE_BYTES_AT, wrong[1]);
            assertThrows(RuntimeException.class, () -> FixedLengthRing.open(memory, 0), () -> Arrays.toString(wrong));
        }
    }

    @Test
    void shouldBeAQueueAcrossFilesAndSides(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("ring");
        FixedLengthRingFile.create(path, CAPACITY, BYTES);
        try (FixedLengthRingFile file = FixedLengthRingFile.open(path)) {
            put(file.producer(), 1);
            assertThrows(IOException.class, file::producer);
            assertTrue(file.hasProducer(0));
            assertFalse(file.hasConsumer());
        }
        try (FixedLengthRingFile file = FixedLengthRingFile.open(path)) {
            put(file.producer(), 2);
            file.consumer().drainRuns(this::take);
            assertThrows(IOException.class, file::consumer);
        }
        assertEquals(List.of(1L, 2L), taken);
        assertThrows(IOException.class, () -> OneToOneRingFile.open(path));
        Files.write(path, Arrays.copyOf(Files.readAllBytes(path), 400));
        assertThrows(IOException.class, () -> FixedLengthRingFile.open(path));
    }

    /// Against a queue of the JDK, with tiny rings, and sides that are replaced.
    @Test
    void shouldBeAQueue() {
        SplittableRandom random = Seed.random("FixedRingTest queue");
        for (int round = 0; round < 300; round++) {
            FixedLengthRing tiny = ring(1 << random.nextInt(4), BYTES);
            Deque<Long> expected = new ArrayDeque<>();
            FixedLengthRingProducer adding = tiny.producer();
            FixedLengthRingConsumer taking = tiny.consumer();
            long number = 0;
            for (int i = 0; i < 400; i++) {
                switch (random.nextInt(5)) {
                    case 0 -> adding = random.nextInt(5) == 0 ? tiny.producer() : adding;
                    case 1 -> taking = random.nextInt(5) == 0 ? tiny.consumer() : taking;
                    case 2 -> {
                        int done = random.nextInt(4);
                        taking.pollRuns((memory, at, count) -> {
                            int now = Math.min(done, count);
                            for (int n = 0; n < now; n++) {
                                assertEquals(expected.remove(), number(memory, at + (long) n * BYTES));
                            }
                            return now;
                        }, random.nextInt(4));
                    }
                    default -> {
                        long at = adding.claim(1 + random.nextInt(6));
                        assertTrue(at >= 0 || at == MessageQueue.FULL && expected.size() == tiny.capacity());
                        int count = random.nextInt(adding.claimed() + 1);
                        for (int n = 0; n < count; n++) {
                            fill(adding, at + (long) n * BYTES, number);
                            expected.add(number++);
                        }
                        if (count > 0) {
                            adding.commit(count);
                        } else {
                            adding.abort();
                        }
                    }
                }
            }
            int left = expected.size();
            assertEquals(left, taking.drainRuns((memory, at, count) -> {
                for (int n = 0; n < count; n++) {
                    assertEquals(expected.remove(), number(memory, at + (long) n * BYTES));
                }
                return count;
            }));
        }
    }

    /// Any words, as another process may leave them: refused or read, never beyond the ring, and never for ever.
    @Test
    void shouldStayInsideTheRingWhateverItHolds() {
        SplittableRandom random = Seed.random("FixedRingTest hostile");
        int corrupt = 0;
        for (int round = 0; round < 20_000; round++) {
            MemorySegment memory = MemorySegment.ofArray(new long[(int) FixedLengthRing.byteSize(CAPACITY, BYTES) / 8]);
            FixedLengthRing spoilt = FixedLengthRing.create(memory, 0, CAPACITY, BYTES);
            FixedLengthRingProducer adding = spoilt.producer();
            adding.claim(4);
            adding.commit();
            FixedLengthRingConsumer taking = spoilt.consumer();
            for (int i = random.nextInt(3); i >= 0; i--) {
                long[] places = {RingLayout.TAIL, RingLayout.HEAD, RingLayout.TAKEN};
                long value = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(-20, 20);
                memory.set(ValueLayout.JAVA_LONG, places[random.nextInt(places.length)], value);
            }
            int[] handled = {0};
            int polled = (random.nextBoolean() ? taking : spoilt.consumer()).pollRuns((from, at, count) -> {
                assertTrue(at >= RingLayout.RECORDS && count > 0 && at + (long) count * BYTES <= from.byteSize());
                handled[0] += count;
                return count;
            }, 1000);
            assertTrue(polled == MessageQueue.CORRUPT || polled == handled[0]);
            assertTrue(handled[0] <= CAPACITY);
            corrupt += polled == MessageQueue.CORRUPT ? 1 : 0;
            FixedLengthRingProducer next = random.nextBoolean() ? adding : spoilt.producer();
            long at = random.nextBoolean() ? next.claim() : next.claim(3);
            assertTrue(at >= RingLayout.RECORDS && at + (long) next.claimed() * BYTES <= memory.byteSize()
                    || at == MessageQueue.FULL || at == MessageQueue.CORRUPT, () -> "at=" + at);
        }
        assertTrue(corrupt > 1000, "corrupt=" + corrupt);
    }

    @Test
    void shouldPassAllFromOneThreadToAnother() throws InterruptedException {
        pass(3_000_000, 1 << 12, 100);
        pass(300_000, 2, 1);
    }

    @Test
    @Tag("long")
    void shouldPassAThousandMillion() throws InterruptedException {
        pass(1_000_000_000, 1 << 14, 256);
    }

    private static void pass(long messages, int capacity, int batch) throws InterruptedException {
        FixedLengthRing between = ring(capacity, Long.BYTES);
        Thread sender = Thread.ofPlatform().start(() -> {
            FixedLengthRingProducer adding = between.producer();
            IdleStrategy idle = IdleStrategy.forSpinners(2);
            for (long number = 0; number < messages;) {
                long at = adding.claim((int) Math.min(batch, messages - number));
                int count = adding.claimed();
                for (int i = 0; i < count; i++) {
                    adding.memory().set(ValueLayout.JAVA_LONG, at + (long) i * Long.BYTES, number++);
                }
                if (count > 0) {
                    adding.commit();
                }
                idle.idle(count);
            }
            adding.close();
        });
        FixedLengthRingConsumer taking = between.consumer();
        long[] next = {0};
        IdleStrategy idle = IdleStrategy.forSpinners(2);
        while (!taking.isDone()) {
            idle.idle(taking.pollRuns((memory, at, count) -> {
                for (int i = 0; i < count; i++) {
                    long number = memory.get(ValueLayout.JAVA_LONG, at + (long) i * Long.BYTES);
                    if (number != next[0]++) {
                        throw new AssertionError("number=" + number + ", expected=" + (next[0] - 1));
                    }
                }
                return count;
            }, 256));
        }
        sender.join();
        assertEquals(messages, next[0]);
    }

    @Test
    void shouldAllocateNothing() {
        MemorySegment source = MemorySegment.ofArray(new byte[BYTES]);
        FixedLengthRingConsumer.RunHandler handler = (memory, at, count) -> {
            sum += memory.get(ValueLayout.JAVA_BYTE, at);
            return count;
        };
        assertEquals(0, Allocation.leastBytes(20_000, () -> {
            sum += producer.offer(source, 0) + 1;
            if (producer.claim(3) >= 0) {
                producer.commit();
            }
            sum += consumer.pollRuns(handler, 4);
        }));
        assertTrue(sum > 0);
    }
}
