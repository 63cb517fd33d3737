// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.internal.v1.FunnelLayout;
import dev.ashlar.testkit.FormatPage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunnelTest {
    private static final int LANES = 3;
    private static final int LANE_BYTES = 256;
    private static final int ENTRIES = 64;
    private final MemorySegment memory =
            Arena.ofAuto().allocate(128 + Funnel.byteSize(LANES, LANE_BYTES, ENTRIES), 128);
    private final Funnel funnel = Funnel.create(memory, 128, LANES, LANE_BYTES, ENTRIES);
    private final List<Long> taken = new ArrayList<>();

    private static long put(FunnelProducer producer, long number) {
        long at = producer.claim(8, 3);
        if (at < 0) {
            return at;
        }
        producer.memory().set(ValueLayout.JAVA_LONG, at, number);
        return producer.commit();
    }

    private void take(MemorySegment from, long offset, int length, int type) {
        assertEquals(8, length);
        assertEquals(3, type);
        taken.add(from.get(ValueLayout.JAVA_LONG, offset));
    }

    @Test
    void shouldBeAsThePageSays() throws IOException {
        FormatPage page = FormatPage.read("funnel-v1.md", "plain", "opaque", "release", "swap");
        page.compare("## Header, ", FunnelLayout.HEADER);
        page.compare("## Words of a lane, ", FunnelLayout.LANE);
        page.compare("## Header of a record, ", FunnelLayout.RECORD);
        long entry = FunnelLayout.entry((1L << 34) - 1, 63, FunnelLayout.MAX_LANE_BYTES - 8);
        assertEquals(-1, entry);
        assertEquals(5, FunnelLayout.lap(FunnelLayout.entry(5, 63, 0)));
        assertEquals(24, FunnelLayout.place(FunnelLayout.entry(-1, 9, 24)));
        assertEquals(9, FunnelLayout.lane(FunnelLayout.entry(-1, 9, 24)));
        assertEquals(1, FunnelLayout.lapOf(63, 6));
        assertEquals(2, FunnelLayout.lapOf(64, 6));
        assertEquals(0, FunnelLayout.lapBefore(FunnelLayout.lapOf(0, 6)));
    }

    @Test
    void shouldKeepTheOrderOverAllProducers() {
        FunnelProducer[] producers = {funnel.producer(0), funnel.producer(1), funnel.producer(2)};
        FunnelConsumer consumer = funnel.consumer();
        long next = 0;
        long expected = 0;
        for (int round = 0; round < 200; round++) {
            for (int i = 0; i < 11; i++) {
                long index = put(producers[(round * 5 + i * i) % 3], next);
                assertEquals(next, index);
                next++;
            }
            assertEquals(11, funnel.pendingCount());
            assertEquals(4, consumer.poll(this::take, 4));
            assertEquals(7, consumer.drain(this::take));
            for (long number : taken) {
                assertEquals(expected++, number);
            }
            taken.clear();
        }
        assertEquals(0, consumer.poll(this::take, 1));
        assertEquals(0, funnel.pendingCount());
    }

    @Test
    void shouldFillEachLaneByItself() {
        FunnelProducer first = funnel.producer(0);
        FunnelProducer second = funnel.producer(1);
        int count = 0;
        while (put(first, count) >= 0) {
            count++;
        }
        assertEquals(16, count, "as many as the lane has room for");
        assertEquals(MessageQueue.FULL, put(first, 99));
        assertEquals(2, funnel.refusedCount(0));
        assertEquals(0, funnel.refusedCount(1));
        assertEquals(16, put(second, 16));
        FunnelConsumer consumer = funnel.consumer();
        assertEquals(1, consumer.poll(this::take, 1));
        assertEquals(17, put(first, 17));
        assertEquals(17, consumer.drain(this::take));
        assertEquals(17, taken.getLast());
        // Entries are a bound, too: 21 for each.
        count = 0;
        while (first.claim(0, 3) >= 0) {
            first.commit();
            count++;
        }
        assertEquals(ENTRIES / LANES, count);
    }

    @Test
    void shouldHoldMessagesOfEachLengthAtEachPlace() {
        FunnelProducer producer = funnel.producer(2);
        FunnelConsumer consumer = funnel.consumer();
        byte[] bytes = new byte[funnel.maxLength()];
        assertEquals(24, bytes.length);
        for (int i = 0; i < 1000; i++) {
            int length = i * 7 % (bytes.length + 1);
            for (int at = 0; at < length; at++) {
                bytes[at] = (byte) (i + at);
            }
            assertTrue(producer.offer(MemorySegment.ofArray(bytes), 0, length, i) >= 0);
            int number = i;
            assertEquals(1, consumer.poll((from, offset, found, type) -> {
                assertEquals(length, found);
                assertEquals(number, type);
                for (int at = 0; at < length; at++) {
                    assertEquals((byte) (number + at), from.get(ValueLayout.JAVA_BYTE, offset + at));
                }
            }, 10));
        }
        assertThrows(IllegalArgumentException.class, () -> producer.claim(25, 0));
        assertThrows(IllegalArgumentException.class, () -> producer.claim(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> producer.claim(1, -1));
        assertThrows(IllegalStateException.class, producer::commit);
    }

    @Test
    void shouldPublishABatchWithNothingOfOthersInIt() {
        FunnelProducer producer = funnel.producer(0);
        FunnelProducer other = funnel.producer(1);
        FunnelConsumer consumer = funnel.consumer();
        for (int round = 0; round < 40; round++) {
            long base = 100L * round;
            producer.beginBatch();
            put(producer, base + 1);
            put(producer, base + 2);
            put(other, base);
            producer.claim(8, 3);
            producer.abort();
            put(producer, base + 3);
            assertEquals(3L * round + 1, producer.endBatch());
            assertEquals(2, consumer.poll(this::take, 2));
            // The rest of the batch is not lost by what comes after it.
            put(producer, base + 4);
            assertEquals(3, consumer.drain(this::take));
            assertEquals(List.of(base, base + 1, base + 2, base + 3, base + 4), taken);
            taken.clear();
        }
        producer.beginBatch();
        assertThrows(IllegalStateException.class, producer::beginBatch);
        assertEquals(0, producer.endBatch());
        assertEquals(0, consumer.drain(this::take));
        producer.beginBatch();
        long last = 0;
        while (put(producer, last) >= 0) {
            last++;
        }
        // All that fits is there, though the batch goes on.
        assertEquals(last, consumer.drain(this::take));
        put(producer, last);
        producer.endBatch();
        assertEquals(1, consumer.drain(this::take));
        assertEquals(last, taken.getLast());
    }

    /// What a producer wrote that was dead before it moved the tail is there, and in nobody's way.
    @Test
    void shouldGoOnWhereverAProducerStopped() {
        FunnelConsumer consumer = funnel.consumer();
        long number = 0;
        for (int round = 0; round < 100; round++) {
            FunnelProducer stopped = funnel.producer(0);
            int step = round % 4;
            long at = stopped.claim(8, 3);
            assertTrue(at >= 0);
            memory.set(ValueLayout.JAVA_LONG, at, step == 3 ? number : -1);
            if (step > 1) {
                stopped.write();
            }
            if (step > 2) {
                assertEquals(number++, stopped.enter());
            }
            FunnelProducer other = funnel.producer(1);
            assertEquals(number, put(other, number));
            number++;
            FunnelProducer next = funnel.producer(0);
            assertEquals(number, put(next, number));
            number++;
            if (round % 5 == 0) {
                consumer.drain(this::take);
            }
        }
        consumer.drain(this::take);
        for (int i = 0; i < number; i++) {
            assertEquals(i, taken.get(i));
        }
        assertEquals(number, taken.size());
    }

    @Test
    void shouldNotPassOnWhatIsSpoilt() {
        put(funnel.producer(0), 1);
        memory.set(ValueLayout.JAVA_LONG, 128 + FunnelLayout.TAKEN, 1 << 20);
        assertEquals(MessageQueue.CORRUPT, funnel.consumer().poll(this::take, 1));
        memory.set(ValueLayout.JAVA_LONG, 128 + FunnelLayout.TAKEN, 0);
        assertEquals(1, funnel.consumer().poll(this::take, 1));
    }

    @Test
    void shouldTellWhenTheOtherSideHasLeft() {
        FunnelConsumer consumer = funnel.consumer();
        assertFalse(consumer.isDone());
        FunnelProducer producer = funnel.producer(0);
        FunnelProducer other = funnel.producer(1);
        put(producer, 1);
        producer.close();
        consumer.drain(this::take);
        assertFalse(consumer.isDone());
        put(other, 2);
        other.close();
        assertFalse(consumer.isDone());
        consumer.drain(this::take);
        assertTrue(consumer.isDone());
        FunnelProducer next = funnel.producer(0);
        assertFalse(consumer.isDone());
        consumer.close();
        long last;
        do {
            last = put(next, 2);
        } while (last >= 0);
        assertEquals(MessageQueue.CLOSED, last);
        FunnelConsumer later = funnel.consumer();
        assertEquals(MessageQueue.FULL, put(next, 2));
        assertTrue(later.drain(this::take) > 10);
    }

    @Test
    void shouldRefuseMemoryThatHoldsNoFunnel() {
        Funnel same = Funnel.open(memory, 128);
        assertEquals(List.of(LANES, LANE_BYTES, ENTRIES), List.of(same.producers(), same.laneBytes(), same.entries()));
        assertThrows(IllegalArgumentException.class, () -> Funnel.open(memory, 0));
        assertThrows(IllegalArgumentException.class, () -> Funnel.create(memory, 128, 0, 256, 64));
        assertThrows(IllegalArgumentException.class, () -> Funnel.create(memory, 128, 65, 256, 128));
        assertThrows(IllegalArgumentException.class, () -> Funnel.create(memory, 128, 3, 100, 64));
        assertThrows(IllegalArgumentException.class, () -> Funnel.create(memory, 128, 3, 32, 64));
        assertThrows(IllegalArgumentException.class, () -> Funnel.create(memory, 128, 3, 256, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> Funnel.create(memory, 128, 3, 512, 64));
        assertThrows(IndexOutOfBoundsException.class, () -> funnel.producer(3));
        memory.set(ValueLayout.JAVA_INT, 128 + FunnelLayout.LANES_AT, 60);
        assertThrows(IndexOutOfBoundsException.class, () -> Funnel.open(memory, 128));
        memory.set(ValueLayout.JAVA_INT, 128 + FunnelLayout.LANES_AT, -1);
        assertThrows(IllegalArgumentException.class, () -> Funnel.open(memory, 128));
    }
}
