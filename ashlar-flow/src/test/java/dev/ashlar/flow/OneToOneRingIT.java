// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.ChildProcess;
import dev.ashlar.testkit.Seed;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two processes share a ring, and one of them is killed or stopped at random moments: no message is lost, torn or
/// invented, and nobody waits for the dead or the stopped.
class OneToOneRingIT {
    private static final int CAPACITY = 1024;
    /// On a busy machine a producer may not run before it is killed: then there are more rounds, this many times as
    /// many at most.
    private static final int MORE = 50;

    @TempDir
    Path folder;
    private final SplittableRandom random = Seed.random("RingIT");
    private Path path;
    private long next;

    @BeforeEach
    void shouldHaveARing() throws IOException {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
        path = folder.resolve("ring");
        OneToOneRingFile.create(path, 1, CAPACITY);
    }

    private ChildProcess child(Object... args) throws IOException {
        ChildProcess child = new ChildProcess(List.of(), OneToOneRingProgram.class, path, args);
        assertEquals("ready", child.hear());
        return child;
    }

    private int drain(RingGroupConsumer consumer) {
        int count = consumer.poll((memory, at, length, type) ->
                assertEquals(next++, OneToOneRingProgram.number(memory, at, length, type)), 100_000);
        assertTrue(count >= 0, () -> "refused: " + count);
        return count;
    }

    @Test
    void shouldLoseNothingWhereverTheProducerIsKilled() throws Exception {
        killProducers(10);
    }

    @Test
    @Tag("long")
    void shouldLoseNothingWhereverTheProducerIsKilledManyTimes() throws Exception {
        killProducers(300);
    }

    private void killProducers(int times) throws Exception {
        try (OneToOneRingFile file = OneToOneRingFile.open(path)) {
            RingGroupConsumer consumer = file.consumer();
            for (int i = 0; i < times || next <= 50 && i < MORE * times; i++) {
                // The next number is known only when all that the last one published was taken.
                try (ChildProcess producer = child("produce", next, random.nextLong())) {
                    assertTrue(file.hasProducer(0));
                    producer.tell("go");
                    long until = System.nanoTime() + random.nextInt(60) * 1_000_000L;
                    while (System.nanoTime() < until) {
                        drain(consumer);
                    }
                    producer.kill();
                }
                while (drain(consumer) > 0) {
                    // All that was published.
                }
                assertFalse(file.hasProducer(0));
                assertEquals(0, file.lanes().ring(0).pendingBytes());
            }
            System.out.println("RingIT: kills=" + times + ", messages=" + next + ", refused="
                    + file.lanes().ring(0).refusedCount());
            assertTrue(next > 50, () -> "messages=" + next);
        }
    }

    @Test
    void shouldGoOnBesideAStoppedProducer() throws Exception {
        try (OneToOneRingFile file = OneToOneRingFile.open(path); ChildProcess producer = child("produce", 0, random.nextLong())) {
            RingGroupConsumer consumer = file.consumer();
            producer.tell("go");
            for (int i = 0; i < 20 || next <= 20 && i < MORE * 20; i++) {
                for (int n = random.nextInt(2000); n >= 0; n--) {
                    drain(consumer);
                }
                producer.stop();
                while (drain(consumer) > 0) {
                    // Ends though the producer is alive, perhaps in the middle of a message.
                }
                producer.resume();
            }
            producer.tell("enough");
            producer.end();
            assertTrue(next > 20, () -> "messages=" + next);
        }
    }

    /// Killed in turn, and stopped before that: messages of one length.
    @Test
    void shouldLoseNothingOfOneLengthWhereverTheProducerIsKilled() throws Exception {
        Path fixed = folder.resolve("fixed");
        FixedLengthRingFile.create(fixed, 16, OneToOneRingProgram.LONGEST);
        try (FixedLengthRingFile file = FixedLengthRingFile.open(fixed)) {
            FixedLengthRingConsumer consumer = file.consumer();
            for (int i = 0; i < 8 || next <= 50 && i < MORE * 8; i++) {
                try (ChildProcess producer = new ChildProcess(List.of(), OneToOneRingProgram.class, fixed, "produce-fixed",
                        next, random.nextLong())) {
                    assertEquals("ready", producer.hear());
                    assertThrows(IOException.class, file::producer);
                    producer.tell("go");
                    long until = System.nanoTime() + random.nextInt(60) * 1_000_000L;
                    while (System.nanoTime() < until) {
                        drain(consumer);
                    }
                    producer.stop();
                    while (drain(consumer) > 0) {
                        // Ends though the producer is alive, perhaps in the middle of a message.
                    }
                    producer.resume();
                    drain(consumer);
                    producer.kill();
                }
                while (drain(consumer) > 0) {
                    // All that was published.
                }
                assertEquals(0, file.ring().pendingCount());
            }
            assertTrue(next > 50, () -> "messages=" + next);
        }
    }

    private int drain(FixedLengthRingConsumer consumer) {
        int polled = consumer.pollRuns((memory, at, count) -> {
            for (int n = 0; n < count; n++) {
                assertEquals(next, OneToOneRingProgram.number(memory, at + (long) n * OneToOneRingProgram.LONGEST,
                        OneToOneRingProgram.LONGEST,
                        (int) next & 0xffff));
                next++;
            }
            return count;
        }, 100_000);
        assertTrue(polled >= 0, () -> "refused: " + polled);
        return polled;
    }

