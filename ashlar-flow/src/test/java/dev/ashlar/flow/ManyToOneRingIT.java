// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.flow.ManyToOneRingProgram.Step;
import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.ManyToOneRingLayout;
import dev.ashlar.testkit.ChildProcess;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several processes share a many-to-one ring, and producers are killed or stopped, at each step and at random moments:
/// no message is lost, torn, invented or out of order, and nobody waits for the dead or the stopped.
class ManyToOneRingIT {
    private static final int LANES = 4;
    private static final int LANE_BYTES = 1024;
    private static final int ENTRIES = 64;

    @TempDir
    Path folder;
    private final SplittableRandom random = Seed.random("FunnelIT");
    private final List<Long> taken = new ArrayList<>();
    private Path path;

    @BeforeEach
    void shouldHaveAFunnel() throws IOException {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
        path = folder.resolve("many-to-one ring");
        ManyToOneRingFile.create(path, LANES, LANE_BYTES, ENTRIES);
    }

    private ChildProcess child(Object... args) throws IOException {
        ChildProcess child = new ChildProcess(List.of(), ManyToOneRingProgram.class, path, args);
        assertEquals("ready", child.hear());
        return child;
    }

    private static void add(ManyToOneRingProducer producer, long number) {
        long at = producer.claim(OneToOneRingProgram.LONGEST, (int) number & 0xffff);
        assertTrue(at >= 0, () -> "refused: " + at);
        OneToOneRingProgram.fill(producer.memory(), at, OneToOneRingProgram.LONGEST, number);
        assertTrue(producer.commit() >= 0);
    }

    private void take(MemorySegment memory, long at, int length, int type) {
        taken.add(OneToOneRingProgram.number(memory, at, length, type));
    }

    /// Has a child add a number up to a step.
    private static void advance(ChildProcess child, long number, Step last) throws IOException {
        child.tell(Long.toString(number));
        for (Step step : Step.values()) {
            String said = child.hear();
            assertTrue(said.startsWith(step + " ") && !said.contains("-"), said);
            if (step == last) {
                return;
            }
            child.tell("on");
        }
    }

    @Test
    void shouldGoOnWhicheverStepAProducerIsKilledAt() throws Exception {
        try (ManyToOneRingFile file = ManyToOneRingFile.open(path)) {
            ManyToOneRingConsumer consumer = file.consumer();
            ManyToOneRingProducer other = file.producer();
            for (Step step : Step.values()) {
                List<Long> expected = new ArrayList<>();
                try (ChildProcess child = child("steps")) {
                    advance(child, 1, Step.FOLLOW);
                    child.tell("on");
                    advance(child, 2, step);
                    expected.add(1L);
                    if (step.compareTo(Step.ENTER) >= 0) {
                        expected.add(2L);
                    }
                    add(other, 3);
                    expected.add(3L);
                    child.kill();
                }
                assertFalse(file.hasProducer(1));
                add(other, 4);
                expected.add(4L);
                // Another process in the lane of the dead, while nothing was taken yet.
                try (ChildProcess child = child("steps")) {
                    assertTrue(file.hasProducer(1));
                    advance(child, 5, Step.FOLLOW);
                    expected.add(5L);
                    consumer.drain(this::take);
                    assertEquals(expected, taken, step::toString);
                    child.kill();
                }
                taken.clear();
            }
        }
    }

    @Test
    void shouldGoOnWhicheverStepAProducerIsStoppedAt() throws Exception {
        try (ManyToOneRingFile file = ManyToOneRingFile.open(path)) {
            ManyToOneRingConsumer consumer = file.consumer();
            ManyToOneRingProducer other = file.producer();
            for (Step step : Step.values()) {
                try (ChildProcess child = child("steps")) {
                    advance(child, 1, step);
                    child.stop();
                    // Many laps of the order, and of this lane.
                    long number = 100;
                    for (int lap = 0; lap < 5 * ENTRIES; lap++) {
                        add(other, number++);
                        consumer.drain(this::take);
                    }
                    assertTrue(file.hasProducer(1), "the stopped are not dead");
                    child.resume();
                    child.tell("on");
                    for (Step rest : Step.values()) {
                        if (rest.compareTo(step) > 0) {
                            assertTrue(child.hear().startsWith(rest.toString()));
                            child.tell("on");
                        }
                    }
                    advance(child, 2, Step.FOLLOW);
                    add(other, number++);
                    consumer.drain(this::take);
                    int at = taken.indexOf(1L);
                    // At once where it had its place, and whole whenever it came.
                    assertEquals(step.compareTo(Step.ENTER) >= 0 ? 0 : 5 * ENTRIES, at, step::toString);
                    taken.remove(at);
                    assertEquals(2L, taken.remove(taken.size() - 2));
                    for (int i = 0; i < taken.size(); i++) {
                        assertEquals(100 + i, taken.get(i));
                    }
                    child.kill();
                }
                taken.clear();
            }
        }
    }

    @Test
    void shouldLoseNothingWhereverProducersAreKilled() throws Exception {
        killProducers(9);
    }

    @Test
    @Tag("long")
    void shouldLoseNothingWhereverProducersAreKilledManyTimes() throws Exception {
        killProducers(200);
    }

