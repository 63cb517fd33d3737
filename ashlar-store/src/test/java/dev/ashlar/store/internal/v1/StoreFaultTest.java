// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Durability;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A use of the disk fails: a typed exception, nothing committed is lost, and the next writer continues. With `-Plong`
/// each use; else the first of each kind and one in three of the others.
class StoreFaultTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    @Test
    void shouldLoseNothingWhenTheDiskFailsOnce() throws Exception {
        failAt(Durability.NONE, false, 3);
    }

    @Test
    void shouldLoseNothingWhenTheDiskFailsOnceUnderCommit() throws Exception {
        failAt(Durability.COMMIT, false, 3);
    }

    @Test
    void shouldLoseNothingWhenTheDiskFailsFromThenOn() throws Exception {
        failAt(Durability.COMMIT, true, 3);
    }

    @Test
    @Tag("long")
    void shouldLoseNothingWhereverTheDiskFails() throws Exception {
        failAt(Durability.NONE, false, 1);
        failAt(Durability.COMMIT, false, 1);
        failAt(Durability.COMMIT, true, 1);
    }

    private void failAt(Durability durability, boolean fromThenOn, int oneIn) throws Exception {
        FaultDisk sound = new FaultDisk(Integer.MAX_VALUE, Integer.MAX_VALUE);
        new Script(folder.resolve("sound"), sound, durability, new Ledger(), () -> { }).run().close();
        TestFiles.delete(folder.resolve("sound"));
        List<String> uses = sound.uses();
        assertTrue(uses.size() > 100, "the script uses the disk more often");
        CrashPoints points = new CrashPoints(oneIn, Seed.random("StoreFaultTest " + durability + fromThenOn));
        Map<Reason, Integer> reasons = new TreeMap<>();
        int failures = 0;
        for (int at = 1; at <= uses.size(); at++) {
            if (!points.isTried(uses.get(at - 1))) {
                continue;
            }
            Path store = folder.resolve("store");
            FaultDisk disk = new FaultDisk(at, fromThenOn ? Integer.MAX_VALUE : at);
            CalmDisk calm = new CalmDisk(disk.boot());
            Ledger ledger = new Ledger();
            Script script = new Script(store, disk, durability, ledger, () -> { });
            String where = "at=" + at;
            try {
                script.run().close();
            } catch (StoreException e) {
                where += ", failed=" + disk.failed() + ", " + e.getMessage();
                reasons.merge(e.reason(), 1, Integer::sum);
                assertTrue(e.getMessage().contains("store"), e.getMessage());
                afterFailure(script, e, disk, where);
            }
            if (Files.exists(store.resolve(HeadFile.NAME))) {
                try (ReadStore opened = ReadStore.open(store, calm)) {
                    ledger.checkDone(opened, where + ", reader");
                }
            }
            Ledger found = ledger.copy();
            new Script(store, calm, Durability.NONE, found, () -> { }).goOn(300);
            try (ReadStore opened = ReadStore.open(store, new CalmDisk())) {
                found.checkDone(opened, where + ", gone on");
            }
            failures += disk.failed().isEmpty() ? 0 : 1;
            TestFiles.delete(store);
        }
        System.out.println("StoreFaultTest: durability=" + durability + ", fromThenOn=" + fromThenOn + ", uses="
                + uses.size() + ", failures=" + failures + ", reasons=" + reasons);
        assertTrue(failures > uses.size() / (oneIn + 1), "too few failures");
    }

    private static void afterFailure(Script script, StoreException e, FaultDisk disk, String where) {
        WriteStore store = script.store();
        if (store == null) {
            return;
        }
        if (e.reason() == Reason.FAILED && disk.failed().startsWith("sync of memory")) {
            try {
                store.sync();
                throw new AssertionError("a failed sync was forgotten: " + where);
            } catch (StoreException next) {
                assertEquals(Reason.FAILED, next.reason(), where);
                assertThrows(StoreException.class, store::close, where);
            } catch (IllegalStateException closed) {
                // It was closing that failed.
            }
        } else {
            try {
                store.close();
            } catch (StoreException again) {
                // With a disk that keeps failing it cannot be closed cleanly.
            }
        }
    }

    @Test
    void shouldFailForGoodWhateverASyncEndsWith() throws Exception {
        CalmDisk broken = new CalmDisk() {
            private int syncs;

            @Override
            public void sync(StoreFile file, MemorySegment range, long offset) {
                if (++syncs == 3) {
                    throw new InternalError("test: a page cannot be read");
                }
            }
        };
        WriteStore store = WriteStore.open(folder.resolve("store"), Script.OPTIONS, broken);
        store.define(Ticks.DEFINITION);
        Ticks.append(store.appender(Ticks.NAME), 10);
        store.sync();
        Ticks.append(store.appender(Ticks.NAME), 10);
        assertThrows(InternalError.class, store::sync);
        assertEquals(Reason.FAILED, assertThrows(StoreException.class, store::sync).reason());
        assertEquals(Reason.FAILED, assertThrows(StoreException.class, () ->
                Ticks.append(store.appender(Ticks.NAME), 1)).reason());
        assertEquals(Reason.FAILED, assertThrows(StoreException.class, store::close).reason());
    }

    @Test
    void shouldNotMindInterruptedThreads() throws Exception {
        Path store = folder.resolve("store");
        Ledger ledger = new Ledger();
        Thread.currentThread().interrupt();
        try {
            Script script = new Script(store, new StoreDisk(), Durability.COMMIT, ledger,
                    Thread.currentThread()::interrupt);
            script.run().close();
            try (ReadStore opened = ReadStore.open(store, new StoreDisk())) {
                ledger.checkDone(opened, "interrupted");
            }
        } finally {
            assertTrue(Thread.interrupted(), "the interrupt is for others");
        }
    }

    @Test
    void shouldNotMindInterruptsAtAnyMoment() throws Exception {
        SplittableRandom random = Seed.random("StoreFaultTest");
        for (int round = 0; round < 10; round++) {
            Path store = folder.resolve("store" + round);
            Ledger ledger = new Ledger();
            Thread runner = Thread.currentThread();
            AtomicBoolean done = new AtomicBoolean();
            Thread interrupter = Thread.ofPlatform().start(() -> {
                while (!done.get()) {
                    runner.interrupt();
                    Thread.onSpinWait();
                }
            });
            Script script = new Script(store, new CalmDisk(), Durability.values()[random.nextInt(3)], ledger,
                    () -> { });
            try {
                script.run().close();
            } finally {
                done.set(true);
                while (interrupter.isAlive()) {
                    Thread.onSpinWait();
                }
                Thread.interrupted();
            }
            try (ReadStore opened = ReadStore.open(store, new CalmDisk())) {
                ledger.checkDone(opened, "interrupted");
            }
        }
    }
}
