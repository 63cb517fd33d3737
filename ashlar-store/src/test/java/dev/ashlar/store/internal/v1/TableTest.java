// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTest {
    @TempDir
    Path folder;

    @Test
    void shouldKeepRowsWhenReopened() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            assertEquals(Kind.CREATED, writer.recovery().kind());
            Table table = writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 1000);
            Ticks.checkAll(table, 0, 1000);
        }
        try (Store store = Store.open(folder)) {
            Ticks.checkAll(store.table(Ticks.NAME), 0, 1000);
        }
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            assertEquals(Kind.CLEAN, writer.recovery().kind());
            assertEquals(1000, writer.recovery().rows());
            Ticks.append(writer.appender(Ticks.NAME), 1000);
            Ticks.checkAll(writer.define(Ticks.DEFINITION), 0, 2000);
        }
    }

    @Test
    void shouldShowRowsToReadersAsTheyAreCommitted() throws StoreException {
        try (StoreWriter writer = Ticks.writer(folder)) {
            Appender appender = writer.appender(Ticks.NAME);
            try (Store store = Store.open(folder); Cursor cursor = store.table(Ticks.NAME).cursor();
                    Cursor tail = store.table(Ticks.NAME).tail()) {
                assertFalse(cursor.next());
                for (long row = 0; row < 1000; row++) {
                    Ticks.append(appender, 1);
                    assertTrue(cursor.next());
                    Ticks.check(cursor, row);
                    assertTrue(tail.next());
                    Ticks.check(tail, row);
                    assertFalse(cursor.next());
                }
                RowClaim claim = appender.claim();
                assertFalse(cursor.next());
                claim.abort();
                assertFalse(tail.next());
            }
        }
    }

    @Test
    void shouldMoveToAnyRow() throws StoreException {
        try (StoreWriter writer = Ticks.writer(folder, 1000)) {
            Table table = writer.table(Ticks.NAME);
            try (Cursor cursor = table.cursor()) {
                assertFalse(cursor.previous());
                assertTrue(cursor.seek(999));
                Ticks.check(cursor, 999);
                for (long row = 998; row >= 0; row--) {
                    assertTrue(cursor.previous());
                    Ticks.check(cursor, row);
                }
                assertFalse(cursor.previous());
                assertTrue(cursor.next());
                Ticks.check(cursor, 0);
                assertFalse(cursor.seek(1000));
                assertFalse(cursor.seek(-1));
                Ticks.check(cursor, 0);
                assertTrue(cursor.seekTime(Ticks.time(500) - 5));
                Ticks.check(cursor, 500);
                assertEquals(Ticks.time(500), cursor.timeNs());
                assertFalse(cursor.seekTime(Ticks.time(1000)));
                assertFalse(cursor.next());
                assertThrows(IllegalStateException.class, cursor::row);
                assertThrows(IllegalStateException.class, cursor::memory);
                assertThrows(IllegalStateException.class, cursor::offset);
                assertTrue(cursor.previous());
                Ticks.check(cursor, 999);
            }
        }
    }

    @Test
    void shouldVisitRuns() throws StoreException {
        try (StoreWriter writer = Ticks.writer(folder, 1000)) {
            Table table = writer.table(Ticks.NAME);
            long[] seen = {10};
            table.forEachRun(10, 990, (memory, offset, stride, rows, firstRow, layout) -> {
                assertEquals(seen[0], firstRow);
                for (long i = 0; i < rows; i++) {
                    assertEquals(Ticks.time(firstRow + i), memory.get(StoreLayout.PACKED_LONG, offset + i * stride));
                }
                seen[0] += rows;
            });
            assertEquals(990, seen[0]);
            assertThrows(IndexOutOfBoundsException.class, () -> table.forEachRun(0, 1001, (_, _, _, _, _, _) -> { }));
        }
    }

    @Test
    void shouldAppendManyAtOnce() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL); Arena arena = Arena.ofConfined()) {
            Table table = writer.define(Ticks.DEFINITION);
            Appender appender = writer.appender(Ticks.NAME);
            MemorySegment rows = arena.allocate(20 * 1000);
            for (int row = 0; row < 1000; row++) {
                Ticks.put(rows, 20L * row, row);
            }
            assertEquals(0, appender.appendAll(rows, 0, 500));
            assertEquals(500, appender.appendAll(rows, 20 * 500, 500));
            Ticks.checkAll(table, 0, 1000);
        }
    }

    @Test
    void shouldRetireWholeChunksAndUseThemAgain() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL.withMaxBytes(64 * 4096))) {
            Table table = writer.define(Ticks.DEFINITION);
            Appender appender = writer.appender(Ticks.NAME);
            for (int round = 0; round < 20; round++) {
                Ticks.append(appender, 5000);
                assertTrue(writer.retire(Ticks.NAME, table.endRow() - 100) > table.endRow() - 400);
                Ticks.checkAll(table, table.firstRow(), (round + 1) * 5000L);
            }
        }
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL.withMaxBytes(64 * 4096))) {
            Table table = writer.table(Ticks.NAME);
            assertTrue(table.rowCount() < 400);
            Ticks.checkAll(table, table.firstRow(), 100_000);
        }
    }

    @Test
    void shouldKeepRetiredRowsForThoseWhoReadThem() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL.withMaxBytes(64 * 4096))) {
            Table table = writer.define(Ticks.DEFINITION);
            Appender appender = writer.appender(Ticks.NAME);
            Ticks.append(appender, 5000);
            try (Store store = Store.open(folder); Cursor cursor = store.table(Ticks.NAME).cursor()) {
                writer.retire(Ticks.NAME, 5000);
                StoreException full = assertThrows(StoreException.class, () -> Ticks.append(appender, 10_000));
                assertEquals(Reason.NO_SPACE, full.reason());
                for (long row = 0; row < 5000; row++) {
                    assertTrue(cursor.next());
                    Ticks.check(cursor, row);
                }
            }
            Ticks.append(appender, 4000);
            Ticks.checkAll(table, table.firstRow(), table.endRow());
        }
    }

    @Test
    void shouldAppendByANewerSchemaBesideTheOld() throws StoreException {
        try (StoreWriter writer = Ticks.writer(folder, 100)) {
            StoreException refused = assertThrows(StoreException.class, () -> writer.define(
                    TableDefinition.of(TestSchemas.tickChanged(), Ticks.NAME).withTimeField("time")));
            assertEquals(Reason.SCHEMA, refused.reason());
            writer.define(TableDefinition.of(TestSchemas.tickWithVenue(), Ticks.NAME).withTimeField("time"));
            Ticks.append(writer.appender(Ticks.NAME), 100);
        }
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.table(Ticks.NAME);
            Ticks.append(writer.appender(Ticks.NAME), 100);
            Ticks.checkAll(table, 0, 300);
            try (Cursor cursor = table.cursor()) {
                assertTrue(cursor.seek(99));
                assertEquals(20, cursor.blockLength());
                assertEquals(0, cursor.schemaVersion());
                assertTrue(cursor.next());
                assertEquals(24, cursor.blockLength());
                assertEquals(1, cursor.schemaVersion());
            }
        }
    }

    @Test
    void shouldHaveOneWriter() throws StoreException {
        try (StoreWriter _ = StoreWriter.open(folder, Ticks.SMALL)) {
            StoreException second = assertThrows(StoreException.class, () -> StoreWriter.open(folder, Ticks.SMALL));
            assertEquals(Reason.LOCKED, second.reason());
        }
        StoreWriter.open(folder, Ticks.SMALL).close();
    }
}