    @Test
    void shouldGiveWhatWasNotReleasedToTheNextConsumer() throws Exception {
        try (OneToOneRingFile file = OneToOneRingFile.open(path)) {
            OneToOneRingProducer producer = file.producer();
            long sent = 0;
            long expected = 0;
            long repeated = 0;
            for (int i = 0; i < 10; i++) {
                Path numbers = folder.resolve("numbers" + i);
                try (ChildProcess consumer = child("consume", numbers)) {
                    consumer.tell("go");
                    long until = System.nanoTime() + (5 + random.nextInt(40)) * 1_000_000L;
                    // The last one is not killed, so it takes as many as are wanted, however slow it is.
                    while (System.nanoTime() < until || i == 9 && sent <= 20) {
                        long at = producer.claim(OneToOneRingProgram.LONGEST, (int) sent & 0xffff);
                        if (at >= 0) {
                            OneToOneRingProgram.fill(producer.memory(), at, OneToOneRingProgram.LONGEST, sent++);
                            producer.commit();
                        }
                    }
                    if (i < 9) {
                        consumer.kill();
                    } else {
                        while (file.lanes().ring(0).pendingBytes() > 0) {
                            Thread.onSpinWait();
                        }
                        consumer.tell("enough");
                        consumer.end();
                    }
                }
                ByteBuffer taken = ByteBuffer.wrap(Files.readAllBytes(numbers));
                // The last number of one that was killed may be cut.
                while (taken.remaining() >= Long.BYTES) {
                    long number = taken.getLong();
                    assertTrue(number <= expected, "lost: number=" + number + ", expected=" + expected);
                    repeated += number < expected ? 1 : 0;
                    expected = Math.max(expected, number + 1);
                }
            }
            System.out.println("RingIT: messages=" + sent + ", came again=" + repeated);
            assertEquals(sent, expected);
            assertTrue(sent > 20, "sent=" + sent);
        }
    }

    @Test
    void shouldBeOpenedByOneOfEachSide() throws Exception {
        assertThrows(FileAlreadyExistsException.class, () -> OneToOneRingFile.create(path, 1, CAPACITY));
        try (OneToOneRingFile file = OneToOneRingFile.open(path)) {
            assertThrows(IllegalStateException.class, () -> OneToOneRingFile.open(path));
            file.consumer();
            assertThrows(IOException.class, file::consumer);
            try (ChildProcess producer = child("produce", 0, 1)) {
                assertThrows(IOException.class, file::producer);
                producer.kill();
            }
            file.producer();
        }
        OneToOneRingFile closed = OneToOneRingFile.open(path);
        closed.close();
        closed.close();
        assertThrows(IllegalStateException.class, () -> closed.lanes().ring(0).pendingBytes());
        OneToOneRingFile.open(path).close();
    }

    @Test
    void shouldRefuseFilesThatAreNoRings() throws IOException {
        byte[] whole = Files.readAllBytes(path);
        for (int length : new int[] {0, 8, 100, whole.length - 1}) {
            Files.write(path, Arrays.copyOf(whole, length));
            assertThrows(IOException.class, () -> OneToOneRingFile.open(path), () -> "length=" + length);
        }
        byte[] other = whole.clone();
        other[8] = 2;
        Files.write(path, other);
        assertThrows(IOException.class, () -> OneToOneRingFile.open(path));
        Files.write(path, whole);
        OneToOneRingFile.open(path).close();
    }

    /// Three producers, which are killed in turn; each has its lane, and the numbers of a lane have no gap.
    @Test
    void shouldHarmNoOtherLane() throws Exception {
        Path wide = folder.resolve("wide");
        OneToOneRingFile.create(wide, 3, CAPACITY);
        try (OneToOneRingFile file = OneToOneRingFile.open(wide)) {
            RingGroupConsumer consumer = file.consumer();
            long[] expected = new long[3];
            ChildProcess[] producers = new ChildProcess[3];
            try {
                for (int lane = 0; lane < 3; lane++) {
                    producers[lane] = new ChildProcess(List.of(), OneToOneRingProgram.class, wide, "produce", 0, lane);
                    assertEquals("ready", producers[lane].hear());
                    assertTrue(file.hasProducer(lane));
                    producers[lane].tell("go");
                }
                assertThrows(IOException.class, file::producer);
                long[] total = {0};
                for (int round = 0; round < 9 || total[0] <= 30 && round < MORE * 9; round++) {
                    long until = System.nanoTime() + 10_000_000L;
                    while (System.nanoTime() < until) {
                        takeAll(file, consumer, expected, total);
                    }
                    int killed = round % 3;
                    producers[killed].kill();
                    takeAll(file, consumer, expected, total);
                    producers[killed] = new ChildProcess(List.of(), OneToOneRingProgram.class, wide, "produce",
                            expected[killed], round);
                    assertEquals("ready", producers[killed].hear());
                    producers[killed].tell("go");
                }
                System.out.println("RingIT: messages of lanes=" + Arrays.toString(expected));
                assertTrue(total[0] > 30, "messages=" + total[0]);
            } finally {
                for (ChildProcess producer : producers) {
                    if (producer != null) {
                        producer.close();
                    }
                }
            }
        }
    }

    private static void takeAll(OneToOneRingFile file, RingGroupConsumer consumer, long[] expected, long[] total) {
        for (int lane = 0; lane < expected.length; lane++) {
            int at = lane;
            int polled;
            do {
                polled = consumer.lane(lane).poll((memory, offset, length, type) ->
                        assertEquals(expected[at]++, OneToOneRingProgram.number(memory, offset, length, type)), 1000);
                total[0] += polled;
            } while (polled > 0 && total[0] % 64 != 0);
            assertTrue(polled >= 0);
        }
        assertEquals(3, file.lanes().producers());
    }
}
