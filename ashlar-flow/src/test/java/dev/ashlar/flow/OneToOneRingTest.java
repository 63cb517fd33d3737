// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.OneToOneRingConsumer.Action;
import dev.ashlar.flow.internal.v1.RingLayout;
import dev.ashlar.testkit.FormatPage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneToOneRingTest extends NumberMessages {
    private static final int CAPACITY = 256;
    private final MemorySegment memory = Arena.ofAuto().allocate(128 + OneToOneRing.byteSize(CAPACITY), 128);
    private final OneToOneRing ring = OneToOneRing.create(memory, 128, CAPACITY);

    @Test
    void shouldBeAsThePageSays() throws IOException {
        FormatPage page = FormatPage.read("ring-v1.md", "plain", "opaque", "release");
        page.compare("## Header, ", RingLayout.HEADER);
        page.compare("## Header of a record, ", RingLayout.RECORD);
    }

    @Test
    void shouldHoldMessagesOfEachLengthAtEachPlace() {
        assertEquals(24, ring.maxLength());
        QueueContract.holdEachLength(ring.producer(), ring.consumer(), ring.maxLength());
    }

    @Test
    void shouldStopWhereTheHandlerSays() {
        OneToOneRingProducer producer = ring.producer();
        for (long number = 1; number <= 6; number++) {
            put(producer, number);
        }
        OneToOneRingConsumer consumer = ring.consumer();
        Action[] actions = {Action.CONTINUE, Action.COMMIT, Action.ABORT, Action.BREAK, Action.CONTINUE,
            Action.CONTINUE, Action.CONTINUE};
        int[] calls = {0};
        OneToOneRingConsumer.ControlledHandler handler = (from, offset, length, type) -> {
            take(from, offset, length, type);
            return actions[calls[0]++];
        };
        assertEquals(2, consumer.controlledPoll(handler, 10));
        assertEquals(1, consumer.controlledPoll(handler, 10));
        assertEquals(3, consumer.controlledPoll(handler, 10));
        assertEquals(List.of(1L, 2L, 3L, 3L, 4L, 5L, 6L), taken);
        assertEquals(0, ring.pendingBytes());
    }

    @Test
    void shouldRefuseEarlierWhereItIsToldTo() {
        OneToOneRingProducer producer = ring.producer();
        producer.limit(48);
        for (long number = 0; number < 3; number++) {
            assertTrue(put(producer, number) >= 0);
        }
        assertEquals(MessageQueue.FULL, put(producer, 3));
        ring.consumer().poll(this::take, 1);
        assertTrue(put(producer, 3) >= 0);
        producer.limit(0);
        assertEquals(MessageQueue.FULL, put(producer, 4));
        ring.consumer().drain(this::take);
        assertTrue(put(producer, 4) >= 0);
    }

    @Test
    void shouldRefuseMemoryThatHoldsNoRing() {
        assertEquals(CAPACITY, OneToOneRing.open(memory, 128).capacity());
        assertThrows(IllegalArgumentException.class, () -> OneToOneRing.open(memory, 0));
        assertThrows(IllegalArgumentException.class, () -> OneToOneRing.create(memory, 128, 100));
        assertThrows(IllegalArgumentException.class, () -> OneToOneRing.create(memory, 128, 32));
        assertThrows(IndexOutOfBoundsException.class, () -> OneToOneRing.create(memory, 128, 512));
        assertThrows(IndexOutOfBoundsException.class, () -> OneToOneRing.open(memory, memory.byteSize() - 8));
        memory.set(ValueLayout.JAVA_INT, 128 + RingLayout.CAPACITY_AT, 1 << 20);
        assertThrows(IndexOutOfBoundsException.class, () -> OneToOneRing.open(memory, 128));
        memory.set(ValueLayout.JAVA_INT, 128 + RingLayout.CAPACITY_AT, -8);
        assertThrows(IllegalArgumentException.class, () -> OneToOneRing.open(memory, 128));
    }

    @Test
    void shouldNotPassOnWhatIsSpoilt() {
        put(ring.producer(), 1);
        memory.set(ValueLayout.JAVA_LONG, 128 + RingLayout.TAKEN, 1 << 20);
        assertEquals(MessageQueue.CORRUPT, ring.consumer().poll(this::take, 1));
        memory.set(ValueLayout.JAVA_LONG, 128 + RingLayout.TAKEN, 0);
        assertEquals(1, ring.consumer().poll(this::take, 1));
    }

    @Test
    void shouldTakeFromAllLanesInTurn() {
        MemorySegment wide = Arena.ofAuto().allocate(RingGroup.byteSize(3, CAPACITY), 128);
        RingGroup.create(wide, 0, 3, CAPACITY);
        RingGroup lanes = RingGroup.open(wide, 0);
        assertEquals(3, lanes.producers());
        RingGroupConsumer consumer = lanes.consumer();
        OneToOneRingProducer[] producers = {lanes.ring(0).producer(), lanes.ring(1).producer(),
                lanes.ring(2).producer()};
        for (long number = 0; number < 9; number++) {
            put(producers[(int) number % 3], number);
        }
        assertEquals(3, consumer.poll(this::take, 1));
        assertEquals(List.of(0L, 1L, 2L), taken);
        assertEquals(6, consumer.poll(this::take, 9));
        assertEquals(List.of(0L, 1L, 2L, 4L, 7L, 5L, 8L, 3L, 6L), taken);
        assertFalse(consumer.isDone());
        for (OneToOneRingProducer producer : producers) {
            producer.close();
        }
        assertTrue(consumer.isDone());
        // A lane that is corrupt does not hide the others.
        wide.set(ValueLayout.JAVA_LONG, RingLayout.TAIL, 8);
        put(producers[1], 7);
        assertEquals(1, consumer.poll(this::take, 9));
        assertEquals(MessageQueue.CORRUPT, consumer.poll(this::take, 9));
        assertThrows(IllegalArgumentException.class, () -> RingGroup.byteSize(0, CAPACITY));
        assertThrows(IllegalArgumentException.class, () -> RingGroup.open(memory, 0));
    }
}
