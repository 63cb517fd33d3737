// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// Messages of the schema `orders`, whose content follows from their number.
final class Orders {
    static final String NAME = "orders";
    static final Schema SCHEMA = TestSchemas.orders();
    static final JournalDefinition DEFINITION = new JournalDefinition(NAME, SCHEMA);
    static final JournalDefinition NEWER = new JournalDefinition(NAME, TestSchemas.ordersWithParties());
    /// By identity, since schemas are large.
    private static final Map<Schema, OtfEncoder> ENCODERS = new IdentityHashMap<>();
    private static final MessageHeader HEADER = new MessageHeader(SCHEMA);

    static long time(long n) {
        return 1_000_000_000L + 10 * n;
    }

    static long sequence(long n) {
        return 7 + n / 3;
    }

    static int legs(long n) {
        return (int) (n % 4);
    }

    static int fills(long n, int leg) {
        return (int) (n + leg) % 3;
    }

    static byte[] bytes(long n) {
        return bytes(SCHEMA, n);
    }

    static byte[] bytes(Schema schema, long n) {
        List<Map<String, Object>> legs = new ArrayList<>();
        for (int leg = 0; leg < legs(n); leg++) {
            List<Map<String, Object>> fills = new ArrayList<>();
            for (int fill = 0; fill < fills(n, leg); fill++) {
                fills.add(Map.of("fill", 100 * n + 10 * leg + fill));
            }
            legs.add(Map.of("leg", 10 * n + leg, "fills", fills));
        }
        Map<String, Object> values = new java.util.HashMap<>(Map.of("id", n, "legs", legs, "note",
                "x".repeat((int) (n % 17))));
        if (schema.version() > 0) {
            values.put("account", n * 3);
            values.put("parties", List.of(Map.of("party", n * 5)));
        }
        byte[] bytes = new byte[4096];
        OtfEncoder encoder = ENCODERS.computeIfAbsent(schema, OtfEncoder::new);
        return Arrays.copyOf(bytes, (int) encoder.encode("Order", values,
                MemorySegment.ofArray(bytes), 0));
    }

    /// Records messages from one number up to another.
    /// A store with a journal of orders in small chunks.
    static StoreWriter writer(Path folder) throws StoreException {
        StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL);
        writer.define(DEFINITION);
        return writer;
    }

    /// The same with the first messages.
    static StoreWriter writer(Path folder, long messages) throws StoreException {
        StoreWriter writer = writer(folder);
        record(writer.journalWriter(NAME), 0, messages);
        return writer;
    }

    static void record(JournalWriter recorder, long from, long to) throws StoreException {
        for (long n = from; n < to; n++) {
            byte[] bytes = bytes(n);
            recorder.record(MemorySegment.ofArray(bytes), 0, bytes.length, time(n), sequence(n));
        }
    }

    /// Compares a message with what it has to be by the schema that it names.
    static void checkContent(JournalCursor cursor, long n) {
        MemorySegment message = cursor.memory().asSlice(cursor.offset(), cursor.length());
        HEADER.wrap(message, 0, message.byteSize());
        byte[] expected = bytes(HEADER.version() == 0 ? SCHEMA : NEWER.schema(), n);
        assertArrayEquals(expected, message.toArray(ValueLayout.JAVA_BYTE), () -> "n=" + n);
        assertEquals(time(n), cursor.timeNs());
        assertEquals(sequence(n), cursor.sequence());
    }

    static void check(JournalCursor cursor, long n) {
        assertArrayEquals(bytes(n), cursor.memory().asSlice(cursor.offset(), cursor.length())
                .toArray(ValueLayout.JAVA_BYTE), () -> "n=" + n);
        assertEquals(time(n), cursor.timeNs());
        assertEquals(sequence(n), cursor.sequence());
        assertEquals(n, cursor.row());
    }

    /// Reads all messages and rows from first to last; nothing was retired.
    static void checkAll(Store store, long end) throws StoreException {
        List<Long> positions = new ArrayList<>();
        try (JournalCursor cursor = store.journal(NAME).cursor()) {
            for (long n = 0; n < end; n++) {
                assertTrue(cursor.next(), "n=" + n);
                check(cursor, n);
                positions.add(cursor.position());
            }
            assertEquals(false, cursor.next());
        }
        assertEquals(end, store.journal(NAME).messageCount());
        checkRows(store, 0, positions);
    }

    /// Compares the tables with the messages of which these are the positions, from the first that was not retired.
    static void checkRows(Store store, long first, List<Long> positions) throws StoreException {
        if (positions.isEmpty()) {
            return;
        }
        long end = first + positions.size();
        List<long[]> legs = new ArrayList<>();
        List<long[]> fills = new ArrayList<>();
        int[] kept = new int[2];
        for (long n = 0; n < end; n++) {
            kept = n == first ? new int[] {legs.size(), fills.size()} : kept;
            for (int leg = 0; leg < legs(n); leg++) {
                for (int fill = 0; fill < fills(n, leg); fill++) {
                    fills.add(new long[] {legs.size(), 100L * n + 10 * leg + fill});
                }
                legs.add(new long[] {n, 10L * n + leg});
            }
        }
        Table orders = store.table("Order");
        assertEquals(end, orders.endRow());
        assertTrue(orders.firstRow() <= first);
        long last = -1;
        try (Cursor cursor = orders.cursor()) {
            while (cursor.next()) {
                long n = cursor.row();
                last = n;
                assertTrue(n < first || positions.get((int) (n - first)) == cursor.position());
                assertEquals(time(n), cursor.timeNs());
                assertEquals(n, cursor.memory().get(StoreLayout.PACKED_LONG, cursor.offset()));
            }
            assertEquals(end - 1, last);
        }
        checkEntries(store, "Order_legs", legs, kept[0]);
        checkEntries(store, "Order_legs_fills", fills, kept[1]);
    }

    private static void checkEntries(Store store, String table, List<long[]> expected, int first)
            throws StoreException {
        if (expected.isEmpty()) {
            return;
        }
        assertEquals(expected.size(), store.table(table).endRow(), table);
        assertTrue(store.table(table).firstRow() <= first);
        long last = -1;
        try (Cursor cursor = store.table(table).cursor()) {
            while (cursor.next()) {
                last = cursor.row();
                long[] row = expected.get((int) last);
                assertEquals(row[0], cursor.parentRow());
                assertEquals(row[1], cursor.memory().get(StoreLayout.PACKED_LONG, cursor.offset()));
            }
            assertEquals(expected.size() - 1, last);
        }
    }
}
