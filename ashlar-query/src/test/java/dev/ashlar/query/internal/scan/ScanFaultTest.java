// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Answers;
import dev.ashlar.query.Cancellation;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.query.Scan;
import dev.ashlar.query.Ticks;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.strategy.KernelStrategy;
import dev.ashlar.query.internal.strategy.ScanSelection;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
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
        Ticks.write(folder, ROWS);
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
            assertEquals("10 50045", Answers.first(some, QueryOptions.defaults()));
            Scan none = ticks.scan().where(ticks.column("price").gt(Expr.of(ROWS))).count();
            assertTrue(none.plan().explain(QueryOptions.defaults()).contains("left out by their zones " + all));
            assertEquals("0", Answers.first(none, QueryOptions.defaults()));
            Scan row = ticks.scan().where(ticks.column("_row").eq(777)).select(ticks.column("price"));
            assertTrue(row.plan().explain(QueryOptions.defaults()).contains("by row number: rows found 1"));
            assertEquals("777", Answers.first(row, QueryOptions.defaults()));
            Scan rows = ticks.scan().where(ticks.column("_row").between(Expr.of(300), Expr.of(450))).count();
            assertTrue(rows.plan().explain(QueryOptions.defaults()).contains("left out by their zones "
                    + (all - 2)), () -> rows.plan().explain(QueryOptions.defaults()));
            assertEquals("151", Answers.first(rows, QueryOptions.defaults()));
            Scan most = ticks.scan().where(ticks.column("price").ge(Expr.of(0))).count();
            String decided = most.plan().explain(QueryOptions.defaults());
            assertTrue(decided.contains("\n  rows " + ROWS + ", known to lie between their bounds "
                    + ROWS + "\n"), decided);
            assertEquals(Long.toString(ROWS), Answers.first(most, QueryOptions.defaults()));
        }
    }

    /// In a chunk whose times are in order, rows are found by search; in others all are looked at.
    @Test
    void shouldSearchTimesThatAreInOrder() throws IOException {
        try (StoreWriter writer = Ticks.writer(temp.resolve("times"))) {
            Schema schema = writer.table("Tick").schema();
            writer.define(new TableDefinition("Timed", schema, schema.message("Tick"), "price"));
            Appender appender = writer.appender("Timed");
            for (int row = 0; row < ROWS; row++) {
                RowClaim claim = appender.claim();
                long at = claim.offset();
                claim.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, at, 10L * (row < ROWS / 2 ? row : row ^ 1));
                claim.memory().set(ValueLayout.JAVA_INT_UNALIGNED, at + 8, row);
                claim.commit();
            }
        }
        try (Store store = Store.open(temp.resolve("times"))) {
            Relation timed = Relations.of(store).get("Timed");
            Expr time = timed.column("_time");
            Scan ordered = timed.scan().where(time.ge(ns(9_995))).where(time.lt(ns(12_000))).count()
                    .sum(timed.column("size"));
            String explained = ordered.plan().explain(QueryOptions.defaults());
            assertTrue(explained.contains("\n  rows 200, known to lie between their bounds 200\n"),
                    explained);
            assertEquals("200 219900", Answers.first(ordered, QueryOptions.defaults()));
            assertEquals("1 4321", Answers.first(timed.scan().where(time.eq(ns(43_210))).count().sum(timed.column("size")),
                    QueryOptions.defaults()));
            assertEquals("0 null", Answers.first(timed.scan().where(time.eq(ns(43_211))).count().sum(timed.column("size")),
                    QueryOptions.defaults()));
            Scan mixed = timed.scan().where(time.ge(ns(150_000))).where(time.lt(ns(150_100))).count()
                    .sum(timed.column("size"));
            explained = mixed.plan().explain(QueryOptions.defaults());
            assertTrue(explained.contains(", known to lie between their bounds 0\n"), explained);
            assertEquals("10 150045", Answers.first(mixed, QueryOptions.defaults()));
        }
    }

    /// A chunk that is being filled has no footer; whoever asks looks at its new rows once.
    @Test
    void shouldSearchTimesOfTheChunkThatIsBeingFilled() throws IOException {
        try (StoreWriter writer = Ticks.writer(temp.resolve("open"))) {
            Schema schema = writer.table("Tick").schema();
            writer.define(new TableDefinition("Timed", schema, schema.message("Tick"), "price"));
            Appender appender = writer.appender("Timed");
            Relation timed = Relations.of(writer).get("Timed");
            Scan some = timed.scan().where(timed.column("_time").ge(ns(15))).where(timed.column("_time").lt(ns(20)))
                    .count();
            long[] times = {3, 15, 15, 17, 20, 30, 18};
            String[] counts = {"0", "1", "2", "3", "3", "3", "4"};
            for (int i = 0; i < times.length; i++) {
                RowClaim claim = appender.claim();
                long at = claim.offset();
                claim.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, at, times[i]);
                claim.commit();
                assertEquals(counts[i], Answers.first(some, QueryOptions.defaults()));
                String explained = some.plan().explain(QueryOptions.defaults());
                assertEquals(i < 6, explained.contains("\n  rows " + counts[i] + ", known to lie between their bounds "
                        + counts[i] + "\n"), explained);
            }
        }
    }

    private static Expr ns(long time) {
        return Expr.of(Instant.ofEpochSecond(0, time));
    }

    /// One table of groups takes in 1,000 rows here; then there is another.
    @Test
    void shouldGoOnWithOtherGroupsWhenATableHasTakenInEnough() throws IOException {
        try (Store store = Store.open(folder)) {
            Relation ticks = Relations.of(store).get("Tick");
            Plan plan = ticks.scan().groupBy(ticks.column("price").remainder(Expr.of(100))).count()
                    .sum(ticks.column("price")).avg(ticks.column("size")).plan();
            QueryOptions options = QueryOptions.defaults();
            KernelStrategy strategy = assertInstanceOf(KernelStrategy.class, ScanSelection.of(plan, options));
            List<List<Object>> expected = Answers.rows(plan, QueryOptions.Engine.INTERPRETER, 1);
            for (int threads = 1; threads <= 3; threads++) {
                try (ScanSnapshot snapshot = strategy.snapshot(threads)) {
                    QueryBudget budget = new QueryBudget(options);
                    List<List<Object>> rows = new ArrayList<>();
                    new GroupScan(plan, strategy.kernels(), budget, 1000).run(snapshot, threads)
                            .forEachRemaining(row -> rows.add(Arrays.asList(row)));
                    assertEquals(expected, rows);
                }
            }
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
                QueryException damage = assertThrows(QueryException.class, () -> Answers.first(ticks.scan().count()
                        .sum(ticks.column("price")), options));
                assertEquals(Reason.CORRUPT, damage.reason());
                assertTrue(damage.getMessage().contains("first=" + first + ", end=" + end), damage::getMessage);
                QueryException ordered = assertThrows(QueryException.class, () -> Answers.first(ticks.scan()
                        .select(ticks.column("price")).orderBy("price", true), options));
                assertEquals(Reason.CORRUPT, ordered.reason());
                Scan before = ticks.scan().where(ticks.column("_row").lt(Expr.of(first))).count();
                Scan after = ticks.scan().where(ticks.column("_row").ge(Expr.of(end))).count();
                if (engine == QueryOptions.Engine.BEST) {
                    assertEquals(Long.toString(first), Answers.first(before, options));
                    assertEquals(Long.toString(ROWS - end), Answers.first(after, options));
                }
            }
        }
    }

    /// As a disk does that fails: the memory of rows cannot be read any more.
    @Test
    void shouldSayWhichFileWasCutUnderAQuestion() throws IOException {
        Path extent = folder.resolve("extents/0000.ext");
        long whole = Files.size(extent);
        for (QueryOptions.Engine engine : QueryOptions.Engine.values()) {
            for (int threads = 1; threads <= 2; threads++) {
                QueryOptions options = QueryOptions.defaults().withEngine(engine).withThreads(threads);
                Path copy = temp.resolve(engine + " " + threads);
                TestFiles.copy(folder, copy);
                try (Store store = Store.open(copy)) {
                    Relation ticks = Relations.of(store).get("Tick");
                    Scan sum = ticks.scan().count().sum(ticks.column("price"));
                    Scan groups = ticks.scan().groupBy(ticks.column("price")).count();
                    Scan ordered = ticks.scan().select(ticks.column("price")).orderBy("price", true);
                    Scan rows = ticks.scan().select(ticks.column("price"));
                    assertEquals(ROWS + " " + (long) ROWS * (ROWS - 1) / 2, Answers.first(sum, options));
                    try (FileChannel channel = FileChannel.open(copy.resolve("extents/0000.ext"),
                            StandardOpenOption.WRITE)) {
                        channel.truncate(whole / 4);
                    }
                    for (Scan scan : List.of(sum, groups, ordered, rows)) {
                        QueryException cut = assertThrows(QueryException.class, () -> {
                            try (Result result = scan.run(options)) {
                                while (result.next()) {
                                    result.getLong(0);
                                }
                            }
                        });
                        assertEquals(Reason.CORRUPT, cut.reason());
                        assertTrue(cut.getMessage().contains("0000.ext"), cut::getMessage);
                    }
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
            assertEquals(Long.toString(ROWS + 100 - writer.table("Tick").firstRow()), Answers.first(ticks.scan().count(),
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
        return assertThrows(QueryException.class, () -> Answers.first(scan, options)).reason();
    }
}
