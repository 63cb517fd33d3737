// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Cursor;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.Retention;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionTest {
    private static final long ROWS = 10_000;
    /// No chunk has more rows, or messages, than this.
    private static final long CHUNK = 250;

    @TempDir
    Path folder;

    private WriteStore writer;

    @BeforeEach
    void open() throws StoreException {
        writer = WriteStore.open(folder, Ticks.SMALL, new StoreDisk());
    }

    private Table ticks() throws StoreException {
        Table table = writer.define(Ticks.DEFINITION);
        Ticks.append(writer.appender(Ticks.NAME), ROWS);
        writer.sealNow();
        return table;
    }

    @Test
    void shouldKeepTheNewestRows() throws StoreException {
        try (WriteStore _ = writer) {
            Table table = ticks();
            long first = writer.retain(Ticks.NAME, Retention.ALL.withMaxRows(1000), 0);
            assertTrue(first <= ROWS - 1000 && first > ROWS - 1000 - CHUNK, "first=" + first);
            Ticks.checkAll(table, first, ROWS);
            assertEquals(first, writer.retain(Ticks.NAME, Retention.ALL, 0));
        }
    }

    @Test
    void shouldKeepAsManyBytes() throws StoreException {
        try (WriteStore _ = writer) {
            Table table = ticks();
            writer.retain(Ticks.NAME, Retention.ALL.withMaxBytes(3 * 4096 + 100), 0);
            assertEquals(3, table.chunks().size());
            writer.retain(Ticks.NAME, Retention.ALL.withMaxBytes(0), 0);
            assertEquals(1, table.chunks().size());
            Ticks.checkAll(table, table.firstRow(), ROWS);
        }
    }

    @Test
    void shouldKeepWhatIsNotTooOld() throws StoreException {
        try (WriteStore _ = writer) {
            Table table = ticks();
            Duration age = Duration.ofNanos(1000 * 10);
            // Row 9,000 was a thousand steps of 10 ns before row 10,000.
            long first = writer.retain(Ticks.NAME, Retention.ALL.withMaxAge(age), Ticks.time(ROWS));
            assertTrue(first <= 9000 && first > 9000 - CHUNK, "first=" + first);
            Ticks.checkAll(table, first, ROWS);
        }
    }

    @Test
    void shouldKeepTheNewestMessagesWithTheirRows() throws StoreException {
        try (WriteStore _ = writer) {
            Journal journal = writer.define(Orders.DEFINITION);
            Orders.record(writer.journalWriter(Orders.NAME), 0, (int) ROWS);
            long firstPosition = writer.retain(Orders.NAME, Retention.ALL.withMaxRows(2000), 0);
            assertTrue(firstPosition > 0);
            assertEquals(firstPosition, journal.firstPosition());
            long kept = journal.messageCount();
            assertTrue(kept >= 2000 && kept < ROWS, "kept=" + kept);
            long aged = writer.retain(Orders.NAME, Retention.ALL.withMaxAge(Duration.ofNanos(Orders.time(ROWS)
                    - Orders.time(ROWS - 500))), Orders.time(ROWS));
            assertTrue(aged > firstPosition && journal.messageCount() >= 500);
            long sized = writer.retain(Orders.NAME, Retention.ALL.withMaxBytes(1 << 14), 0);
            assertTrue(sized >= aged);
            try (JournalCursor cursor = journal.cursor()) {
                long messages = 0;
                while (cursor.next()) {
                    messages++;
                }
                assertEquals(journal.messageCount(), messages);
            }
        }
    }

    @Test
    void shouldRefuseWhatItCannotRetire() throws StoreException {
        try (WriteStore _ = writer) {
            writer.define(Orders.DEFINITION);
            Orders.record(writer.journalWriter(Orders.NAME), 0, 10);
            assertEquals(Reason.UNKNOWN, assertThrows(StoreException.class,
                    () -> writer.retain("Nothing", Retention.ALL, 0)).reason());
            assertEquals(Reason.UNKNOWN, assertThrows(StoreException.class,
                    () -> writer.retain("Order", Retention.ALL, 0)).reason());
            assertThrows(IllegalArgumentException.class, () -> Retention.ALL.withMaxRows(-1));
        }
    }

    /// Rows may outlive their messages, and say so.
    @Test
    void shouldTellWhichMessagesOfRowsAreGone() throws Exception {
        try (WriteStore _ = writer) {
            writer.define(Orders.DEFINITION);
            Orders.record(writer.journalWriter(Orders.NAME), 0, 2_000);
            assertEquals(Orders.NAME, writer.table("Order").journal().orElseThrow().name());
            writer.retain(Orders.NAME, Retention.ALL.withMaxRows(300), 0);
        }
        try (Store store = Store.open(folder)) {
            Table orders = store.table("Order");
            Journal journal = orders.journal().orElseThrow();
            assertEquals(store.journal(Orders.NAME).firstPosition(), journal.firstPosition());
            long gone = 0;
            RowPrinter printer = new RowPrinter(orders);
            try (Cursor row = orders.cursor(); JournalCursor message = journal.cursor()) {
                while (row.next()) {
                    boolean there = row.position() >= journal.firstPosition();
                    assertEquals(there, message.seekPosition(row.position()));
                    ByteArrayOutputStream line = new ByteArrayOutputStream();
                    printer.write(row, line);
                    assertEquals(!there, line.toString(StandardCharsets.UTF_8).contains("\"_retired\":true"));
                    gone += there ? 0 : 1;
                }
            }
            assertTrue(gone > 0, "gone=" + gone);
        }
    }
}
