// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.archive.internal.v1.WriteArchive;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Writes the archives of the kit. What they hold follows from the numbers of rows and messages.
final class KitArchives {
    private static final BigInteger LARGE = new BigInteger("18446744073709551000");

    private static long ns(String instant) {
        return TimeUnit.SECONDS.toNanos(Instant.parse(instant).getEpochSecond());
    }

    private static ArchiveWriter open(Path folder, ArchiveOptions options, DayOpener opener) throws StoreException {
        return WriteArchive.open(folder, options.withStore(KitStores.SMALL), opener, new KitDisk(KitDisk.WRITTEN));
    }

    /// Four days of Chicago. The first has an older version of the schema; the third has 23 hours, a table that was
    /// added, and messages of the day before; the last is open, with a row that is claimed and not committed.
    static void writeDays(Path folder, Path copy) throws Exception {
        int[] version = {0};
        ArchiveOptions options = ArchiveOptions.daily(ZoneId.of("America/Chicago"));
        try (ArchiveWriter archive = open(folder, options, (day, store) -> define(store, version[0], day.name()))) {
            fill(archive.roll(ns("2026-03-06T12:00:00Z")), 0, 0, 9, ns("2026-03-06T12:00:00Z"));
            version[0] = 1;
            fill(archive.roll(ns("2026-03-07T12:00:00Z")), 1, 9, 9, ns("2026-03-07T12:00:00Z"));
            StoreWriter third = archive.roll(ns("2026-03-08T06:00:00Z"));
            fill(third, 1, 18, 3, ns("2026-03-07T23:00:00Z"));
            fill(third, 1, 21, 6, ns("2026-03-08T12:00:00Z"));
            tick(third, "LateTicks", 1, 27, ns("2026-03-08T13:00:00Z")).commit();
            StoreWriter fourth = archive.roll(ns("2026-03-09T12:00:00Z"));
            fill(fourth, 1, 28, 5, ns("2026-03-09T12:00:00Z"));
            fourth.sync();
            fill(fourth, 1, 33, 4, ns("2026-03-09T13:00:00Z"));
            RowClaim row = tick(fourth, "Ticks", 1, 77, ns("2026-03-09T13:00:00Z"));
            KitFiles.copy(folder, copy);
            row.abort();
        }
    }

    private static void define(StoreWriter store, int version, String day) throws StoreException {
        try {
            Schema schema = KitStores.quotes(version);
            store.define(new JournalDefinition("orders", schema));
            Message message = TableDefinition.of(schema, "Tick").message();
            store.define(new TableDefinition("Ticks", schema, message, "time"));
            store.define(LastValuesDefinition.of(schema, "Quote", "symbol").withName("prices"));
            if (day.equals("2026-03-08")) {
                store.define(new TableDefinition("LateTicks", schema, message, "time"));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void fill(StoreWriter store, int version, int from, int count, long timeNs) throws Exception {
        JournalWriter writer = store.journalWriter("orders");
        for (int n = from; n < from + count; n++) {
            byte[] order = KitStores.encode(KitStores.quotes(version), "Order", KitStores.order(n, version));
            writer.record(MemorySegment.ofArray(order), 0, order.length, timeNs + 1_000L * n, n);
            tick(store, "Ticks", version, n, timeNs).commit();
            KitStores.quote(store, version, n, n % 3);
        }
    }

    private static RowClaim tick(StoreWriter store, String table, int version, int n, long timeNs)
            throws StoreException {
        RowClaim row = KitStores.tick(store.appender(table).claim(), n, version);
        row.memory().set(KitStores.LONG, row.offset(), timeNs + n);
        return row;
    }

    static Schema widths(boolean newer) throws IOException {
        return KitStores.parse(Files.readString(KitFiles.KIT.resolve(newer ? "schemas/widths-newer.xml"
                : "schemas/widths-older.xml")));
    }

    /// The hour that clocks of London show twice, with fields that have other types in each.
    static void writeHours(Path folder) throws Exception {
        Schema[] schema = {widths(false)};
        ArchiveOptions options = ArchiveOptions.hourly(ZoneId.of("Europe/London"));
        try (ArchiveWriter archive = open(folder, options, (hour, store) ->
                store.define(new JournalDefinition("wide", schema[0])))) {
            long first = ns("2026-10-25T00:30:00Z");
            wide(archive.roll(first).journalWriter("wide"), schema[0], 0, first);
            long second = ns("2026-10-25T01:30:00Z");
            schema[0] = widths(true);
            wide(archive.roll(second).journalWriter("wide"), schema[0], 5, second);
            archive.seal();
        }
    }

    private static void wide(JournalWriter writer, Schema schema, int from, long timeNs) throws StoreException {
        boolean newer = from > 0;
        for (int n = from; n < from + 5; n++) {
            Map<String, Object> values = new HashMap<>();
            values.put("at", timeNs / 1_000 + n);
            values.put("n", newer ? 100_000 + n : 200 + n);
            values.put("small", newer ? -n : 200 + n);
            values.put("big", newer ? (Object) Long.valueOf(-n) : LARGE.add(BigInteger.valueOf(n)));
            values.put("p", new BigDecimal(newer ? 12_345 * n : 99 * n).movePointLeft(newer ? 4 : 2));
            values.put("whole", newer ? (Object) new BigDecimal(150 + n).movePointLeft(2) : n);
            values.put("x", n / 4.0);
            values.put("name", (newer ? "longer" : "ab") + n);
            values.put("side", n % 2 == 0 ? "Buy" : newer ? "Cross" : "Sell");
            values.put("code", newer ? "T" + n : "Up");
            values.put("bad", newer ? "b" + n : (Object) n);
            values.put("_date", 7 * n);
            values.put("marks", n % 2 == 0 ? List.of("First") : List.of());
            values.put("rate", Map.of("mantissa", 11 * n, "exponent", -(n % 3)));
            values.put(newer ? "fresh" : "gone", 3 * n);
            byte[] bytes = KitStores.encode(schema, "Wide", values);
            writer.record(MemorySegment.ofArray(bytes), 0, bytes.length, timeNs + n, n);
        }
    }
}
