// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Reorder;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tables written in another order have the rows that a question for this order has.
class ReorderPropertyTest {
    /// Of all that is in order by its value; enums are by their number.
    private static final List<String> ORDERED = List.of("id", "symbol", "name", "price", "limit", "bulk", "quantity",
            "filled", "level", "ratio", "weight", "at", "until", "seen", "_time");
    private static final StoreOptions SMALL = StoreOptions.defaults().withChunkBytes(4096);

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("ReorderPropertyTest");

    @Test
    void shouldOrderMessagesWithTheirGroups() throws IOException {
        for (int i = 0; i < 6; i++) {
            Path folder = temp.resolve("from" + i);
            RandomDeals.write(folder, random, i % 3 == 0 ? Deals.schema() : i % 3 == 1 ? Deals.newer()
                    : Deals.bigEndian());
            List<String> by = new ArrayList<>();
            for (int n = 1 + random.nextInt(3); n > 0; n--) {
                by.add(ORDERED.get(random.nextInt(ORDERED.size())));
            }
            try (Store from = Store.open(folder)) {
                Path to = temp.resolve("to" + i);
                Reorder reorder = new Reorder("Deal", by, 1 << 20, (_, _) -> { });
                Reorder.Report report = reorder.into(from, to, SMALL);
                long first = from.journal(Deals.JOURNAL).firstPosition();
                try (Store ordered = Store.open(to)) {
                    assertEquals(List.of(), ordered.verify(VerifyOptions.all()).findings());
                    assertEquals(report.rows(), ordered.table("Deal").rowCount());
                    assertEquals(from.table("Deal").rowCount(), report.rows() + report.leftOut());
                    for (String table : List.of("Deal", "Deal_legs", "Deal_legs_fills")) {
                        List<List<Object>> expected = rows(Relations.of(from).get(table), by, first);
                        List<List<Object>> actual = rows(Relations.of(ordered).get(table), List.of(), 0);
                        assertEquals(expected.size(), actual.size());
                        for (int row = 0; row < actual.size(); row++) {
                            assertEquals(expected.get(row), actual.get(row), table + " by " + by + ", row=" + row);
                        }
                    }
                }
            }
        }
    }

    /// All that stays the same, in the order of columns, and where these are equal in that of the rows.
    private static List<List<Object>> rows(Relation relation, List<String> by, long firstPosition) {
        List<Expr> shown = new ArrayList<>();
        for (Column column : relation.columns()) {
            boolean stays = !column.name().startsWith("_") && !column.name().endsWith("__parent")
                    && !column.name().equals("free") || column.name().equals("_time");
            if (stays) {
                shown.add(relation.column(column.index()));
            }
        }
        Scan scan = relation.scan().where(relation.column("_position").ge(Expr.of(firstPosition)))
                .select(shown.toArray(Expr[]::new));
        by.forEach(column -> scan.orderBy(name(relation, column), false));
        return Answers.rows(scan.run(QueryOptions.defaults()));
    }

    /// The message's column among those of its entries.
    private static String name(Relation relation, String column) {
        String other = "Deal_" + column;
        return relation.columns().stream().anyMatch(c -> c.name().equals(other)) ? other : column;
    }

    @Test
    void shouldLetZonesLeaveOutWhatIsElsewhere() throws IOException {
        Path folder = temp.resolve("ticks");
        try (StoreWriter writer = Ticks.writer(folder)) {
            Ticks.append(writer, 0, 60_000);
            Reorder bySize = Reorder.of("Tick", "size").withMemoryBytes(1 << 20);
            Reorder.Report report = bySize.into(writer, "BySize");
            assertEquals(60_000, report.rows());
            assertTrue(report.files() > 1, report::toString);
            Relation before = Relations.of(writer).get("Tick");
            Relation after = Relations.of(writer).get("BySize");
            Scan scattered = before.scan().where(before.column("size").eq(3)).count().sum(before.column("price"));
            Scan together = after.scan().where(after.column("size").eq(3)).count().sum(after.column("price"));
            assertEquals(Answers.first(scattered), Answers.first(together));
            assertTrue(leftOut(scattered) == 0 && leftOut(together) > 100,
                    () -> scattered.plan().explain(QueryOptions.defaults())
                            + together.plan().explain(QueryOptions.defaults()));
            StoreException taken = assertThrows(StoreException.class, () -> bySize.into(writer, "BySize"));
            assertEquals(Reason.SCHEMA, taken.reason());
        }
        assertEquals(List.of(folder.getFileName().toString()), TestFiles.names(temp),
                "nothing is left of what was written meanwhile");
    }

    private static int leftOut(Scan scan) {
        String explained = scan.plan().explain(QueryOptions.defaults());
        return Integer.parseInt(explained.replaceAll("(?s).*left out by their zones (\\d+).*", "$1"));
    }

    @Test
    void shouldRefuseWhatCannotBeOrdered() throws IOException {
        Path folder = temp.resolve("deals");
        RandomDeals.write(folder, random, Deals.schema());
        try (StoreWriter store = StoreWriter.open(folder, SMALL)) {
            Path to = temp.resolve("to");
            assertEquals(Reason.UNKNOWN, assertThrows(StoreException.class, () ->
                    Reorder.of("Deal_legs", "leg").into(store, to, SMALL)).reason());
            assertEquals(Reason.UNKNOWN, assertThrows(StoreException.class, () ->
                    Reorder.of("Deal", "id").into(store, "Other")).reason());
            assertEquals(Reason.EXISTS, assertThrows(StoreException.class, () ->
                    Reorder.of("Deal", "id").into(store, folder, SMALL)).reason());
            for (String field : List.of("nothing", "free", "spot", "triple", "kind")) {
                assertThrows(IllegalArgumentException.class, () -> Reorder.of("Deal", field).into(store, to, SMALL),
                        field);
            }
            Deals.record(store, Deals.newer(), "{\"template\":\"Deal\",\"tag\":1}");
            StoreException lost = assertThrows(StoreException.class, () ->
                    Reorder.of("Deal", "id").into(store, to, SMALL));
            assertTrue(lost.getMessage().contains("field=tag"), lost::getMessage);
            assertFalse(Files.exists(to));
        }
        assertEquals(List.of(folder.getFileName().toString()), TestFiles.names(temp));
    }
}
