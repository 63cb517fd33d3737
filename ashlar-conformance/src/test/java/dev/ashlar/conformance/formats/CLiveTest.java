// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.FixedLengthRingFile;
import dev.ashlar.flow.ManyToOneRingFile;
import dev.ashlar.flow.MessageQueue;
import dev.ashlar.flow.OneToOneRingFile;
import dev.ashlar.flow.QueueConsumer;
import dev.ashlar.flow.QueueProducer;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// C and Java in two processes: a reader next to a writer at full speed, rings in both directions, sides that die.
class CLiveTest {
    private static final long MESSAGES = 100_000;
    private static final long MANY_MESSAGES = 10_000_000;
    private static final long FOR_EVER = Long.MAX_VALUE / 2;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    @TempDir
    Path temp;

    /// The rings, with the number of producers that the test has.
    private enum Kind {
        RING(1), GROUP(2), FIXED(1), MANY(2);

        private final int producers;

        Kind(int producers) {
            this.producers = producers;
        }
    }

    /// A ring in a file, as Java sees it.
    private record Side(Closeable file, Callable<? extends QueueProducer> producers,
            Callable<? extends QueueConsumer> consumers, Callable<Boolean> consumed, Callable<Boolean> produced)
            implements Closeable {
        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private static Side create(Kind kind, Path path) throws IOException {
        switch (kind) {
            case RING, GROUP -> OneToOneRingFile.create(path, kind.producers, 4096);
            case FIXED -> FixedLengthRingFile.create(path, 128, 16);
            case MANY -> ManyToOneRingFile.create(path, 2, 4096, 256);
        }
        return switch (kind) {
            case RING, GROUP -> {
                OneToOneRingFile file = OneToOneRingFile.open(path);
                yield new Side(file::close, file::producer, file::consumer, file::hasConsumer,
                        () -> file.hasProducer(0));
            }
            case FIXED -> {
                FixedLengthRingFile file = FixedLengthRingFile.open(path);
                yield new Side(file::close, file::producer, file::consumer, file::hasConsumer,
                        () -> file.hasProducer(0));
            }
            case MANY -> {
                ManyToOneRingFile file = ManyToOneRingFile.open(path);
                yield new Side(file::close, file::producer, file::consumer, file::hasConsumer,
                        () -> file.hasProducer(0));
            }
        };
    }

    private Process peer(Path output, Object... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(CPrograms.program("peer")));
        Arrays.stream(arguments).map(String::valueOf).forEach(command::add);
        return CPrograms.start(output, command.toArray(String[]::new));
    }

    private static String end(Process process, Path output) throws Exception {
        assertTrue(process.waitFor(30, TimeUnit.MINUTES), "does not end");
        String text = Files.readString(output);
        assertEquals(0, process.exitValue(), text);
        return text;
    }

    private static int length(Kind kind, long number) {
        return kind == Kind.FIXED ? 16 : 16 + (int) (number % 4) * 4;
    }

