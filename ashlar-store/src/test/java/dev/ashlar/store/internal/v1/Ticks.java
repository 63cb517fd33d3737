// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.store.Appender;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Rows of the table `Tick`, whose content follows from their number.
final class Ticks {
    static final String NAME = "Tick";
    static final TableDefinition DEFINITION = TableDefinition.of(TestSchemas.tick(), NAME).withTimeField("time");
    /// Chunks of a page: many of them, with 198 rows each.
    static final StoreOptions SMALL = StoreOptions.defaults().withChunkBytes(4096);

    static long time(long row) {
        return 1_000_000_000L + 10 * row;
    }

    /// A store with a table of ticks in small chunks.
    static StoreWriter writer(Path folder) throws StoreException {
        StoreWriter writer = StoreWriter.open(folder, SMALL);
        writer.define(DEFINITION);
        return writer;
    }

    /// The same with that many more rows.
    static StoreWriter writer(Path folder, long rows) throws StoreException {
        StoreWriter writer = writer(folder);
        append(writer.appender(NAME), rows);
        return writer;
    }

    static void append(Appender appender, long rows) throws StoreException {
        for (long i = 0; i < rows; i++) {
            long row = appender.endRow();
            RowClaim claim = appender.claim();
            long at = claim.offset();
            put(claim.memory(), at, row);
            claim.commit();
        }
    }

    static void put(MemorySegment memory, long at, long row) {
        memory.set(StoreLayout.PACKED_LONG, at, time(row));
        memory.set(StoreLayout.PACKED_LONG, at + 8, row * 31);
        memory.set(StoreLayout.PACKED_INT, at + 16, (int) row);
    }

    static void check(Cursor cursor, long row) {
        assertEquals(row, cursor.row());
        assertEquals(time(row), cursor.memory().get(StoreLayout.PACKED_LONG, cursor.offset()));
        assertEquals(row * 31, cursor.memory().get(StoreLayout.PACKED_LONG, cursor.offset() + 8));
        assertEquals((int) row, cursor.memory().get(StoreLayout.PACKED_INT, cursor.offset() + 16));
    }

    /// Reads all rows from first to last.
    static void checkAll(Table table, long first, long end) {
        assertEquals(first, table.firstRow());
        assertEquals(end, table.endRow());
        try (Cursor cursor = table.cursor()) {
            for (long row = first; row < end; row++) {
                assertEquals(true, cursor.next(), () -> "row=" + cursor.row());
                check(cursor, row);
            }
            assertEquals(false, cursor.next());
        }
    }
}
