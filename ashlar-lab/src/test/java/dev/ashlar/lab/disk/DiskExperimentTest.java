// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Scale;
import dev.ashlar.store.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
        long[] times = new long[20];
        way.run(file, times);
        assertTrue(Arrays.stream(times).allMatch(ns -> ns > 0));
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
        long[] times = new long[20];
        JournalAppend.run(folder.resolve("store"), durability, times);
        assertTrue(Arrays.stream(times).allMatch(ns -> ns > 0));
    }

    @Test
    void shouldWriteHereAndThere() throws IOException {
        assertTrue(RandomWrites.run(folder.resolve("a"), 1 << 16, 500, true) > 0);
        assertTrue(RandomWrites.run(folder.resolve("b"), 1 << 16, 500, false) > 0);
    }

    @Test
    void shouldSayThatADiskIsSmall() {
        Plan plan = experiment.plan(Scale.FULL, Made.machine(1L << 30, 64L << 20));
        assertTrue(plan.notes().getFirst().contains("too little room on the disk"), plan.notes()::toString);
        assertTrue(Made.trial(plan, "mapped, never synced").number("blocks") * Append.BLOCK_BYTES * 2 <= 32L << 20);
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("On this machine a block that is synced takes 100× the time of one that is only written (500 µs), "
                + "in a journal of a store 50.0× (600 µs); the first touch of a page takes 900 ns/page, if it was asked "
                + "for before 30.0 ns/page; a small write by the system's call takes 25.0× that to mapped memory.",
                experiment.verdict(new Made()
                .figure("written, synced each time", DiskExperiment.MEDIAN, 500)
                .figure("written, never synced", DiskExperiment.MEDIAN, 5)
                .figure("journal of a store, durability COMMIT", DiskExperiment.MEDIAN, 600)
                .figure("journal of a store, durability NONE", DiskExperiment.MEDIAN, 12)
                .figure(DiskExperiment.TOUCHED, DiskExperiment.TOUCH, 900)
                .figure(DiskExperiment.PREFAULTED, DiskExperiment.TOUCH, 30)
                .figure(DiskExperiment.POSITIONED, DiskExperiment.WRITE, 500)
                .figure(DiskExperiment.MAPPED, DiskExperiment.WRITE, 20).findings()));
    }
}
