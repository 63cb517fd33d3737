// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Chunks that are used again, and those who knew what was in them before.
class RetirementTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;
    private final CalmDisk disk = new CalmDisk();

    /// Appends rows and retires the older, so that each chunk is used several times.
    private static void turnOver(WriteStore writer) throws StoreException {
        Appender appender = writer.appender(Ticks.NAME);
        for (int i = 0; i < 60; i++) {
            Ticks.append(appender, 150);
            writer.retire(Ticks.NAME, appender.endRow() - 400);
        }
    }

    /// As one that waits for the store to be there.
    @Test
    void shouldKeepTheRowsOfAReaderThatCameWhileTheStoreWasMade() throws IOException {
        Path store = folder.resolve("store");
        List<ReadStore> early = new ArrayList<>();
        CalmDisk telling = new CalmDisk() {
            @Override
            public void move(Path from, Path to) throws IOException {
                super.move(from, to);
                if (to.endsWith(HeadFile.NAME)) {
                    early.add(ReadStore.open(store, disk));
                }
            }
        };
        try (WriteStore writer = WriteStore.open(store, Script.OPTIONS, telling); ReadStore reader = early.getFirst()) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 500);
            assertTrue(reader.refresh());
            try (Cursor cursor = reader.table(Ticks.NAME).cursor()) {
                StoreException held = assertThrows(StoreException.class, () -> turnOver(writer));
                assertEquals(Reason.NO_SPACE, held.reason());
                for (int row = 0; row < 500; row++) {
                    assertTrue(cursor.next());
                    Ticks.check(cursor, row);
                }
            }
        }
    }

    /// A disk that is notified when the syncing thread has noted the ends of tables, and keeps it from writing them.
    private static final class HeldDisk extends CalmDisk {
        private final Semaphore noted = new Semaphore(0);
        private final Semaphore writing = new Semaphore(0);

        @Override
        public void write(StoreFile file, ByteBuffer bytes, long position) throws IOException {
            if (file.path().endsWith(HeadFile.NAME) && Thread.currentThread().getName().equals("ashlar-sync")) {
                noted.release();
                writing.acquireUninterruptibly();
            }
            super.write(file, bytes, position);
        }
    }

    @Test
    void shouldNotGiveAwayWhatTheLastCheckpointCounts() throws StoreException {
        Path store = folder.resolve("store");
        HeldDisk held = new HeldDisk();
        // With chunks to spare: the writer would take a checkpoint itself before it makes an extent.
        StoreOptions options = new StoreOptions(4096, 16 * 4096, 32 * 4096, Durability.INTERVAL, Duration.ofMillis(1));
        try (WriteStore writer = WriteStore.open(store, options, held)) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 500);
            // Two, since the first may have noted less.
            for (int i = 0; i < 2; i++) {
                held.noted.acquireUninterruptibly();
                if (i == 0) {
                    held.writing.release();
                    Ticks.append(writer.appender(Ticks.NAME), 1);
                }
            }
            long first = writer.retire(Ticks.NAME, 300);
            assertTrue(first > 0);
            held.writing.release();
            // It is written, and says that the table begins with row 0; the next one is under way.
            held.noted.acquireUninterruptibly();
            Ticks.append(writer.appender(Ticks.NAME), 300);
            try (ReadStore reader = ReadStore.open(store, held)) {
                assertEquals(first, reader.table(Ticks.NAME).firstRow());
                Ticks.checkAll(reader.table(Ticks.NAME), first, 801);
            } finally {
                held.writing.release(1000);
            }
        }
    }

    @Test
    void shouldFindTheRowsWhenAllChunksThatWereKnownAreOthers() throws StoreException {
        try (WriteStore writer = WriteStore.open(folder.resolve("store"), Script.OPTIONS, disk)) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 500);
            try (ReadStore reader = ReadStore.open(folder.resolve("store"), disk)) {
                Table table = reader.table(Ticks.NAME);
                Ticks.checkAll(table, 0, 500);
                for (int i = 0; i < 3; i++) {
                    turnOver(writer);
                    long first = writer.table(Ticks.NAME).firstRow();
                    long end = writer.table(Ticks.NAME).endRow();
                    assertTrue(end - first < 1000);
                    Ticks.checkAll(table, first, end);
                    long[] seen = {0};
                    table.forEachRun(first, end, (_, _, _, rows, _, _) -> seen[0] += rows);
                    assertEquals(end - first, seen[0]);
                }
            }
        }
    }

    /// A reader that holds nothing looks how far the table goes while its chunks are taken from it.
    @Test
    void shouldNeverSeeATableGoBack() throws Exception {
        try (WriteStore writer = WriteStore.open(folder.resolve("store"), Script.OPTIONS, disk)) {
            writer.define(Ticks.DEFINITION);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            AtomicBoolean done = new AtomicBoolean();
            AtomicLong committed = new AtomicLong();
            Thread thread = Thread.ofPlatform().start(() -> {
                try (ReadStore reader = ReadStore.open(folder.resolve("store"), disk)) {
                    Table table = reader.table(Ticks.NAME);
                    for (long first = 0, end = 0; !done.get();) {
                        long least = Math.max(end, committed.get());
                        end = table.endRow();
                        assertTrue(end >= least, "end=" + end + ", least=" + least);
                        assertTrue(table.firstRow() >= first, "first=" + table.firstRow() + ", was=" + first);
                        first = table.firstRow();
                    }
                } catch (StoreException | AssertionError | RuntimeException e) {
                    failure.set(e);
                }
            });
            for (int i = 0; i < 2000 && failure.get() == null; i++) {
                try {
                    Ticks.append(writer.appender(Ticks.NAME), 200);
                } catch (StoreException e) {
                    // The reader is not at work, and holds chunks while it looks for others.
                    assertEquals(Reason.NO_SPACE, e.reason());
                    Thread.yield();
                }
                committed.set(writer.appender(Ticks.NAME).endRow());
                writer.retire(Ticks.NAME, committed.get() - 150);
            }
            done.set(true);
            thread.join();
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
        }
    }

    /// A tail that is at rest while all other chunks are reused holds its own chunk, and continues from there.
    @Test
    void shouldFollowFromWhereATailWas() throws StoreException {
        try (WriteStore writer = WriteStore.open(folder.resolve("store"), Script.OPTIONS, disk)) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 500);
            try (ReadStore reader = ReadStore.open(folder.resolve("store"), disk);
                    Cursor tail = reader.table(Ticks.NAME).tail()) {
                for (int i = 0; i < 20; i++) {
                    long row = writer.appender(Ticks.NAME).endRow();
                    Ticks.append(writer.appender(Ticks.NAME), 900);
                    writer.retire(Ticks.NAME, row + 800);
                    for (; row < writer.appender(Ticks.NAME).endRow(); row++) {
                        assertTrue(tail.next());
                        Ticks.check(tail, row);
                    }
                }
            }
        }
    }

    /// While a reader opens the store, the writer makes an extent, and then continues in a chunk of an older one.
    @Test
    void shouldMissNoChunkInAnExtentMadeMeanwhile() throws StoreException {
        try (WriteStore writer = WriteStore.open(folder.resolve("store"), Script.OPTIONS, disk)) {
            writer.define(Ticks.DEFINITION);
            Appender appender = writer.appender(Ticks.NAME);
            Ticks.append(appender, 700);
            CalmDisk slow = new CalmDisk(disk.boot()) {
                private boolean done;

                @Override
                public MemorySegment map(StoreFile file, MapMode mode, long bytes, Arena arena) throws IOException {
                    if (file.path().endsWith("0000.ext") && !done) {
                        done = true;
                        Ticks.append(appender, 200);
                        writer.retire(Ticks.NAME, 500);
                        writer.sync();
                        Ticks.append(appender, 200);
                    }
                    return super.map(file, mode, bytes, arena);
                }
            };
            try (ReadStore reader = ReadStore.open(folder.resolve("store"), slow)) {
                Ticks.checkAll(reader.table(Ticks.NAME), writer.table(Ticks.NAME).firstRow(), 1100);
            }
        }
    }

    /// Marks of retirement reach the disk in any order: what is retired is the beginning, never the middle.
    @Test
    void shouldTearNoHoleWhereOnlySomeMarksAreLeft() throws IOException {
        Path store = folder.resolve("store");
        Path crashed = folder.resolve("crashed");
        try (WriteStore writer = WriteStore.open(store, Script.OPTIONS, disk)) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 1500);
            writer.sync();
            writer.retire(Ticks.NAME, 800);
            TestFiles.copy(store, crashed);
        }
        Path extent = crashed.resolve("extents/0000.ext");
        byte[] bytes = Files.readAllBytes(extent);
        long mark = StoreLayout.EXTENT_HEADER_BYTES + StoreLayout.offset(StoreLayout.ENTRY, "retired");
        assertTrue(bytes[(int) mark] != 0);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong((int) mark, 0);
        Files.write(extent, bytes);
        CalmDisk anew = new CalmDisk();
        try (ReadStore reader = ReadStore.open(crashed, anew)) {
            Ticks.checkAll(reader.table(Ticks.NAME), 0, 1500);
        }
        try (WriteStore writer = WriteStore.open(crashed, Script.OPTIONS, anew)) {
            assertEquals(Kind.POWER_LOSS, writer.recovery().kind());
            Ticks.checkAll(writer.table(Ticks.NAME), 0, 1500);
            turnOver(writer);
        }
    }

    @Test
    void shouldHoldTheViewOfWhoCameBeforeTheRecovery() throws IOException {
        Path store = folder.resolve("store");
        Path crashed = folder.resolve("crashed");
        try (WriteStore writer = WriteStore.open(store, Script.OPTIONS, disk)) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 1000);
            writer.sync();
            Ticks.append(writer.appender(Ticks.NAME), 300);
            TestFiles.copy(store, crashed);
        }
        CalmDisk anew = new CalmDisk();
        try (ReadStore reader = ReadStore.open(crashed, anew)) {
            try (WriteStore writer = WriteStore.open(crashed, Script.OPTIONS, anew)) {
                Ticks.append(writer.appender(Ticks.NAME), 1000);
                writer.retire(Ticks.NAME, 1900);
                writer.sync();
                Ticks.append(writer.appender(Ticks.NAME), 800);
                Ticks.checkAll(reader.table(Ticks.NAME), 0, 1000);
            }
        }
        try (WriteStore writer = WriteStore.open(crashed, Script.OPTIONS, anew)) {
            turnOver(writer);
        }
    }
}
