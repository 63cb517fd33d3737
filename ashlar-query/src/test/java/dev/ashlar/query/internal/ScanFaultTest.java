// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.query.Scan;
import dev.ashlar.query.Ticks;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Chunks left out, chunks damaged, rows retired in the middle, questions called off.
class ScanFaultTest {
    private static final int ROWS = 20_000;

    @TempDir
    Path temp;
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        folder = temp.resolve("s");
        try (StoreWriter writer = Ticks.writer(folder)) {
            Ticks.append(writer, 0, ROWS);
        }
    }

    @Test
    void shouldLeaveOutChunksByTheirZones() throws IOException {
        try (Store store = Store.open(folder)) {
            Relation ticks = Relations.of(store).get("Tick");
            List<ChunkSummary> chunks = store.table("Tick").chunks();
            assertTrue(chunks.size() > 50 && chunks.getFirst().sealed(), chunks::toString);
            Scan some = ticks.scan().where(ticks.column("price").between(Expr.of(5_000), Expr.of(5_009))).count()
                    .sum(ticks.column("price"));
            String explained = some.plan().explain(QueryOptions.defaults());
            int all = chunks.size();
            assertTrue(explained.contains("chunks " + all + ", left out by their zones " + (all - 1) + "\n")
                    || explained.contains("chunks " + all + ", left out by their zones " + (all - 2) + "\n"), explained);
            assertEquals("10 50045", only(some, QueryOptions.defaults()));
            Scan none = ticks.scan().where(ticks.column("price").gt(Expr.of(ROWS))).count();
            assertTrue(none.plan().explain(QueryOptions.defaults()).contains("left out by their zones " + (all - 1)),
                    "all but the last, which is not sealed");
            assertEquals("0", only(none, QueryOptions.defaults()));
            Scan row = ticks.scan().where(ticks.column("_row").eq(777)).select(ticks.column("price"));
            assertTrue(row.plan().explain(QueryOptions.defaults()).contains("by row number: rows found 1"));
            assertEquals("777", only(row, QueryOptions.defaults()));
            Scan rows = ticks.scan().where(ticks.column("_row").between(Expr.of(300), Expr.of(450))).count();
            assertTrue(rows.plan().explain(QueryOptions.defaults()).contains("left out by their zones "
                    + (all - 2)), () -> rows.plan().explain(QueryOptions.defaults()));
            assertEquals("151", only(rows, QueryOptions.defaults()));
        }
    }

    private static String only(Scan scan, QueryOptions options) {
        try (Result result = scan.run(options)) {
            assertTrue(result.next());
            List<String> values = new ArrayList<>();
            for (int i = 0; i < result.columns().size(); i++) {
                values.add(result.get(i).toString());
            }
            return String.join(" ", values);
        }
    }

    /// Rows before and after can be asked for.
    @Test
    void shouldNameTheRowsThatAreMissing() throws IOException {
        Ticks.damage(folder);
        CorruptChunkException gap;
        try (Store store = Store.open(folder); Cursor cursor = store.table("Tick").cursor()) {
            gap = assertThrows(CorruptChunkException.class, () -> {
                while (cursor.next()) {
                    assertTrue(cursor.row() < ROWS);
                }
            });
        }
        long first = gap.first();
        long end = gap.end();
        assertTrue(first > 0 && end < ROWS, gap::getMessage);
        try (Store store = Store.open(folder)) {
            Relation ticks = Relations.of(store).get("Tick");
            for (QueryOptions.Engine engine : QueryOptions.Engine.values()) {
                QueryOptions options = QueryOptions.defaults().withEngine(engine).withThreads(2);
                QueryException damage = assertThrows(QueryException.class, () -> only(ticks.scan().count()
                        .sum(ticks.column("price")), options));
                assertEquals(Reason.CORRUPT, damage.reason());
                assertTrue(damage.getMessage().contains("first=" + first + ", end=" + end), damage::getMessage);
                QueryException ordered = assertThrows(QueryException.class, () -> only(ticks.scan()
                        .select(ticks.column("price")).orderBy("price", true), options));
                assertEquals(Reason.CORRUPT, ordered.reason());
                Scan before = ticks.scan().where(ticks.column("_row").lt(Expr.of(first))).count();
                Scan after = ticks.scan().where(ticks.column("_row").ge(Expr.of(end))).count();
                if (engine == QueryOptions.Engine.BEST) {
                    assertEquals(Long.toString(first), only(before, options));
                    assertEquals(Long.toString(ROWS - end), only(after, options));
                }
            }
        }
    }

    @Test
    void shouldGoOnBesideRetirement() throws IOException {
        try (StoreWriter writer = Ticks.writer(folder)) {
            Relation ticks = Relations.of(writer).get("Tick");
            Scan all = ticks.scan().select(ticks.column("price"));
            try (Result result = all.run(QueryOptions.defaults())) {
                assertTrue(result.next());
                long first = writer.retire("Tick", ROWS / 2);
                assertTrue(first > 0);
                Ticks.append(writer, ROWS, ROWS + 100);
                long sum = result.getLong(0);
                while (result.next()) {
                    sum += result.getLong(0);
                }
                assertEquals((long) ROWS * (ROWS - 1) / 2, sum);
            }
            assertEquals(Long.toString(ROWS + 100 - writer.table("Tick").firstRow()), only(ticks.scan().count(),
                    QueryOptions.defaults().withThreads(2)));
        }
    }

    @Test
    void shouldEndWhatIsCalledOffOrTakesTooMuch() throws IOException {
        try (Store store = Store.open(folder)) {
            Relation ticks = Relations.of(store).get("Tick");
            Scan groups = ticks.scan().groupBy(ticks.column("price")).count();
            QueryOptions options = QueryOptions.defaults().withThreads(2);
            Cancellation cancellation = new Cancellation();
            cancellation.cancel();
            assertEquals(Reason.CANCELLED, reason(groups, options.withCancellation(cancellation)));
            assertEquals(Reason.DEADLINE, reason(groups, options.withTimeLimit(Duration.ZERO)));
            assertEquals(Reason.MEMORY, reason(groups, options.withMemoryBytes(100_000)));
            assertEquals(Reason.MEMORY, reason(ticks.scan().select(ticks.column("price")).orderBy("price", true),
                    options.withMemoryBytes(100_000)));
            Cancellation late = new Cancellation();
            try (Result result = ticks.scan().select(ticks.column("price")).run(options.withCancellation(late))) {
                assertTrue(result.next());
                late.cancel();
                assertEquals(Reason.CANCELLED, assertThrows(QueryException.class, () -> {
                    while (result.next()) {
                        result.getLong(0);
                    }
                }).reason());
            }
        }
    }

    private static Reason reason(Scan scan, QueryOptions options) {
        return assertThrows(QueryException.class, () -> only(scan, options)).reason();
    }
}
