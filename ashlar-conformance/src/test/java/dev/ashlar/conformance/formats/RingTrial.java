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
import dev.ashlar.testkit.ChildProcess;
import dev.ashlar.testkit.TestFiles;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Rings between Java and a program in another language, in both directions, whose sides end or are killed.
///
/// The messages and arguments of that program are those of `c/tests/peer.c`.
///
/// @param temp a folder for rings, and for what the programs say
record RingTrial(Path temp, Peers peers) {
    static final long FOR_EVER = Long.MAX_VALUE / 2;
    /// Far more than fits.
    static final long BEGUN = 20_000;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /// Starts the program.
    interface Peers {
        Process start(Path output, Object... arguments) throws Exception;
    }

    /// The rings, with the number of producers that the test has.
    enum Kind {
        RING(1), GROUP(2), FIXED(1), MANY(2);

        private final int producers;

        Kind(int producers) {
            this.producers = producers;
        }

        int producers() {
            return producers;
        }
    }

    /// A ring in a file, as Java sees it.
    record Side(Closeable file, Callable<? extends QueueProducer> producers,
            Callable<? extends QueueConsumer> consumers, Callable<Boolean> consumed, Lanes produced)
            implements Closeable {
        /// Which lanes have a producer.
        interface Lanes {
            boolean have(int lane) throws IOException;
        }

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
        return open(kind, path);
    }

