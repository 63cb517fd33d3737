// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.Seed;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One process writes cells, is killed and stopped at random moments, and followed by others; this one reads. It never
/// reads a mix, never waits, and what the last completed sync saved stays.
class CellIT {
    private static final int ATTEMPTS = 100;
    private static final long MAX_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(60);

    @TempDir
    Path folder;

    private final SplittableRandom random = Seed.random("CellIT");
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment target = Arena.ofAuto().allocate(1200, 8);
    private final long[] last = new long[CellProgram.CELLS.length];
    private long lastInPlace;
    private long reads;
    private long retries;
    private MemorySegment memory;

    @BeforeEach
    void openFile() throws IOException {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
        try (FileChannel file = FileChannel.open(folder.resolve("cells"), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            memory = file.map(MapMode.READ_WRITE, 0, CellProgram.FILE_BYTES, arena).asReadOnly();
        }
    }

    @AfterEach
    void closeFile() {
        arena.close();
    }

    private Child child() throws IOException {
        Child child = new Child(folder.resolve("cells"), random.nextLong());
        assertEquals("ready", child.hear());
        return child;
    }

    private static void start(Child child) throws IOException {
        child.tell("go");
        assertEquals("writing", child.hear());
    }

    @Test
    void shouldReadWholeValuesWhereverTheWriterIsKilled() throws Exception {
        kill(12);
    }

    @Test
    @Tag("long")
    void shouldReadWholeValuesWhereverTheWriterIsKilledManyTimes() throws Exception {
        kill(400);
    }

    private void kill(int times) throws Exception {
        int unfinished = 0;
        Child next = child();
        for (int i = 0; i < times; i++) {
            try (Child child = next) {
                start(child);
                next = i + 1 < times ? child() : null;
                readFor(random.nextLong(MAX_PAUSE_NS));
                child.kill();
            }
            for (int cell = 0; cell < CellProgram.CELLS.length; cell++) {
                read(cell, 1);
                checkSaved(cell);
                checkRecovery(cell);
            }
            long result = readSeqlock();
            assertTrue(result == Cell.CONTENDED || result > 0, () -> "result=" + result);
            unfinished += result == Cell.CONTENDED ? 1 : 0;
        }
        System.out.println("CellIT: kills=" + times + ", reads=" + reads + ", retries=" + retries
                + ", seqlock cells left unfinished=" + unfinished);
        assertTrue(last[0] > times && lastInPlace > 0);
    }

    @Test
    void shouldReadAtOnceWhereverTheWriterStops() throws Exception {
        int blocked = 0;
        try (Child child = child()) {
            start(child);
            for (int stop = 0; stop < 40; stop++) {
                readFor(random.nextLong(MAX_PAUSE_NS / 8));
                child.stop();
                read(0, 1);
                long stopped = last[0];
                for (int i = 0; i < 1000; i++) {
                    for (int cell = 0; cell < CellProgram.CELLS.length; cell++) {
                        read(cell, 1);
                    }
                }
                assertEquals(stopped, last[0]);
                blocked += readSeqlock() == Cell.CONTENDED ? 1 : 0;
                child.resume();
                while (last[0] == stopped) {
                    read(0, ATTEMPTS);
                }
            }
            child.tell("enough");
            child.end();
        }
        System.out.println("CellIT: stops=40, reads=" + reads + ", retries=" + retries + ", seqlock blocked=" + blocked);
    }

    private void readFor(long pauseNs) {
        long end = System.nanoTime() + pauseNs;
        while (System.nanoTime() < end) {
            for (int cell = 0; cell < CellProgram.CELLS.length; cell++) {
                read(cell, ATTEMPTS);
            }
            readSeqlock();
        }
    }

    private void read(int index, int maxAttempts) {
        VersionedCell cell = CellProgram.CELLS[index];
        int length = cell.valueLength();
        long offset = CellProgram.offset(index);
        long result = cell.read(memory, offset, target, 0, maxAttempts);
        if (result == Cell.CONTENDED && maxAttempts > 1) {
            // The writer runs, and was quick enough each time.
            retries += maxAttempts;
            return;
        }
        assertTrue(result > 0, () -> "cell=" + index + ", result=" + result + ", maxAttempts=" + maxAttempts);
        long version = Cell.version(result);
        assertTrue(Values.matches(target, 0, length, version), () -> "a mix: cell=" + index + ", version=" + version);
        assertTrue(version >= last[index], () -> "went back: cell=" + index + ", version=" + version);
        last[index] = version;
        reads++;
        retries += Cell.attempts(result) - 1;

        long ticket = cell.beginRead(memory, offset);
        if (ticket > 0) {
            boolean matches = Values.matches(memory, cell.valueOffset(offset, ticket), length, Cell.version(ticket));
            if (cell.validate(memory, offset, ticket)) {
                assertTrue(matches, () -> "a mix in place: cell=" + index + ", version=" + Cell.version(ticket));
                lastInPlace = Cell.version(ticket);
            }
        }
    }

    private long readSeqlock() {
        SeqlockCell cell = CellProgram.SEQLOCK;
        long result = cell.read(memory, CellProgram.SEQLOCK_OFFSET, target, 0, ATTEMPTS);
        if (result > 0) {
            assertTrue(Values.matches(target, 0, cell.valueLength(), Cell.version(result)), "a mix, seqlock");
        }
        return result;
    }

    private void checkSaved(int index) {
        VersionedCell cell = CellProgram.CELLS[index];
        long saved = CellProgram.saved(memory, index);
        boolean kept = saved == 0;
        for (int slot = 1; slot <= cell.slots() && !kept; slot++) {
            long ticket = saved << 8 | slot;
            long offset = CellProgram.offset(index);
            kept = cell.validate(memory, offset, ticket)
                    && Values.matches(memory, cell.valueOffset(offset, ticket), cell.valueLength(), saved);
        }
        assertTrue(kept, () -> "not kept: cell=" + index + ", saved=" + saved + ", current=" + last[index]);
    }

    /// What would be recovered is the current value, or one that was finished and not yet made current.
    private void checkRecovery(int index) {
        VersionedCell cell = CellProgram.CELLS[index];
        MemorySegment copy = Arena.ofAuto().allocate(memory.byteSize(), 8).copyFrom(memory);
        long offset = CellProgram.offset(index);
        long recovered = VersionedCellWriter.durable(cell, new Syncs(0)).recover(copy, offset);
        assertTrue(recovered == last[index] || recovered == last[index] + 1, () -> "recovered=" + recovered);
        long ticket = cell.beginRead(copy, offset);
        assertTrue(Values.matches(copy, cell.valueOffset(offset, ticket), cell.valueLength(), recovered));
    }
}
