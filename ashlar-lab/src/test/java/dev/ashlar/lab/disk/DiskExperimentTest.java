// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.lab.disk.Append.Appended;
import dev.ashlar.lab.disk.Append.Length;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.store.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DiskExperimentTest {
    @TempDir
    private Path folder;

    private final DiskExperiment experiment = new DiskExperiment();

    @ParameterizedTest
    @EnumSource(Append.class)
    void shouldAppendWhatCanBeReadBack(Append way) throws IOException {
        Path file = folder.resolve("file");
        Appended appended = way.run(file, Length.of(20));
        assertTrue(appended.blocks() == 20 && Arrays.stream(appended.ns()).allMatch(ns -> ns > 0));
        assertEquals(20L * Append.BLOCK_BYTES, Files.size(file));
        Append.check(file, 20);
        byte[] bytes = Files.readAllBytes(file);
        bytes[7 * Append.BLOCK_BYTES]++;
        Files.write(file, bytes);
        assertThrows(IOException.class, () -> Append.check(file, 20));
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldAppendToAJournal(Durability durability) throws IOException {
        Appended appended = JournalAppend.run(folder.resolve("store"), durability, Length.of(20));
        assertTrue(appended.blocks() == 20 && Arrays.stream(appended.ns()).allMatch(ns -> ns > 0));
    }

    /// Else it would be as without a sync, under another name.
    @Test
    void shouldAppendUntilIntervalsHavePassed() throws IOException {
        Length length = new Length(1, 1 << 17, 2 * Append.INTERVAL_NS);
        for (boolean inJournal : new boolean[] {false, true}) {
            long start = System.nanoTime();
            Appended appended = inJournal ? JournalAppend.run(folder.resolve("store"), Durability.INTERVAL, length)
                    : Append.INTERVAL.run(folder.resolve("file"), length);
            assertTrue(System.nanoTime() - start >= 2 * Append.INTERVAL_NS || appended.blocks() == 1 << 17);
            assertTrue(appended.blocks() > 0, "blocks=" + appended.blocks());
            assertTrue(appended.lastSyncNs() > 0 && appended.totalNs() == Arrays.stream(appended.ns()).sum()
                    + appended.lastSyncNs());
        }
        assertEquals(7, Append.INTERVAL.run(folder.resolve("full"), new Length(1, 7, 1L << 60)).blocks());
        assertEquals(0, Append.WRITTEN.run(folder.resolve("written"), Length.of(5)).lastSyncNs());
    }

    @Test
    void shouldPlanIntervals() {
        for (Scale scale : new Scale[] {Scale.QUICK, Scale.FULL}) {
            MeasurementPlan plan = experiment.plan(scale, Made.large());
            for (String name : List.of(Append.INTERVAL.text, JournalAppend.text(Durability.INTERVAL))) {
                Trial trial = Made.trial(plan, name);
                assertEquals(scale == Scale.QUICK ? 5 : 10, trial.count("intervals"));
                // Even at 1.5 GB/s.
                assertTrue(trial.number("most") * Append.BLOCK_BYTES >= trial.count("intervals") * 150_000_000L,
                        trial::toString);
            }
        }
        MeasurementPlan ofSmall = experiment.plan(Scale.FULL, Made.machine(1L << 30, 64L << 20));
        Trial small = Made.trial(ofSmall, Append.INTERVAL.text);
        assertTrue(small.number("most") * Append.BLOCK_BYTES * 2 <= 32L << 20, small::toString);
    }

    @Test
    void shouldNotTakeMemoryForADisk() {
        MeasurementPlan plan = experiment.plan(Scale.FULL, Made.machine(64L << 30, 1L << 40, "tmpfs"));
        assertTrue(plan.notes().contains("that is memory, not a disk: what a sync takes is not measured"),
                plan.notes()::toString);
        assertTrue(plan.trials().stream().noneMatch(trial -> trial.name().contains("synced ") || trial.name().contains(
                "INTERVAL") || trial.name().contains("COMMIT")), plan::toString);
        assertTrue(plan.notes().getFirst().endsWith("(tmpfs), removed afterwards; another folder by "
                + "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"), plan.notes()::toString);
        assertEquals("A written block takes 5.00 µs, in a store's journal 12.0 µs, and syncs were not measured. The "
                + "first touch of a page takes not measured, or not measured after prefaulting, which takes not "
                + "measured, and a small positioned write takes not measured the time of stores to mapped memory.",
                experiment.verdict(new Made()
                .figure("written, never synced", DiskExperiment.MEDIAN, 5)
                .figure("journal of a store, durability NONE", DiskExperiment.MEDIAN, 12).figures()));
    }

    @Test
    void shouldWriteHereAndThere() throws IOException {
        assertTrue(RandomWrites.run(folder.resolve("a"), 1 << 16, 500, true) > 0);
        assertTrue(RandomWrites.run(folder.resolve("b"), 1 << 16, 500, false) > 0);
    }

    @Test
    void shouldSayThatADiskIsSmall() {
        MeasurementPlan plan = experiment.plan(Scale.FULL, Made.machine(1L << 30, 64L << 20));
        assertTrue(plan.notes().getFirst().contains("too little room on the disk"), plan.notes()::toString);
        assertTrue(Made.trial(plan, "mapped, never synced").number("blocks") * Append.BLOCK_BYTES * 2 <= 32L << 20);
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("A synced block takes 100× (500 µs) the time of a written one, in a prepared file 50.0× (300 "
                + "µs), in a store's journal 50.0× (600 µs). The first touch of a page takes 900 ns/page, or 30.0 "
                + "ns/page after prefaulting, which takes 400 ns/page, and a small positioned write takes 25.0× "
                + "the time of stores to mapped memory.",
                experiment.verdict(new Made()
                .figure("written, synced each time", DiskExperiment.MEDIAN, 500)
                .figure("written, never synced", DiskExperiment.MEDIAN, 5)
                .figure("written to a prepared file, synced each time", DiskExperiment.MEDIAN, 300)
                .figure("written to a prepared file, never synced", DiskExperiment.MEDIAN, 6)
                .figure("journal of a store, durability COMMIT", DiskExperiment.MEDIAN, 600)
                .figure("journal of a store, durability NONE", DiskExperiment.MEDIAN, 12)
                .figure(DiskExperiment.TOUCHED, DiskExperiment.TOUCH, 900)
                .figure(DiskExperiment.PREFAULTED, DiskExperiment.TOUCH, 30)
                .figure(DiskExperiment.PREFAULTED, DiskExperiment.ASK, 400)
                .figure(DiskExperiment.POSITIONED, DiskExperiment.WRITE, 500)
                .figure(DiskExperiment.MAPPED, DiskExperiment.WRITE, 20).figures()));
    }
}