    /// Three that add as fast as they can, of which one after the other is killed and followed; a fourth lane is this
    /// process' own.
    private void killProducers(int times) throws Exception {
        try (ManyToOneRingFile file = ManyToOneRingFile.open(path)) {
            ManyToOneRingConsumer consumer = file.consumer();
            ManyToOneRingProducer own = file.producer();
            long sent = 0;
            long[] expected = new long[LANES];
            ChildProcess[] producers = new ChildProcess[LANES];
            long messages = 0;
            try {
                for (int lane = 1; lane < LANES; lane++) {
                    producers[lane] = child("produce", (long) lane << 32, random.nextLong());
                    expected[lane] = (long) lane << 32;
                    producers[lane].tell("go");
                }
                for (int round = 0; round < times; round++) {
                    long until = System.nanoTime() + (1 + random.nextInt(30)) * 1_000_000L;
                    while (System.nanoTime() < until) {
                        messages += takeAll(consumer, expected);
                        if (random.nextInt(10) == 0) {
                            add(own, sent++);
                        }
                    }
                    int killed = 1 + round % 3;
                    if (random.nextBoolean()) {
                        producers[1 + (round + 1) % 3].stop();
                        messages += takeAll(consumer, expected);
                        producers[1 + (round + 1) % 3].resume();
                    }
                    producers[killed].kill();
                    // All of the dead: what comes later is of the others, or of the next one.
                    long last = word(file, ManyToOneRingLayout.TAIL) + 1;
                    while (word(file, ManyToOneRingLayout.HEAD) < last) {
                        messages += takeAll(consumer, expected);
                    }
                    producers[killed] = child("produce", expected[killed], random.nextLong());
                    producers[killed].tell("go");
                }
                System.out.println("FunnelIT: kills=" + times + ", messages=" + messages);
                assertTrue(messages > 50, "messages=" + messages);
            } finally {
                for (ChildProcess producer : producers) {
                    if (producer != null) {
                        producer.close();
                    }
                }
            }
        }
    }

    private static long word(ManyToOneRingFile file, long offset) {
        return CellLayout.getAcquire(file.ring().memory, offset);
    }

    private static int takeAll(ManyToOneRingConsumer consumer, long[] expected) {
        int count = consumer.poll((memory, at, length, type) -> {
            long number = OneToOneRingProgram.number(memory, at, length, type);
            assertEquals(expected[(int) (number >>> 32)]++, number);
        }, 1000);
        assertTrue(count >= 0, () -> "refused: " + count);
        return count;
    }

    /// One process creates the file, the others get an exception, and nothing unfinished is left.
    @Test
    void shouldBeMadeByOne() throws Exception {
        Path rings = Files.createDirectories(folder.resolve("rings"));
        for (int round = 0; round < 200; round++) {
            Path made = rings.resolve("ring" + round);
            CyclicBarrier start = new CyclicBarrier(2);
            Callable<Boolean> maker = () -> {
                start.await();
                try {
                    ManyToOneRingFile.create(made, LANES, LANE_BYTES, ENTRIES);
                    return true;
                } catch (FileAlreadyExistsException e) {
                    return false;
                }
            };
            try (ExecutorService makers = Executors.newFixedThreadPool(2)) {
                List<Future<Boolean>> found = makers.invokeAll(List.of(maker, maker));
                assertTrue(found.get(0).get() != found.get(1).get(), () -> "by both or none: " + found);
            }
            ManyToOneRingFile.open(made).close();
            assertEquals(round + 1, TestFiles.names(rings).size());
        }
    }

    /// Checking for a consumer or producer keeps nobody from becoming one.
    @Test
    void shouldBeOpenedWhileAnotherAsks() throws Exception {
        try (ChildProcess child = child("ask")) {
            for (int round = 0; round < 300; round++) {
                try (ManyToOneRingFile file = ManyToOneRingFile.open(path)) {
                    file.consumer();
                    for (int lane = 0; lane < LANES; lane++) {
                        file.producer();
                    }
                }
            }
            child.kill();
        }
    }

    @Test
    void shouldBeOpenedByOneOfEachSide() throws Exception {
        assertThrows(FileAlreadyExistsException.class, () -> ManyToOneRingFile.create(path, 1, LANE_BYTES, ENTRIES));
        try (ManyToOneRingFile file = ManyToOneRingFile.open(path)) {
            assertThrows(IllegalStateException.class, () -> ManyToOneRingFile.open(path));
            assertFalse(file.hasConsumer());
            file.consumer();
            assertThrows(IOException.class, file::consumer);
            for (int lane = 0; lane < LANES - 1; lane++) {
                file.producer();
            }
            try (ChildProcess child = child("steps")) {
                assertThrows(IOException.class, file::producer);
                child.kill();
            }
            file.producer();
        }
        ManyToOneRingFile closed = ManyToOneRingFile.open(path);
        closed.close();
        closed.close();
        assertThrows(IllegalStateException.class, () -> closed.ring().pendingCount());
        byte[] whole = Files.readAllBytes(path);
        for (int length : new int[] {0, 8, 100, whole.length - 1}) {
            Files.write(path, Arrays.copyOf(whole, length));
            assertThrows(IOException.class, () -> ManyToOneRingFile.open(path), () -> "length=" + length);
        }
        Files.write(path, whole);
        ManyToOneRingFile.open(path).close();
    }
}
