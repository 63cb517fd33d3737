// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static dev.ashlar.memory.SharedPoolProgram.CHUNK;
import static dev.ashlar.memory.SharedPoolProgram.CHUNKS;
import static dev.ashlar.memory.SharedPoolProgram.OPTIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.memory.internal.v1.PoolStep;
import dev.ashlar.memory.internal.v1.TestDirectory;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real processes share a pool, and are killed and stopped at every labelled step: afterwards each chunk has one owner
/// or is free, nobody's bytes were changed by another, and nothing is lost.
class SharedPoolIT {
    @TempDir
    Path folder;

    @BeforeEach
    void shouldHaveSignals() {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
    }

    /// The steps that the script makes, in order, as recorded in this process.
    private List<PoolStep> recorded() throws IOException {
        List<PoolStep> steps = new ArrayList<>();
        SharedPoolProgram.script(Files.createDirectory(folder.resolve("recorded")), steps::add);
        return steps;
    }

    @Test
    void shouldPassEveryStepInTheScript() throws IOException {
        Set<PoolStep> missing = EnumSet.allOf(PoolStep.class);
        missing.removeAll(recorded());
        assertEquals(Set.of(), missing);
    }

    /// A SIGKILL at the first and the last time of every step.
    @Test
    void shouldLoseNothingWhereverAProcessIsKilled() throws Exception {
        List<PoolStep> steps = recorded();
        Map<PoolStep, Integer> last = new EnumMap<>(PoolStep.class);
        Set<Integer> points = new HashSet<>();
        for (int at = 0; at < steps.size(); at++) {
            if (last.put(steps.get(at), at) == null) {
                points.add(at);
            }
        }
        points.addAll(last.values());
        killAt(steps, List.copyOf(points));
    }

    @Test
    @Tag("long")
    void shouldLoseNothingWhereverAProcessIsKilledEveryTime() throws Exception {
        List<PoolStep> steps = recorded();
        killAt(steps, Stream.iterate(0, at -> at + 1).limit(steps.size()).toList());
    }

    private void killAt(List<PoolStep> steps, List<Integer> points) throws Exception {
        int published = steps.indexOf(PoolStep.PUBLISHED);
        int retired = steps.indexOf(PoolStep.RETIRED);
        System.out.println("SharedPoolIT: kills=" + points.size() + ", steps=" + steps.size());
        // Two at a time: the next process starts while this one is looked after.
        Child next = child(points.getFirst());
        for (int i = 0; i < points.size(); i++) {
            int at = points.get(i);
            try (Child child = next) {
                next = i + 1 < points.size() ? child(points.get(i + 1)) : null;
                assertEquals("at " + steps.get(at), child.hear());
                child.kill();
            }
            Path sub = folder.resolve("kill" + at);
            String where = at + " " + steps.get(at);
            try (SharedPool pool = SharedPool.open(sub, OPTIONS)) {
                boolean there = at >= published && at < retired;
                assertEquals(there, pool.openReadOnly("script").isPresent(), where);
                if (there) {
                    SharedPoolProgram.check(pool.openReadOnly("script").orElseThrow(), 3);
                }
                assertEquals(there ? 1 : 0, pool.statistics().containers().size(), where);
                assertEquals(1, pool.statistics().processes().size(), where);
                assertEquals(List.of(), TestFiles.names(sub).stream().filter(f -> f.endsWith(".tmp")).toList(), where);
                checkWhole(pool, there ? 3 : 0, where);
            }
        }
    }

    private Child child(int at) throws IOException {
        return new Child(Files.createDirectory(folder.resolve("kill" + at)), "kill", at);
    }