    /// Adds the messages of `peer.c`.
    ///
    /// @return the number after the last that was added before `ends` said so
    private static long produce(Kind kind, QueueProducer producer, long id, long from, long to, Callable<Boolean> ends)
            throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment message = arena.allocate(32, 8);
            for (long number = from; number < to; number++) {
                message.fill((byte) number);
                message.set(LONG, 0, id);
                message.set(LONG, 8, number);
                int type = kind == Kind.FIXED ? 0 : (int) (number & Integer.MAX_VALUE);
                long result = producer.offer(message, 0, length(kind, number), type);
                while (result == MessageQueue.FULL) {
                    if (ends.call()) {
                        return number;
                    }
                    Thread.onSpinWait();
                    Thread.yield();
                    result = producer.offer(message, 0, length(kind, number), type);
                }
                assertTrue(result >= 0, "result=" + result);
            }
            return to;
        }
    }

    /// Takes messages, and checks them as `peer.c` does.
    private static void take(Kind kind, QueueConsumer consumer, long[] next, Callable<Boolean> ends) throws Exception {
        boolean last = false;
        while (true) {
            int polled = consumer.poll((memory, offset, length, type) -> {
                long id = memory.get(LONG, offset);
                long number = memory.get(LONG, offset + 8);
                assertEquals(next[(int) id], number, "out of order");
                assertEquals(length(kind, number), length);
                for (int i = 16; i < length; i++) {
                    assertEquals((byte) number, memory.get(ValueLayout.JAVA_BYTE, offset + i));
                }
                assertTrue(kind == Kind.FIXED || type == (int) (number & Integer.MAX_VALUE), "type=" + type);
                next[(int) id]++;
            }, 100);
            assertTrue(polled >= 0, "polled=" + polled);
            if (polled == 0 && last) {
                return;
            }
            // Once more after the end, for what was added just before.
            boolean ended = ends.call() || consumer.isDone();
            last = polled == 0 && ended;
            if (polled == 0) {
                Thread.yield();
            }
        }
    }

    private void carryToC(Kind kind, long messages) throws Exception {
        CPrograms.built();
        Path path = temp.resolve("to-c");
        Path output = temp.resolve("consumer.txt");
        try (Side side = create(kind, path); ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<Long>> producers = new ArrayList<>();
            Process consumer = peer(output, "consume", path, messages * kind.producers);
            for (int id = 0; id < kind.producers; id++) {
                QueueProducer producer = side.producers.call();
                int own = id;
                producers.add(threads.submit(() -> {
                    long end = produce(kind, producer, own, 0, messages, () -> !consumer.isAlive());
                    producer.close();
                    return end;
                }));
            }
            String text = end(consumer, output);
            for (int id = 0; id < kind.producers; id++) {
                assertEquals(messages, producers.get(id).get());
                assertTrue(text.contains("producer=" + id + ", first=0, next=" + messages), text);
            }
            assertTrue(text.contains("taken=" + messages * kind.producers), text);
        }
    }

    private void carryFromC(Kind kind, long messages) throws Exception {
        CPrograms.built();
        Path path = temp.resolve("from-c");
        try (Side side = create(kind, path)) {
            QueueConsumer consumer = side.consumers.call();
            List<Process> producers = new ArrayList<>();
            for (int id = 0; id < kind.producers; id++) {
                producers.add(peer(temp.resolve("producer" + id), "produce", path, id, 0, messages));
            }
            long[] next = new long[kind.producers];
            take(kind, consumer, next, () -> producers.stream().noneMatch(Process::isAlive));
            for (int id = 0; id < kind.producers; id++) {
                end(producers.get(id), temp.resolve("producer" + id));
                assertEquals(messages, next[id]);
            }
            assertTrue(consumer.isDone());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesToC(Kind kind) throws Exception {
        carryToC(kind, MESSAGES);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesFromC(Kind kind) throws Exception {
        carryFromC(kind, MESSAGES);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void shouldCarryManyMessages(Kind kind) throws Exception {
        carryToC(kind, MANY_MESSAGES);
        carryFromC(kind, MANY_MESSAGES);
    }

    @ParameterizedTest
    @EnumSource(names = {"RING", "FIXED", "MANY"})
    void shouldLoseNothingWhenAProducerIsKilled(Kind kind) throws Exception {
        CPrograms.built();
        Path path = temp.resolve("killed-producer");
        try (Side side = create(kind, path)) {
            QueueConsumer consumer = side.consumers.call();
            Process first = peer(temp.resolve("first"), "produce", path, 0, 0, FOR_EVER);
            long[] next = new long[1];
            take(kind, consumer, next, () -> {
                if (next[0] > 20_000) {
                    first.destroyForcibly();
                }
                return !first.isAlive();
            });
            assertTrue(first.waitFor(1, TimeUnit.MINUTES));
            assertTrue(next[0] > 20_000, () -> "taken=" + next[0]);
            assertFalse(side.produced.call());
            assertFalse(consumer.isDone());
            long from = next[0];
            Process second = peer(temp.resolve("second"), "produce", path, 0, from, 5_000);
            take(kind, consumer, next, () -> !second.isAlive());
            end(second, temp.resolve("second"));
            assertEquals(from + 5_000, next[0]);
            assertTrue(consumer.isDone());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RING", "FIXED", "MANY"})
    void shouldLoseNothingWhenAConsumerIsKilled(Kind kind) throws Exception {
        CPrograms.built();
        Path path = temp.resolve("killed-consumer");
        try (Side side = create(kind, path)) {
            QueueProducer producer = side.producers.call();
            Process first = peer(temp.resolve("first"), "consume", path, FOR_EVER);
            // Far more than fits, so the consumer has begun.
            long added = produce(kind, producer, 0, 0, 20_000, () -> !first.isAlive());
            assertEquals(20_000, added, () -> read(temp.resolve("first")));
            first.destroyForcibly();
            assertTrue(first.waitFor(1, TimeUnit.MINUTES));
            assertFalse(side.consumed.call());
            added = produce(kind, producer, 0, added, FOR_EVER, () -> true);
            assertTrue(added < 40_000, "the ring is never full");
            Path output = temp.resolve("second");
            Process second = peer(output, "consume", path, FOR_EVER);
            long end = produce(kind, producer, 0, added, added + 5_000, () -> !second.isAlive());
            producer.close();
            String text = end(second, output);
            assertEquals(added + 5_000, end);
            long firstTaken = Long.parseLong(text.replaceAll("(?s).*first=(\\d+), next=" + end + "\n", "$1"));
            assertTrue(firstTaken > 0 && firstTaken <= added, text);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void follow(Duration duration, String... options) throws Exception {
        String program = CPrograms.program("follow");
        Path folder = temp.resolve("live");
        Path output = temp.resolve("reader.txt");
        List<String> command = new ArrayList<>(List.of(program, folder.toString(),
                Long.toString(duration.toSeconds())));
        command.addAll(List.of(options));
        TickWriter.writeNextTo(folder, () -> CPrograms.start(output, command.toArray(String[]::new)), output);
    }

    @Test
    void shouldFollowAWriterForSeconds() throws Exception {
        follow(Duration.ofSeconds(3));
    }

    @Test
    void shouldFollowAWriterWithoutAPin() throws Exception {
        follow(Duration.ofSeconds(2), "--read-only");
    }

    @Test
    @Tag("long")
    void shouldFollowAWriterForMinutes() throws Exception {
        follow(Duration.ofMinutes(2));
    }
}
