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
class RingIT {
    private static final int CAPACITY = 1024;

    @TempDir
    Path folder;
    private final SplittableRandom random = Seed.random("RingIT");
    private Path path;
    private long next;

    @BeforeEach
    void shouldHaveARing() throws IOException {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
        path = folder.resolve("ring");
        RingFile.create(path, CAPACITY);
    }

    private ChildProcess child(Object... args) throws IOException {
        ChildProcess child = new ChildProcess(List.of(), RingProgram.class, path, args);
        assertEquals("ready", child.hear());
        return child;
    }

    private int drain(RingConsumer consumer) {
        int count = consumer.poll((memory, at, length, type) ->
                assertEquals(next++, RingProgram.number(memory, at, length, type)), 100_000);
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
        try (RingFile file = RingFile.open(path)) {
            RingConsumer consumer = file.consumer();
            for (int i = 0; i < times; i++) {
                // The next number is known only when all that the last one published was taken.
                try (ChildProcess producer = child("produce", next, random.nextLong())) {
                    assertTrue(file.hasProducer());
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
                assertFalse(file.hasProducer());
                assertEquals(0, file.ring().pendingBytes());
            }
            System.out.println("RingIT: kills=" + times + ", messages=" + next + ", refused="
                    + file.ring().refusedCount());
            assertTrue(next > 1000, () -> "messages=" + next);
        }
    }

    @Test
    void shouldGoOnBesideAStoppedProducer() throws Exception {
        try (RingFile file = RingFile.open(path); ChildProcess producer = child("produce", 0, random.nextLong())) {
            RingConsumer consumer = file.consumer();
            producer.tell("go");
            for (int i = 0; i < 20; i++) {
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
            assertTrue(next > 100, () -> "messages=" + next);
        }
    }

    @Test
    void shouldGiveWhatWasNotReleasedToTheNextConsumer() throws Exception {
        try (RingFile file = RingFile.open(path)) {
            RingProducer producer = file.producer();
            long sent = 0;
            long expected = 0;
            long repeated = 0;
            for (int i = 0; i < 10; i++) {
                Path numbers = folder.resolve("numbers" + i);
                try (ChildProcess consumer = child("consume", numbers)) {
                    consumer.tell("go");
                    long until = System.nanoTime() + (5 + random.nextInt(40)) * 1_000_000L;
                    while (System.nanoTime() < until) {
                        long at = producer.claim(RingProgram.LONGEST, (int) sent & 0xffff);
                        if (at >= 0) {
                            RingProgram.fill(producer.memory(), at, RingProgram.LONGEST, sent++);
                            producer.commit();
                        }
                    }
                    if (i < 9) {
                        consumer.kill();
                    } else {
                        while (file.ring().pendingBytes() > 0) {
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
            assertTrue(sent > 100, "sent=" + sent);
        }
    }

    @Test
    void shouldBeOpenedByOneOfEachSide() throws Exception {
        assertThrows(FileAlreadyExistsException.class, () -> RingFile.create(path, CAPACITY));
        try (RingFile file = RingFile.open(path)) {
            assertThrows(IllegalStateException.class, () -> RingFile.open(path));
            file.consumer();
            assertThrows(IOException.class, file::consumer);
            try (ChildProcess producer = child("produce", 0, 1)) {
                assertThrows(IOException.class, file::producer);
                producer.kill();
            }
            file.producer();
        }
        RingFile closed = RingFile.open(path);
        closed.close();
        closed.close();
        assertThrows(IllegalStateException.class, () -> closed.ring().pendingBytes());
        RingFile.open(path).close();
    }

    @Test
    void shouldRefuseFilesThatAreNoRings() throws IOException {
        byte[] whole = Files.readAllBytes(path);
        for (int length : new int[] {0, 8, 100, whole.length - 1}) {
            Files.write(path, Arrays.copyOf(whole, length));
            assertThrows(IOException.class, () -> RingFile.open(path), () -> "length=" + length);
        }
        byte[] other = whole.clone();
        other[8] = 2;
        Files.write(path, other);
        assertThrows(IOException.class, () -> RingFile.open(path));
        Files.write(path, whole);
        RingFile.open(path).close();
    }
}