    /// One process stops at every step, while this one does all there is to do. What this one does first the other
    /// need not do any longer, so it takes several that stop at different steps to see them all.
    @Test
    void shouldWaitForNobodyWhoIsStopped() throws Exception {
        Set<PoolStep> late = EnumSet.of(PoolStep.DIRECTORY_LINKED, PoolStep.EXTENT_FILLED, PoolStep.EXTENT_LINKED,
                PoolStep.EXTENT_COUNTED, PoolStep.RECORD_FREED);
        List<PoolStep> stops = new ArrayList<>();
        for (Set<PoolStep> some : List.of(EnumSet.complementOf(EnumSet.copyOf(late)), Set.of(PoolStep.DIRECTORY_LINKED),
                Set.of(PoolStep.EXTENT_FILLED),
                Set.of(PoolStep.EXTENT_LINKED, PoolStep.RECORD_FREED), Set.of(PoolStep.EXTENT_COUNTED))) {
            Path sub = Files.createDirectory(folder.resolve("stop" + stops.size()));
            String names = some.stream().map(PoolStep::name).collect(Collectors.joining(","));
            try (Child child = new Child(sub, "stop", names)) {
                for (String line = child.hear(); !line.equals("done"); line = child.hear()) {
                    String where = line;
                    stops.add(PoolStep.valueOf(line.substring(3)));
                    child.stop();
                    assertTimeout(Duration.ofMinutes(5), () -> workBeside(sub, where));
                    child.resume();
                    child.tell("on");
                }
                child.end();
            }
            try (SharedPool pool = SharedPool.open(sub, OPTIONS)) {
                checkWhole(pool, 0, "at the end");
            }
        }
        System.out.println("SharedPoolIT: stops=" + stops.size());
        assertEquals(EnumSet.allOf(PoolStep.class), EnumSet.copyOf(stops));
    }

    private void workBeside(Path sub, String where) throws IOException {
        try (SharedPool pool = SharedPool.open(sub, OPTIONS)) {
            assertEquals(List.of(), pool.found().dead(), "the stopped lives: " + where);
            SegmentedMemory memory = pool.acquire(6 * CHUNK);
            SharedPoolProgram.write(memory, 6);
            assertTrue(pool.publish("beside", memory), where);
            memory.close();
            try (SegmentedMemory found = pool.openReadWrite("beside").orElseThrow()) {
                SharedPoolProgram.check(found, 6);
                assertTrue(pool.unpublish("beside"));
                SharedPoolProgram.check(found, 6);
            }
            assertFalse(pool.openReadOnly("beside").isPresent());
            assertEquals(List.of(), pool.reap().dead(), where);
            pool.acquire(CHUNK);
        }
    }

    @Test
    void shouldReportWhatTheDeadLeft() throws Exception {
        List<PoolStep> steps = recorded();
        try (SharedPool pool = SharedPool.open(folder, OPTIONS);
                Child child = new Child(folder, "kill", steps.lastIndexOf(PoolStep.CHUNK_CONTAINED) - shorter(steps))) {
            assertNotNull(child.hear());
            assertEquals(2, pool.statistics().processes().size());
            long pid = pool.statistics().processes().getLast().pid();
            assertEquals(List.of(), pool.reap().dead());
            child.kill();
            assertEquals(new ReapReport.Dead(pid, 5, 1), pool.reap().dead().getFirst());
            assertEquals(List.of(), pool.reap().dead());
            checkWhole(pool, 0, "after the reaper");
        }
    }

    /// Steps that the script does not make where there is a pool already.
    private static int shorter(List<PoolStep> steps) {
        return steps.indexOf(PoolStep.DIRECTORY_LINKED) + 1;
    }

    /// A reaper that is stopped keeps no slots but those of the dead, though all have been used before.
    @Test
    void shouldFindASlotWhileAReaperIsStopped() throws Exception {
        SharedPool.open(folder, OPTIONS).close();
        try (TestDirectory directory = TestDirectory.map(folder)) {
            for (int slot = 0; slot < 64; slot++) {
                directory.slots().take(slot);
                directory.slots().clear(slot);
            }
        }
        try (Child child = new Child(folder, "stop", PoolStep.DEAD_MARKED)) {
            for (String line = child.hear(); !line.equals("done"); line = child.hear()) {
                child.stop();
                SharedPool.open(folder, OPTIONS).close();
                child.resume();
                child.tell("on");
            }
            child.end();
        }
    }

    /// A pool that is full of what the dead had is not full.
    @Test
    void shouldTakeFromTheDeadRatherThanBeFull() throws Exception {
        List<PoolStep> steps = recorded();
        try (SharedPool pool = SharedPool.open(folder, OPTIONS);
                Child child = new Child(folder, "kill", steps.indexOf(PoolStep.RECORD_HELD) - shorter(steps))) {
            assertEquals("at RECORD_HELD", child.hear());
            child.kill();
            assertEquals((long) CHUNKS * CHUNK, pool.acquire((long) CHUNKS * CHUNK).byteSize());
        }
    }

