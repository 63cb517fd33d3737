// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreInfo;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.SyncLag;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.file.StoreId;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A disk that takes its time: writers wait when too much is not on it, and everybody can see how much that is.
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class SyncLagTest {
    private static final long MOST = 1 << 20;
    /// Steps in which space is taken, and entries.
    private static final long SLACK = 1 << 19;
    private static final StoreOptions OPTIONS = StoreOptions.defaults().withChunkBytes(1 << 20)
            .withDurability(Durability.INTERVAL).withSyncInterval(Duration.ofMillis(1)).withMaxUndurableBytes(MOST);

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /// Holds syncs of memory back while it is closed.
    private static final class GatedDisk extends CalmDisk {
        private final Semaphore gate = new Semaphore(Integer.MAX_VALUE / 2);
        private final CountDownLatch held = new CountDownLatch(1);

        void hold() {
            gate.drainPermits();
        }

        void release() {
            gate.release(Integer.MAX_VALUE / 2);
        }

        @Override
        public void sync(StoreFile file, MemorySegment range, long offset) {
            if (gate.tryAcquire()) {
                return;
            }
            held.countDown();
            gate.acquireUninterruptibly();
        }
    }

    private static void awaitWaiting(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @Test
    void shouldMakeWritersWaitForTheDisk() throws Exception {
        GatedDisk disk = new GatedDisk();
        try (WriteStore writer = WriteStore.open(folder.resolve("store"), OPTIONS, disk)) {
            writer.define(Ticks.DEFINITION);
            Appender appender = writer.appender(Ticks.NAME);
            Ticks.append(appender, 1);
            writer.sync();
            disk.hold();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            long rows = 10 * MOST / 20;
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    Ticks.append(appender, rows);
                } catch (IOException | RuntimeException e) {
                    failure.set(e);
                }
            });
            disk.held.await();
            awaitWaiting(thread);
            SyncLag lag = writer.lag();
            assertTrue(thread.isAlive() && lag.undurableBytes() >= MOST - SLACK && lag.undurableBytes() <= MOST + SLACK,
                    lag::toString);
            assertTrue(lag.undurableNs() > 0 && lag.longestNs() >= lag.undurableNs(), lag::toString);
            try (ReadStore reader = ReadStore.open(folder.resolve("store"), disk)) {
                StoreInfo info = reader.info();
                assertTrue(info.undurableBytes() >= MOST - SLACK && info.undurableBytes() <= MOST + SLACK,
                        info::toString);
                assertTrue(info.pinned() && !info.recovered());
            }
            disk.release();
            thread.join();
            assertEquals(null, failure.get());
            writer.sync();
            SyncLag after = writer.lag();
            assertEquals(0, after.undurableBytes());
            assertEquals(0, after.undurableNs());
            assertTrue(after.waitedNs() > 0 && after.longestNs() >= lag.undurableNs(), after::toString);
            try (ReadStore reader = ReadStore.open(folder.resolve("store"), disk)) {
                assertEquals(0, reader.info().undurableBytes());
                Ticks.checkAll(reader.table(Ticks.NAME), 0, rows + 1);
            }
        }
    }

    /// Of messages of one batch, which nobody can see yet, none can be synced.
    @Test
    void shouldNotWaitForWhatIsNotCommitted() throws Exception {
        // All of it fits into a chunk.
        StoreOptions large = new StoreOptions(1 << 24, 1L << 28, 1L << 30, Durability.INTERVAL, Duration.ofMillis(1),
                MOST);
        try (WriteStore writer = WriteStore.open(folder.resolve("store"), large, new CalmDisk())) {
            writer.define(Orders.DEFINITION);
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            // Where a table is made, what is before that is published.
            Orders.record(recorder, 0, 20);
            long end = writer.journal(Orders.NAME).endPosition();
            recorder.beginBatch();
            Orders.record(recorder, 20, 20_000);
            assertEquals(end, writer.journal(Orders.NAME).endPosition());
            recorder.endBatch();
            writer.sync();
            assertEquals(0, writer.lag().undurableBytes());
            assertTrue(writer.journal(Orders.NAME).endPosition() > MOST);
        }
    }

    /// A checkpoint that holds only as long as the machine is up makes nothing durable.
    @Test
    void shouldSyncWhatWasMarkedOnly() throws Exception {
        GatedDisk disk = new GatedDisk();
        Path store = folder.resolve("store");
        try (WriteStore writer = WriteStore.open(store, OPTIONS, disk)) {
            writer.define(Orders.DEFINITION);
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            Orders.record(recorder, 0, 10);
            writer.sync();
            disk.hold();
            Orders.record(recorder, 10, 20);
            disk.held.await();
            // The thread that syncs has looked before these.
            Orders.record(recorder, 20, 30);
            disk.release();
            while (!writer.chunks().mark(false)) {
                Thread.onSpinWait();
            }
            long end = writer.journal(Orders.NAME).endPosition();
            while (true) {
                try (HeadFile head = HeadFile.open(store, disk, false)) {
                    head.read(StoreId.random());
                    if (head.durable().end(1) == end) {
                        break;
                    }
                }
                TimeUnit.MILLISECONDS.sleep(1);
            }
            // What syncs writes this to the file first, and counts it as durable a moment later.
            while (writer.lag().undurableBytes() > 0) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    @Test
    void shouldTellWhatIsUndurableWhereNothingIsSynced() throws Exception {
        try (WriteStore writer = WriteStore.open(folder.resolve("store"), OPTIONS.withDurability(Durability.NONE),
                new CalmDisk())) {
            writer.define(Ticks.DEFINITION);
            writer.define(Quotes.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 1000);
            assertEquals(20_000, writer.lag().undurableBytes());
            writer.sync();
            assertEquals(0, writer.lag().undurableBytes());
            Quotes.put(writer.lastValuesWriter(Quotes.NAME), 1, 1, Quotes.LENGTH);
            writer.sync();
            Quotes.put(writer.lastValuesWriter(Quotes.NAME), 1, 2, Quotes.LENGTH);
            assertEquals(1 << 16, writer.lag().undurableBytes());
        }
    }
}