    static Side open(Kind kind, Path path) throws IOException {
        return switch (kind) {
            case RING, GROUP -> {
                OneToOneRingFile file = OneToOneRingFile.open(path);
                yield new Side(file::close, file::producer, file::consumer, file::hasConsumer,
                        file::hasProducer);
            }
            case FIXED -> {
                FixedLengthRingFile file = FixedLengthRingFile.open(path);
                yield new Side(file::close, file::producer, file::consumer, file::hasConsumer,
                        file::hasProducer);
            }
            case MANY -> {
                ManyToOneRingFile file = ManyToOneRingFile.open(path);
                yield new Side(file::close, file::producer, file::consumer, file::hasConsumer,
                        file::hasProducer);
            }
        };
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
    static long produce(Kind kind, QueueProducer producer, long id, long from, long to, Callable<Boolean> ends)
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
    static void take(Kind kind, QueueConsumer consumer, long[] next, Callable<Boolean> ends) throws Exception {
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

    /// From Java to the peer.
    void carryToPeer(Kind kind, long messages) throws Exception {
        Path path = temp.resolve("to-peer");
        Path output = temp.resolve("consumer.txt");
        try (Side side = create(kind, path); ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<Long>> producers = new ArrayList<>();
            Process consumer = peers.start(output, "consume", path, messages * kind.producers);
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

    /// From the peer to Java.
    void carryFromPeer(Kind kind, long messages) throws Exception {
        Path path = temp.resolve("from-peer");
        try (Side side = create(kind, path)) {
            QueueConsumer consumer = side.consumers.call();
            List<Process> producers = new ArrayList<>();
            for (int id = 0; id < kind.producers; id++) {
                producers.add(peers.start(temp.resolve("producer" + id), "produce", path, id, 0, messages));
            }
            // Nobody ends before all have begun, since there is no room: each has a lane of its own.
            for (int lane = 0; lane < kind.producers; lane++) {
                while (!side.produced.have(lane) && producers.stream().allMatch(Process::isAlive)) {
                    Thread.sleep(1);
                }
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

    /// A producer of the peer is killed, and the next one goes on.
    void killProducer(Kind kind) throws Exception {
        Path path = temp.resolve("killed-producer");
        try (Side side = create(kind, path)) {
            QueueConsumer consumer = side.consumers.call();
            Process first = peers.start(temp.resolve("first"), "produce", path, 0, 0, FOR_EVER);
            long[] next = new long[1];
            take(kind, consumer, next, () -> {
                if (next[0] > 20_000) {
                    first.destroyForcibly();
                }
                return !first.isAlive();
            });
            assertTrue(first.waitFor(1, TimeUnit.MINUTES));
            assertTrue(next[0] > 20_000, () -> "taken=" + next[0]);
            assertFalse(side.produced.have(0));
            assertFalse(consumer.isDone());
            long from = next[0];
            Process second = peers.start(temp.resolve("second"), "produce", path, 0, from, 5_000);
            take(kind, consumer, next, () -> !second.isAlive());
            end(second, temp.resolve("second"));
            assertEquals(from + 5_000, next[0]);
            assertTrue(consumer.isDone());
        }
    }

    /// Likewise, a consumer.
    void killConsumer(Kind kind) throws Exception {
        Path path = temp.resolve("killed-consumer");
        try (Side side = create(kind, path)) {
            QueueProducer producer = side.producers.call();
            Process first = peers.start(temp.resolve("first"), "consume", path, FOR_EVER);
            // Far more than fits, so the consumer has begun.
            long added = produce(kind, producer, 0, 0, 20_000, () -> !first.isAlive());
            assertEquals(20_000, added, () -> TestFiles.text(temp.resolve("first")));
            first.destroyForcibly();
            assertTrue(first.waitFor(1, TimeUnit.MINUTES));
            assertFalse(side.consumed.call());
            added = produce(kind, producer, 0, added, FOR_EVER, () -> true);
            assertTrue(added < 40_000, "the ring is never full");
            Path output = temp.resolve("second");
            Process second = peers.start(output, "consume", path, FOR_EVER);
            long end = produce(kind, producer, 0, added, added + 5_000, () -> !second.isAlive());
            producer.close();
            String text = end(second, output);
            assertEquals(added + 5_000, end);
            long firstTaken = Long.parseLong(text.replaceAll("(?s).*first=(\\d+), next=" + end + "\n", "$1"));
            assertTrue(firstTaken > 0 && firstTaken <= added, text);
        }
    }

    /// A producer in Java is killed: the peer takes all that was added, and says that nobody is left to add more.
    void killJavaProducer(Kind kind) throws Exception {
        Path path = temp.resolve("killed-java-producer");
        Path output = temp.resolve("consumer.txt");
        try (Side side = create(kind, path)) {
            Process peer = peers.start(output, "consume", path, FOR_EVER);
            try (ChildProcess producer = new ChildProcess(List.of(), RingChild.class, path, kind, "produce")) {
                assertEquals("begun", producer.hear(), () -> TestFiles.text(output));
                producer.kill();
            }
            String text = end(peer, output);
            assertTrue(text.contains("producers have died"), text);
            long end = Long.parseLong(text.replaceAll("(?s).*first=0, next=(\\d+)\n", "$1"));
            assertTrue(end >= BEGUN, text);
            long[] next = {end};
            QueueConsumer consumer = side.consumers.call();
            take(kind, consumer, next, () -> true);
            assertEquals(end, next[0], "messages that were added were not taken");
            QueueProducer second = side.producers.call();
            assertEquals(end + 1, produce(kind, second, 0, end, end + 1, () -> true));
            second.close();
            take(kind, consumer, next, () -> true);
            assertEquals(end + 1, next[0]);
        }
    }

    /// A consumer in Java is killed: the peer says so once there is no room, and the next consumer gets the rest.
    void killJavaConsumer(Kind kind) throws Exception {
        Path path = temp.resolve("killed-java-consumer");
        Path output = temp.resolve("producer.txt");
        try (Side side = create(kind, path)) {
            Process peer = peers.start(output, "produce", path, 0, 0, FOR_EVER);
            try (ChildProcess consumer = new ChildProcess(List.of(), RingChild.class, path, kind, "consume")) {
                assertEquals("begun", consumer.hear(), () -> TestFiles.text(output));
                consumer.kill();
            }
            String text = end(peer, output);
            assertTrue(text.contains("consumer has died"), text);
            long end = Long.parseLong(text.replaceAll("(?s).*number=(\\d+)\n", "$1"));
            QueueConsumer second = side.consumers.call();
            long[] next = {-1};
            assertEquals(1, second.poll((memory, offset, length, type) -> next[0] = memory.get(LONG, offset + 8), 1));
            long first = next[0]++;
            take(kind, second, next, () -> true);
            assertTrue(first > 0 && next[0] == end, () -> "first=" + first + ", next=" + next[0] + ": " + text);
            assertTrue(second.isDone());
        }
    }
}