    @Test
    void shouldLetSeveralWriteAtTheSameTime() throws Exception {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            SegmentedMemory memory = pool.acquire(6 * CHUNK);
            memory.putLong(3 * CHUNK, 0);
            assertTrue(pool.publish("count", memory));
            List<Child> children = List.of(new Child(folder, "count"), new Child(folder, "count"));
            for (Child child : children) {
                assertEquals("open", child.hear());
            }
            assertEquals(3, pool.statistics().containers().getFirst().leases());
            children.forEach(child -> child.tell("go"));
            for (Child child : children) {
                assertEquals("done", child.hear());
                child.end();
            }
            assertEquals(2L * SharedPoolProgram.COUNTS, (long) Access.LONG.getVolatile(memory, 3L * CHUNK));
            assertEquals(1, pool.statistics().containers().getFirst().leases());
        }
    }

    @Test
    void shouldNoticeWhenOthersThinkItDead() throws Exception {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS); Child child = new Child(folder, "zombie")) {
            assertEquals("lost", child.hear());
            assertEquals(1, pool.reap().dead().getFirst().chunks());
            SegmentedMemory all = pool.acquire((long) CHUNKS * CHUNK);
            SharedPoolProgram.write(all, 7);
            child.tell("on");
            assertEquals("noticed", child.hear());
            assertEquals("noticed", child.hear());
            child.end();
            SharedPoolProgram.check(all, 7);
        }
    }

    @Tag("slow")
    @Test
    void shouldSurviveKillsAndStopsAtRandom() throws Exception {
        trial(Seed.random("SharedPoolIT"), 3, 12, 250);
    }

    @Test
    @Tag("long")
    void shouldSurviveManyKillsAndStopsAtRandom() throws Exception {
        trial(Seed.random("SharedPoolIT"), 4, 400, 400);
    }

    private void trial(SplittableRandom random, int processes, int disturbances, int mostMs) throws Exception {
        List<Child> children = new ArrayList<>();
        long rounds = 0;
        int kills = 0;
        try {
            for (int i = 0; i < processes; i++) {
                children.add(new Child(folder, "random", random.nextLong()));
            }
            for (Child child : children) {
                assertEquals("open", child.hear());
            }
            for (int i = 0; i < disturbances; i++) {
                int at = random.nextInt(processes);
                Child child = children.get(at);
                Thread.sleep(random.nextInt(mostMs));
                child.stop();
                Thread.sleep(random.nextInt(mostMs));
                if (random.nextInt(3) != 0) {
                    kills++;
                    child.kill();
                    children.set(at, new Child(folder, "random", random.nextLong()));
                    assertEquals("open", children.get(at).hear());
                } else {
                    child.resume();
                }
            }
            for (Child child : children) {
                child.tell("enough");
            }
            for (Child child : children) {
                String last = child.hear();
                assertNotNull(last, "ended too early: see its standard error");
                rounds += Long.parseLong(last.substring("done ".length()));
                child.end();
            }
        } finally {
            children.forEach(Child::close);
        }
        System.out.println("SharedPoolIT: processes=" + processes + ", disturbances=" + disturbances + ", kills="
                + kills + ", rounds of the last processes=" + rounds);
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            int named = 0;
            for (SharedPoolStatistics.NamedContainer container : pool.statistics().containers()) {
                assertTrue(container.published(), container::toString);
                assertEquals(0, container.leases(), container::toString);
                try (SegmentedMemory memory = pool.openReadOnly(container.name()).orElseThrow()) {
                    SharedPoolProgram.check(memory, memory.byteSize() == 0 ? 0 : memory.getLong(0));
                    named += container.chunks();
                }
            }
            checkWhole(pool, named, "at the end");
        }
    }

    /// All chunks but those of named containers are free: they can all be had, at once, and written.
    private static void checkWhole(SharedPool pool, int named, String where) throws IOException {
        assertEquals(pool.statistics().totalChunks() - named, pool.statistics().freeChunks(), where);
        try (SegmentedMemory rest = pool.acquire((long) (CHUNKS - named) * CHUNK)) {
            SharedPoolProgram.write(rest, 4711);
            assertEquals(0, pool.statistics().freeChunks(), where);
            SharedPoolProgram.check(rest, 4711);
        }
    }
}
