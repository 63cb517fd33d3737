// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Result;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TestSchemas;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Orders, whose content follows from their number, recorded into the days of an archive.
public final class Feed implements DayOpener {
    public static final StoreOptions SMALL = StoreOptions.defaults().withChunkBytes(4096);
    private static final String JOURNAL = "feed";

    private final Schema schema;
    private final OtfEncoder encoder;
    private final byte[] bytes = new byte[4096];
    private JournalWriter journal;

    public Feed() {
        this(TestSchemas.orders());
    }

    public Feed(Schema schema) {
        this.schema = schema;
        encoder = new OtfEncoder(schema, OtfEncoder.Checks.LENIENT);
    }

    @Override
    public void opened(Division.Period day, StoreWriter store) throws StoreException {
        store.define(new JournalDefinition(JOURNAL, schema));
        journal = store.journalWriter(JOURNAL);
    }

    /// Nanoseconds since 1970 of a time such as `2026-01-05T10:00:00Z`.
    public static long ns(String instant) {
        Instant time = Instant.parse(instant);
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    /// Noon of a day of January 2026.
    public static long noon(int day) {
        return ns("2026-01-%02dT12:00:00Z".formatted(day));
    }

    /// Records an order at noon of each of these days of January 2026, with the number of the day.
    public void recordAtNoon(ArchiveWriter writer, int... days) throws StoreException {
        for (int day : days) {
            writer.roll(noon(day));
            record(day, noon(day));
        }
    }

    /// Records order `n` in the day that is open.
    public void record(long n, long timeNs) throws StoreException {
        List<Map<String, Object>> legs = new ArrayList<>();
        for (int leg = 0; leg < n % 3; leg++) {
            legs.add(Map.of("leg", 10 * n + leg, "fills", List.of()));
        }
        int length = (int) encoder.encode("Order", Map.of("id", n, "legs", legs, "note", ""),
                MemorySegment.ofArray(bytes), 0);
        journal.record(MemorySegment.ofArray(bytes), 0, length, timeNs, n);
    }

    /// Records a message without rows: one of a template that the schema lacks.
    public void recordUnknown(long n, long timeNs) throws StoreException {
        int length = (int) encoder.encode("Order", Map.of("id", n, "legs", List.of(), "note", ""),
                MemorySegment.ofArray(bytes), 0);
        MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_SHORT_UNALIGNED, Short.BYTES, (short) 0x7f7f);
        journal.record(MemorySegment.ofArray(bytes), 0, length, timeNs, n);
    }

    /// The values of columns in all rows for which a condition is true.
    public static List<List<Object>> rows(Relation relation, Expr where, String... columns) {
        List<List<Object>> rows = new ArrayList<>();
        Expr[] selected = List.of(columns).stream().map(relation::column).toArray(Expr[]::new);
        try (Result result = relation.scan().where(where).select(selected).run(QueryOptions.defaults())) {
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 0; i < columns.length; i++) {
                    row.add(result.get(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    /// Numbers of orders, in order.
    public static List<Long> ids(Archive archive, Expr where) throws StoreException {
        return rows(archive.relations().get("Order"), where, "id").stream().map(row -> ((Number) row.getFirst())
                .longValue()).toList();
    }
}
