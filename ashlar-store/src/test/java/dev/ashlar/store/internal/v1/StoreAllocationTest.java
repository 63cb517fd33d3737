// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.RowRunVisitor;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Allocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rows are appended and read without a byte of heap; a new chunk costs a few objects, and all rows here go into one.
class StoreAllocationTest {
    private static final int ROWS = 20_000;
    private static final StoreOptions OPTIONS = StoreOptions.defaults().withChunkBytes(1 << 28);

    @TempDir
    Path folder;

    @Test
    void shouldAppendAndReadWithoutAllocating() throws StoreException {
        check(OPTIONS.withDurability(Durability.NONE));
    }

    @Test
    void shouldAppendWithoutAllocatingWhileItIsSynced() throws StoreException {
        check(OPTIONS.withDurability(Durability.INTERVAL).withSyncInterval(Duration.ofMillis(2)));
    }

    @Test
    void shouldCommitDurablyWithoutAllocating() throws StoreException {
        // Without real syncs, which take long; what looks from time to time whether the files are there may allocate.
        try (WriteStore writer = WriteStore.open(folder.resolve("store"), OPTIONS.withDurability(Durability.COMMIT),
                new CalmDisk()); Arena arena = Arena.ofConfined()) {
            writer.define(Ticks.DEFINITION);
            Appender appender = writer.appender(Ticks.NAME);
            MemorySegment rows = arena.allocate(20 * 100);
            assertEquals(0, Allocation.leastBytes(ROWS / 10, () -> appender.append(rows, 0, 20)), "append");
            assertEquals(0, Allocation.leastBytes(ROWS / 10, () -> appender.appendAll(rows, 0, 100)), "appendAll");
            writer.define(Orders.DEFINITION);
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            MemorySegment message = arena.allocate(64);
            assertEquals(0, Allocation.leastBytes(ROWS / 10, () -> recorder.record(message, 0, 64, 1, 1)), "record");
            assertEquals(0, Allocation.leastBytes(ROWS / 10, () -> {
                writer.beginBatch();
                appender.append(rows, 0, 20);
                recorder.record(message, 0, 64, 1, 1);
                writer.endBatch();
            }), "batch");
        }
    }

    private void check(StoreOptions options) throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder.resolve("store"), options);
                Arena arena = Arena.ofConfined()) {
            Table table = writer.define(Ticks.DEFINITION);
            Appender appender = writer.appender(Ticks.NAME);
            MemorySegment rows = arena.allocate(20 * 100);
            assertEquals(0, Allocation.leastBytes(ROWS, () -> {
                RowClaim claim = appender.claim();
                long at = claim.offset();
                claim.memory().set(StoreLayout.PACKED_LONG, at, appender.endRow());
                claim.commit();
            }), "claim and commit");
            assertEquals(0, Allocation.leastBytes(ROWS, () -> appender.append(rows, 0, 20)), "append");
            assertEquals(0, Allocation.leastBytes(ROWS / 10, () -> appender.appendAll(rows, 0, 100)), "appendAll");
            try (Cursor cursor = table.cursor()) {
                long[] sum = {0};
                assertEquals(0, Allocation.leastBytes(ROWS / 100, () -> {
                    assertTrue(cursor.next());
                    sum[0] += cursor.memory().get(StoreLayout.PACKED_LONG, cursor.offset());
                }), "next");
                assertTrue(cursor.seek(ROWS - 1));
                assertEquals(0, Allocation.leastBytes(ROWS / 100, () -> assertTrue(cursor.previous())), "previous");
            }
            long end = table.endRow();
            long[] seen = {0};
            RowRunVisitor visitor = (_, _, _, count, _, _) -> seen[0] += count;
            // A run has its layout told, and the view is pinned; there is one run here.
            long run = Allocation.leastBytes(1, () -> table.forEachRun(0, end, visitor));
            assertTrue(run <= 512, () -> "forEachRun: bytes=" + run + ", rows=" + end);
        }
    }
}
