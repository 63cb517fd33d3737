// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.internal.v1.ManyToOneRingLayout;
import dev.ashlar.testkit.FormatPage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManyToOneRingTest extends NumberMessages {
    private static final int LANES = 3;
    private static final int LANE_BYTES = 256;
    private static final int ENTRIES = 64;
    private final MemorySegment memory =
            Arena.ofAuto().allocate(128 + ManyToOneRing.byteSize(LANES, LANE_BYTES, ENTRIES), 128);
    private final ManyToOneRing ring = ManyToOneRing.create(memory, 128, LANES, LANE_BYTES, ENTRIES);

    @Test
    void shouldBeAsThePageSays() throws IOException {
        FormatPage page = FormatPage.read("many-to-one-ring-v1.md", "plain", "opaque", "release", "swap");
        page.compare("## Header, ", ManyToOneRingLayout.HEADER);
        page.compare("## Words of a lane, ", ManyToOneRingLayout.LANE);
        page.compare("## Header of a record, ", ManyToOneRingLayout.RECORD);
        long entry = ManyToOneRingLayout.entry((1L << 34) - 1, 63, ManyToOneRingLayout.MAX_LANE_BYTES - 8);
        assertEquals(-1, entry);
        assertEquals(5, ManyToOneRingLayout.lap(ManyToOneRingLayout.entry(5, 63, 0)));
        assertEquals(24, ManyToOneRingLayout.place(ManyToOneRingLayout.entry(-1, 9, 24)));
        assertEquals(9, ManyToOneRingLayout.lane(ManyToOneRingLayout.entry(-1, 9, 24)));
        assertEquals(1, ManyToOneRingLayout.lapOf(63, 6));
        assertEquals(2, ManyToOneRingLayout.lapOf(64, 6));
        assertEquals(0, ManyToOneRingLayout.lapBefore(ManyToOneRingLayout.lapOf(0, 6)));
    }

    @Test
    void shouldKeepTheOrderOverAllProducers() {
        ManyToOneRingProducer[] producers = {ring.producer(0), ring.producer(1), ring.producer(2)};
        ManyToOneRingConsumer consumer = ring.consumer();
        long next = 0;
        long expected = 0;
        for (int round = 0; round < 200; round++) {
            for (int i = 0; i < 11; i++) {
                long index = put(producers[(round * 5 + i * i) % 3], next);
                assertEquals(next, index);
                next++;
            }
            assertEquals(11, ring.pendingCount());
            assertEquals(4, consumer.poll(this::take, 4));
            assertEquals(7, consumer.drain(this::take));
            for (long number : taken) {
                assertEquals(expected++, number);
            }
            taken.clear();
        }
        assertEquals(0, consumer.poll(this::take, 1));
        assertEquals(0, ring.pendingCount());
    }

    @Test
    void shouldFillEachLaneByItself() {
        ManyToOneRingProducer first = ring.producer(0);
        ManyToOneRingProducer second = ring.producer(1);
        int count = 0;
        while (put(first, count) >= 0) {
            count++;
        }
        assertEquals(16, count, "as many as the lane has room for");
        assertEquals(MessageQueue.FULL, put(first, 99));
        assertEquals(2, ring.refusedCount(0));
        assertEquals(0, ring.refusedCount(1));
        assertEquals(16, put(second, 16));
        ManyToOneRingConsumer consumer = ring.consumer();
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
        ManyToOneRingProducer producer = ring.producer(2);
        assertEquals(24, ring.maxLength());
        QueueContract.holdEachLength(producer, ring.consumer(), ring.maxLength());
        assertThrows(IllegalStateException.class, producer::commit);
    }

    @Test
    void shouldPublishABatchWithNothingOfOthersInIt() {
        ManyToOneRingProducer producer = ring.producer(0);
        ManyToOneRingProducer other = ring.producer(1);
        ManyToOneRingConsumer consumer = ring.consumer();
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
        // All that fits is there, though the batch is still open.
        assertEquals(last, consumer.drain(this::take));
        put(producer, last);
        producer.endBatch();
        assertEquals(1, consumer.drain(this::take));
        assertEquals(last, taken.getLast());
    }

    /// What a producer wrote that was dead before it moved the tail is there, and in nobody's way.
    @Test
    void shouldGoOnWhereverAProducerStopped() {
        ManyToOneRingConsumer consumer = ring.consumer();
        long number = 0;
        for (int round = 0; round < 100; round++) {
            ManyToOneRingProducer stopped = ring.producer(0);
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
            ManyToOneRingProducer other = ring.producer(1);
            assertEquals(number, put(other, number));
            number++;
            ManyToOneRingProducer next = ring.producer(0);
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
        put(ring.producer(0), 1);
        memory.set(ValueLayout.JAVA_LONG, 128 + ManyToOneRingLayout.TAKEN, 1 << 20);
        assertEquals(MessageQueue.CORRUPT, ring.consumer().poll(this::take, 1));
        memory.set(ValueLayout.JAVA_LONG, 128 + ManyToOneRingLayout.TAKEN, 0);
        assertEquals(1, ring.consumer().poll(this::take, 1));
    }

    @Test
    void shouldTellWhenTheOtherSideHasLeft() {
        ManyToOneRingConsumer consumer = ring.consumer();
        assertFalse(consumer.isDone());
        ManyToOneRingProducer producer = ring.producer(0);
        ManyToOneRingProducer other = ring.producer(1);
        put(producer, 1);
        producer.close();
        consumer.drain(this::take);
        assertFalse(consumer.isDone());
        put(other, 2);
        other.close();
        assertFalse(consumer.isDone());
        consumer.drain(this::take);
        assertTrue(consumer.isDone());
        ManyToOneRingProducer next = ring.producer(0);
        assertFalse(consumer.isDone());
        consumer.close();
        long last;
        do {
            last = put(next, 2);
        } while (last >= 0);
        assertEquals(MessageQueue.CLOSED, last);
        ManyToOneRingConsumer later = ring.consumer();
        assertEquals(MessageQueue.FULL, put(next, 2));
        assertTrue(later.drain(this::take) > 10);
    }

    @Test
    void shouldRefuseMemoryThatHoldsNoFunnel() {
        ManyToOneRing same = ManyToOneRing.open(memory, 128);
        assertEquals(List.of(LANES, LANE_BYTES, ENTRIES), List.of(same.producers(), same.laneBytes(), same.entries()));
        assertThrows(IllegalArgumentException.class, () -> ManyToOneRing.open(memory, 0));
        assertThrows(IllegalArgumentException.class, () -> ManyToOneRing.create(memory, 128, 0, 256, 64));
        assertThrows(IllegalArgumentException.class, () -> ManyToOneRing.create(memory, 128, 65, 256, 128));
        assertThrows(IllegalArgumentException.class, () -> ManyToOneRing.create(memory, 128, 3, 100, 64));
        assertThrows(IllegalArgumentException.class, () -> ManyToOneRing.create(memory, 128, 3, 32, 64));
        assertThrows(IllegalArgumentException.class, () -> ManyToOneRing.create(memory, 128, 3, 256, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> ManyToOneRing.create(memory, 128, 3, 512, 64));
        assertThrows(IndexOutOfBoundsException.class, () -> ring.producer(3));
        memory.set(ValueLayout.JAVA_INT, 128 + ManyToOneRingLayout.LANES_AT, 60);
        assertThrows(IndexOutOfBoundsException.class, () -> ManyToOneRing.open(memory, 128));
        memory.set(ValueLayout.JAVA_INT, 128 + ManyToOneRingLayout.LANES_AT, -1);
        assertThrows(IllegalArgumentException.class, () -> ManyToOneRing.open(memory, 128));
    }
}
