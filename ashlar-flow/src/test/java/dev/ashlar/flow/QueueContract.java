// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Allocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What every [MessageQueue] promises, so that one can take the place of another.
abstract class QueueContract extends NumberMessages {
    final MessageQueue queue = create(Arena.ofAuto());
    private long sum;

    /// A small one, which a few dozen messages fill.
    abstract MessageQueue create(Arena arena);

    private void put(QueueProducer producer, long from, long to) {
        for (long number = from; number < to; number++) {
            assertTrue(put(producer, number) >= 0);
        }
    }

    /// Messages of each length, at each place of a queue whose messages have any length.
    static void holdEachLength(QueueProducer producer, QueueConsumer consumer, int maxLength) {
        byte[] bytes = new byte[maxLength];
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
        assertThrows(IllegalArgumentException.class, () -> producer.claim(maxLength + 1, 0));
        assertThrows(IllegalArgumentException.class, () -> producer.claim(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> producer.claim(1, -1));
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void shouldGiveMessagesInTheirOrderUntilItIsFull() {
        QueueProducer producer = queue.producer(0);
        QueueConsumer consumer = queue.consumer();
        long next = 0;
        for (int round = 0; round < 100; round++) {
            while (put(producer, next) >= 0) {
                next++;
            }
            assertEquals(MessageQueue.FULL, put(producer, next));
            assertEquals(1 + round % 7, consumer.poll(this::take, 1 + round % 7));
        }
        consumer.drain(this::take);
        assertEquals(0, consumer.poll(this::take, 9));
        assertEquals(0, consumer.drain(this::take));
        assertEquals(numbers(0, next), taken);
        assertEquals(200, queue.refusedCount());
    }

    @Test
    void shouldTakeMessagesOfAllProducers() {
        QueueConsumer consumer = queue.consumer();
        List<QueueProducer> producers = new ArrayList<>();
        for (int i = 0; i < queue.producers(); i++) {
            producers.add(queue.producer(i));
            put(producers.getLast(), i);
        }
        assertEquals(producers.size(), consumer.drain(this::take));
        assertEquals(numbers(0, producers.size()), taken);
        assertFalse(consumer.isDone());
        producers.forEach(QueueProducer::close);
        assertTrue(consumer.isDone());
        assertThrows(IndexOutOfBoundsException.class, () -> queue.producer(queue.producers()));
        assertThrows(IndexOutOfBoundsException.class, () -> queue.producer(-1));
    }

    @Test
    void shouldCopyMessages() {
        QueueProducer producer = queue.producer(0);
        MemorySegment source = MemorySegment.ofArray(new long[] {1, 7, 5});
        assertTrue(producer.offer(source, 8, BYTES, type()) >= 0);
        assertThrows(IndexOutOfBoundsException.class, () -> producer.offer(source, 24, BYTES, type()));
        queue.consumer().drain(this::take);
        assertEquals(List.of(7L), taken);
    }

    @Test
    void shouldRefuseMisuse() {
        QueueProducer producer = queue.producer(0);
        assertThrows(IllegalArgumentException.class, () -> producer.claim(queue.maxLength() + 1, type()));
        assertThrows(IllegalArgumentException.class, () -> producer.claim(-1, type()));
        assertThrows(IllegalArgumentException.class, () -> producer.claim(BYTES, -1));
        assertThrows(IllegalStateException.class, producer::commit);
        producer.abort();
        producer.claim(BYTES, type());
        assertThrows(IllegalStateException.class, () -> producer.claim(BYTES, type()));
        producer.commit();
        producer.beginBatch();
        assertThrows(IllegalStateException.class, producer::beginBatch);
        assertTrue(producer.endBatch() >= 0);
    }

    @Test
    void shouldPublishABatchAtOnce() {
        QueueProducer producer = queue.producer(0);
        QueueConsumer consumer = queue.consumer();
        producer.beginBatch();
        put(producer, 0, 2);
        assertEquals(0, consumer.drain(this::take));
        producer.endBatch();
        assertEquals(2, consumer.drain(this::take));
        producer.beginBatch();
        long last = 2;
        while (put(producer, last) >= 0) {
            last++;
        }
        // All that fits is there, though the batch is still open.
        assertEquals(last - 2, consumer.drain(this::take));
        assertTrue(put(producer, last) >= 0);
        producer.endBatch();
        assertEquals(1, consumer.drain(this::take));
        assertEquals(numbers(0, last + 1), taken);
    }

    @Test
    void shouldForgetWhatWasNotCommitted() {
        QueueProducer dead = queue.producer(0);
        put(dead, 1);
        dead.beginBatch();
        put(dead, 99);
        dead.claim(BYTES, type());
        QueueProducer next = queue.producer(0);
        put(next, 2);
        next.claim(BYTES, type());
        next.abort();
        put(next, 3);
        queue.consumer().drain(this::take);
        assertEquals(List.of(1L, 2L, 3L), taken);
    }

    @Test
    void shouldGiveAgainWhatWasNotReleased() {
        put(queue.producer(0), 1, 5);
        QueueConsumer dead = queue.consumer();
        assertThrows(ArithmeticException.class, () -> dead.poll((from, offset, length, type) -> {
            take(from, offset, length, type);
            if (taken.size() == 2) {
                throw new ArithmeticException();
            }
        }, 4));
        queue.consumer().drain(this::take);
        assertEquals(List.of(1L, 2L, 2L, 3L, 4L), taken);
    }

    @Test
    void shouldGiveNothingTwiceWhereItReleasesFirst() {
        QueueProducer producer = queue.producer(0);
        put(producer, 1, 4);
        QueueConsumer dead = queue.consumer().releaseFirst();
        assertThrows(ArithmeticException.class, () -> dead.poll((_, _, _, _) -> {
            throw new ArithmeticException();
        }, 4));
        assertEquals(1, dead.poll(this::take, 1));
        queue.consumer().drain(this::take);
        assertEquals(List.of(2L, 3L), taken);
        // One that dies while it handles a message is followed by one that does not get it.
        put(producer, 4, 6);
        queue.consumer().releaseFirst().poll((_, _, _, _) -> queue.consumer().drain(this::take), 1);
        assertEquals(List.of(2L, 3L, 5L), taken);
    }

    /// The producer may fill the queue while a message is handled: not over that message.
    @Test
    void shouldKeepWhatItTookFirstUntilItWasHandled() {
        QueueProducer producer = queue.producer(0);
        QueueConsumer consumer = queue.consumer().releaseFirst();
        for (int round = 0; round < 50; round++) {
            long number = round;
            put(producer, number);
            assertEquals(1, consumer.poll((from, offset, _, _) -> {
                while (put(producer, -1) >= 0) {
                    // As much as fits.
                }
                assertEquals(number, from.get(ValueLayout.JAVA_LONG, offset));
            }, 1));
            consumer.drain((_, _, _, _) -> { });
        }
    }

    @Test
    void shouldTellWhenTheOtherSideHasLeft() {
        QueueConsumer consumer = queue.consumer();
        assertFalse(consumer.isDone());
        List<QueueProducer> producers = IntStream.range(0, queue.producers()).mapToObj(queue::producer).toList();
        put(producers.getFirst(), 1);
        producers.forEach(QueueProducer::close);
        assertFalse(consumer.isDone());
        consumer.drain(this::take);
        assertTrue(consumer.isDone());
        QueueProducer next = queue.producer(0);
        assertFalse(consumer.isDone());
        consumer.close();
        long count = 0;
        long last = put(next, 2);
        for (; last >= 0; last = put(next, 2)) {
            count++;
        }
        assertEquals(MessageQueue.CLOSED, last);
        QueueConsumer later = queue.consumer();
        assertEquals(MessageQueue.FULL, put(next, 2));
        assertEquals(count, later.drain(this::take));
    }

    @Test
    void shouldBeDoneThoughNotAllProducersWereUsed() {
        QueueConsumer consumer = queue.consumer();
        QueueProducer producer = queue.producer(0);
        put(producer, 1);
        consumer.drain(this::take);
        assertFalse(consumer.isDone());
        producer.close();
        assertTrue(consumer.isDone());
    }

    @Test
    void shouldPassAllFromThreadToThread() throws InterruptedException {
        long messages = 100_000;
        Thread sender = Thread.ofPlatform().start(() -> {
            QueueProducer producer = queue.producer(0);
            IdleStrategy idle = IdleStrategy.forSpinners(2);
            for (long number = 0; number < messages;) {
                boolean added = put(producer, number) >= 0;
                number += added ? 1 : 0;
                idle.idle(added ? 1 : 0);
            }
        });
        QueueConsumer consumer = queue.consumer();
        IdleStrategy idle = IdleStrategy.forSpinners(2);
        long[] next = {0};
        while (next[0] < messages) {
            idle.idle(consumer.poll((memory, offset, _, _) ->
                    assertEquals(next[0]++, memory.get(ValueLayout.JAVA_LONG, offset)), 16));
        }
        sender.join();
    }

    @Test
    void shouldAllocateNothing() {
        QueueProducer producer = queue.producer(0);
        QueueConsumer consumer = queue.consumer();
        MemorySegment source = MemorySegment.ofArray(new byte[BYTES]);
        QueueHandler handler = (memory, at, _, _) -> sum += memory.get(ValueLayout.JAVA_BYTE, at) + 1;
        assertEquals(0, Allocation.leastBytes(20_000, () -> {
            sum += producer.offer(source, 0, BYTES, type());
            if (producer.claim(BYTES, type()) >= 0) {
                sum += producer.commit();
            }
            sum += consumer.poll(handler, 4);
        }));
        assertTrue(sum > 0);
    }
}
