// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.MessageClaim;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes the stores of the kit. What they hold follows from the numbers of rows and messages.
final class KitStores {
    private static final long TIME_NS = 1_767_225_600_000_000_000L;
    static final StoreOptions SMALL = new StoreOptions(1 << 12, 1 << 15, 1 << 22, Durability.NONE,
            Duration.ofHours(1));
    private static final int MESSAGE_BYTES = 4096;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    static Schema types(boolean bigEndian) throws IOException {
        String xml = Files.readString(KitFiles.KIT.resolve("schemas/types.xml"));
        return parse(bigEndian ? xml.replace("littleEndian", "bigEndian") : xml);
    }

    static Schema quotes(int version) throws IOException {
        String xml = Files.readString(KitFiles.KIT.resolve("schemas/quotes.xml"));
        return parse(version == 1 ? xml : xml.replaceAll("(?s)<group name=\"parties\".*?</group>", "")
                .replaceAll("<field [^>]*sinceVersion=\"1\"/>", "").replace("version=\"1\"\n", "version=\"0\"\n"));
    }

    static Schema parse(String xml) {
        return SchemaParser.parseText(xml, "kit.xml").schema();
    }

    private static WriteStore open(Path folder) throws StoreException {
        return WriteStore.open(folder, SMALL, new KitDisk(KitDisk.WRITTEN));
    }

    /// All types, with nulls, least and greatest values; groups in groups; data; an unknown template; a message that is
    /// cut.
    static void writeTypes(Path folder, boolean bigEndian) throws Exception {
        Schema schema = types(bigEndian);
        try (StoreWriter store = WriteStore.open(folder, new StoreOptions(1 << 13, 1 << 16, 1 << 22, Durability.NONE,
                Duration.ofHours(1)), new KitDisk(KitDisk.WRITTEN))) {
            store.define(new JournalDefinition("messages", schema));
            JournalWriter writer = store.journalWriter("messages");
            for (int n = 0; n < 30; n++) {
                record(writer, encode(schema, "All", all(n)), n);
            }
            record(writer, encode(schema, "Beat", Map.of()), 30);
            byte[] unknown = encode(schema, "Beat", Map.of());
            unknown[bigEndian ? 3 : 2] = 99;
            record(writer, unknown, 31);
            byte[] whole = encode(schema, "All", all(3));
            record(writer, Arrays.copyOf(whole, whole.length - 3), 32);
        }
    }

    private static Map<String, Object> all(int n) {
        boolean least = n % 5 == 1;
        boolean greatest = n % 5 == 2;
        Map<String, Object> values = new HashMap<>();
        values.put("i8", least ? -127 : greatest ? 127 : n - 10);
        values.put("i16", least ? -32767 : greatest ? 32767 : -n);
        values.put("i32", least ? Integer.MIN_VALUE + 1 : greatest ? Integer.MAX_VALUE : n * 1_000);
        values.put("i64", least ? Long.MIN_VALUE + 1 : greatest ? Long.MAX_VALUE : n * 10_000_000_000L);
        values.put("u8", greatest ? 254 : n);
        values.put("u16", greatest ? 65_534 : n);
        values.put("u32", greatest ? 4_294_967_294L : n);
        values.put("u64", greatest ? new BigInteger("18446744073709551614") : n);
        values.put("f32", n / 4f);
        values.put("f64", n % 7 == 3 ? "NaN" : n % 7 == 4 ? "-Infinity" : (Object) (n / 8.0));
        values.put("c", String.valueOf((char) ('a' + n % 26)));
        if (n % 3 != 0) {
            values.put("oi8", -n);
            values.put("oi64", n * 7L);
            values.put("ou32", n);
            values.put("ou64", n);
            values.put("of64", n * 0.5);
            values.put("declared", n);
            values.put("code", "C" + n % 100);
            values.put("pair", List.of(n, -n));
            values.put("oside", n % 2 == 0 ? "Buy" : "Sell");
            values.put("status", n % 4 == 1 ? 42 : (Object) (n % 2 == 0 ? "Open" : "Halted"));
            values.put("price", new BigDecimal(n).movePointLeft(4));
        }
        values.put("symbol", "SYM" + n % 1000);
        values.put("name", n % 2 == 0 ? "né" + n : "plain" + n);
        values.put("three", List.of(n, n + 1, n + 2));
        values.put("side", n % 2 == 0 ? "Buy" : "Sell");
        values.put("flags", n % 3 == 0 ? List.of() : n % 3 == 1 ? List.of("First", "Last") : List.of("Middle"));
        values.put("rate", Map.of("mantissa", n * 11, "exponent", -(n % 4)));
        values.put("at", n % 2 == 0 ? Map.of("x", n) : Map.of("x", n, "y", -n));
        values.put("time", 1_767_225_600_000_000L + n);
        List<Map<String, Object>> legs = new ArrayList<>();
        for (int leg = 0; leg < n % 4; leg++) {
            List<Map<String, Object>> fills = new ArrayList<>();
            for (int fill = 0; fill < leg; fill++) {
                fills.add(Map.of("fill", 100 * n + fill, "fillSide", "Sell"));
            }
            legs.add(leg == 1 ? Map.of("leg", n, "fills", fills)
                    : Map.of("leg", n, "legPrice", new BigDecimal(leg), "fills", fills));
        }
        values.put("legs", legs);
        values.put("note", "ü".repeat(n % 5));
        values.put("blob", new byte[] {(byte) n, -1});
        return values;
    }

    /// Two versions of a schema, in a journal, a table without one, and last values of which some have moved.
    static void writeVersions(Path folder) throws Exception {
        for (int version = 0; version < 2; version++) {
            try (StoreWriter store = open(folder)) {
                fill(store, version, 20 * version, 20);
            }
        }
    }

    private static void fill(StoreWriter store, int version, int from, int count) throws Exception {
        Schema schema = quotes(version);
        store.define(new JournalDefinition("orders", schema));
        // The journal reserves the names of its messages.
        store.define(new TableDefinition("Ticks", schema, TableDefinition.of(schema, "Tick").message(), "time"));
        store.define(LastValuesDefinition.of(schema, "Quote", "symbol").withName("prices"));
        JournalWriter writer = store.journalWriter("orders");
        for (int n = from; n < from + count; n++) {
            record(writer, encode(schema, "Order", order(n, version)), n);
            tick(store.appender("Ticks").claim(), n, version).commit();
            quote(store, version, n, n % 7);
        }
    }

    static Map<String, Object> order(int n, int version) {
        Map<String, Object> values = new HashMap<>(Map.of("id", n, "note", "x".repeat(n % 9)));
        List<Map<String, Object>> legs = new ArrayList<>();
        for (int leg = 0; leg < n % 3; leg++) {
            legs.add(Map.of("leg", 10 * n + leg));
        }
        values.put("legs", legs);
        if (version == 1) {
            values.put("parties", List.of(Map.of("party", n)));
            if (n % 2 == 0) {
                values.put("account", n);
            }
        }
        return values;
    }

    static RowClaim tick(RowClaim row, int n, int version) {
        row.memory().set(LONG, row.offset(), TIME_NS + n);
        row.memory().set(LONG, row.offset() + 8, 100L * n - 700);
        row.memory().set(INT, row.offset() + 16, n);
        if (version == 1) {
            row.memory().set(INT, row.offset() + 20, n % 2 == 0 ? n : Integer.MIN_VALUE);
        }
        return row;
    }

    static void quote(StoreWriter store, int version, int n, int key) throws StoreException {
        ValueClaim value = store.lastValuesWriter("prices").update("K" + key);
        value.memory().set(LONG, value.offset() + 4, n);
        value.memory().set(LONG, value.offset() + 12, n + 1);
        if (version == 1) {
            value.memory().set(INT, value.offset() + 20, 5 * n);
        }
        value.commit();
    }

    /// Several chunks, of which the first are retired.
    static void writeRetired(Path folder) throws Exception {
        try (StoreWriter store = open(folder)) {
            fill(store, 1, 0, 190);
            store.retireMessages("orders", store.journal("orders").firstPosition() + 2 * (1 << 12));
            store.retire("Ticks", 185);
        }
    }

    /// A store as its writer left it in memory while it was at work, some of it synced.
    static void writeLive(Path folder, Path copy, boolean claims) throws Exception {
        try (StoreWriter store = open(folder)) {
            fill(store, 1, 0, 90);
            store.retireMessages("orders", 1 << 12);
            store.sync();
            fill(store, 1, 90, 20);
            if (claims) {
                RowClaim row = store.appender("Ticks").claim();
                tick(row, 77, 1);
                KitFiles.copy(folder, copy);
                row.abort();
                return;
            }
            KitFiles.copy(folder, copy);
        }
    }

    /// As a process that died in the middle of a message and a value leaves it.
    static void writeKilled(Path folder, Path copy) throws Exception {
        try (StoreWriter store = open(folder)) {
            fill(store, 0, 0, 60);
            store.sync();
            fill(store, 0, 60, 25);
            MessageClaim message = store.journalWriter("orders").claim(64);
            message.memory().asSlice(message.offset(), 64).fill((byte) 0x5a);
            KitFiles.copy(folder, copy);
            message.abort();
        }
    }

    /// Tables whose commits are durable one by one, as a loss of power may leave them: `Torn` without the rows of its
    /// last commit, and `Lost` with damage to rows that were durable.
    static void writeCommits(Path folder, Path copy) throws Exception {
        try (StoreWriter store = WriteStore.open(folder, SMALL.withDurability(Durability.COMMIT),
                new KitDisk(KitDisk.WRITTEN))) {
            Schema schema = quotes(1);
            List<String> names = List.of("Ticks", "Torn", "Lost");
            for (String name : names) {
                store.define(new TableDefinition(name, schema, TableDefinition.of(schema, "Tick").message(), "time"));
                commit(store, name, 0, 3);
            }
            store.sync();
            for (String name : names) {
                commit(store, name, 3, name.equals("Ticks") ? 400 : 4);
            }
            KitFiles.copy(folder, copy);
            Path file = copy.resolve("extents/0000.ext");
            byte[] extent = Files.readAllBytes(file);
            // Chunks follow 8,192 bytes, and each table has begun with one of its own.
            extent[8192 + 4096 + 6 * 24 + 8] ^= 1;
            extent[8192 + 2 * 4096 + 4 * 24 + 8] ^= 1;
            Files.write(file, extent);
        }
    }

    private static void commit(StoreWriter store, String table, int from, int count) throws StoreException {
        for (int n = from; n < from + count; n++) {
            tick(store.appender(table).claim(), n, 1).commit();
        }
    }

    private static void record(JournalWriter writer, byte[] message, int n) throws StoreException {
        writer.record(MemorySegment.ofArray(message), 0, message.length, TIME_NS + 1_000L * n, 7 + n / 2);
    }

    static byte[] encode(Schema schema, String template, Map<String, ?> values) {
        byte[] bytes = new byte[MESSAGE_BYTES];
        long length = new OtfEncoder(schema, OtfEncoder.Checks.LENIENT).encode(template, values,
                MemorySegment.ofArray(bytes), 0);
        return Arrays.copyOf(bytes, (int) length);
    }
}
