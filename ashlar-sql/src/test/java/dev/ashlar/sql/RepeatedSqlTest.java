// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A statement that comes again is not planned again. It must not show: not what was there before, no limits of before,
/// no state of an earlier run.
class RepeatedSqlTest {
    private static final String XML = StandardTypes.schema("package='twice' id='13' version='0'", "", """
              <sbe:message name="Item" id="1">
                <field name="n" id="1" type="int32"/>
              </sbe:message>
              <sbe:message name="Other" id="2">
                <field name="n" id="1" type="int32"/>
              </sbe:message>
            """);
    private static final QueryOptions DEFAULT = QueryOptions.defaults();
    /// A scan alone, and one with operators above it.
    private static final List<String> COUNTS = List.of("select count(*) from Item",
            "select count(*) + length(cast(max(n) as varchar)) - 1 from Item");

    @TempDir
    private Path temp;
    private StoreWriter writer;
    private SqlSession session;

    @BeforeEach
    void open() throws IOException {
        writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(4096));
        session = SqlSession.of(writer);
        add("Item", 1, 3);
    }

    @AfterEach
    void close() throws IOException {
        writer.close();
    }

    private void add(String template, int from, int to) throws IOException {
        Schema schema = JsonMessages.schema(XML, "twice.xml");
        List<String> messages = new ArrayList<>();
        for (int n = from; n <= to; n++) {
            messages.add("{\"template\":\"" + template + "\",\"n\":" + n % 10 + "}");
        }
        JsonMessages.record(writer, "twice", schema, messages);
    }

    private List<String> ask(String sql) {
        return SqlRows.rows(session, sql, DEFAULT);
    }

    @Test
    void shouldSeeNewRows() throws IOException {
        for (String sql : COUNTS) {
            assertEquals(ask(COUNTS.getFirst()), ask(sql));
        }
        int rows = 3;
        for (int more : new int[] {1, 100, 1000}) {
            add("Item", 1, more);
            rows += more;
            for (String sql : COUNTS) {
                assertEquals(List.of(String.valueOf(rows)), ask(sql), sql);
                assertEquals(List.of(String.valueOf(rows)), ask(sql), sql);
            }
        }
    }

    @Test
    void shouldSeeNewTables() throws IOException {
        String tables = "select count(*) from _containers where kind = 'table'";
        String catalog = "select count(*) from information_schema.tables where table_name in ('Item', 'Other')";
        List<String> before = List.of(ask(tables).getFirst(), ask(catalog).getFirst());
        assertThrows(SqlException.class, () -> ask("select count(*) from Other"));
        add("Other", 1, 2);
        assertEquals(List.of("1", "1"), before);
        assertEquals(List.of("2"), ask(tables));
        assertEquals(List.of("2"), ask(catalog));
        assertEquals(List.of("2"), ask("select count(*) from Other"));
    }

    @Test
    void shouldStartRecursionsFromTheBeginning() {
        String sql = "with recursive t(n) as (select 1 union all select n + 1 from t where n < 5) select sum(n) from t";
        assertEquals(List.of("15"), ask(sql));
        assertEquals(List.of("15"), ask(sql));
    }

    @Test
    void shouldHaveLimitsOfItsOwn() {
        String sql = "select count(*) from Item a, Item b, Item c where a.n + b.n + c.n > 0";
        assertEquals(List.of("27"), ask(sql));
        SqlException e = assertThrows(SqlException.class, () -> SqlRows.rows(session, sql,
                DEFAULT.withMemoryBytes(100)));
        assertEquals(Reason.MEMORY, e.reason());
        e = assertThrows(SqlException.class, () -> SqlRows.rows(session, sql,
                DEFAULT.withTimeLimit(Duration.ofNanos(1))));
        assertEquals(Reason.DEADLINE, e.reason());
        assertEquals(List.of("27"), ask(sql));
    }

    @Test
    void shouldReportErrorsOfValuesEachTime() {
        String sql = "select cast(substring(cast(n as varchar) || 'x' from 2) as integer) from Item";
        for (int i = 0; i < 2; i++) {
            assertEquals(Reason.INVALID, assertThrows(SqlException.class, () -> ask(sql)).reason());
        }
    }

    @Test
    void shouldTellTheTimeOfEachRun() throws InterruptedException {
        String sql = "select cast(now() as varchar)";
        String first = ask(sql).getFirst();
        String later = first;
        // In seconds.
        for (int i = 0; i < 300 && later.equals(first); i++) {
            Thread.sleep(10);
            later = ask(sql).getFirst();
        }
        assertTrue(first.compareTo(later) < 0, first + " " + later);
    }

    /// In conditions above a scan, inside it, and of constants alone.
    @Test
    void shouldCompareWithTheTimeOfEachRun() throws InterruptedException {
        Instant soon;
        List<String> all;
        List<List<String>> before;
        long seconds = 3;
        // On a slow machine answers come later than that; then once more, with more time.
        do {
            soon = Instant.now().plusSeconds(seconds).truncatedTo(ChronoUnit.SECONDS);
            all = comparisonsWith(soon.toString().substring(0, 19).replace('T', ' '));
            before = all.stream().map(this::ask).toList();
            seconds *= 2;
        } while (!Instant.now().isBefore(soon));
        assertEquals(List.of(List.of("3"), List.of("3"), List.of("3"), List.of("true")), before);
        while (Instant.now().isBefore(soon)) {
            Thread.sleep(10);
        }
        assertEquals(List.of(List.of("0"), List.of(), List.of("0"), List.of("false")), all.stream().map(this::ask).toList());
    }

    private static List<String> comparisonsWith(String time) {
        return List.of("select count(*) from Item where now() < timestamp '" + time + "'",
                "select n from Item where n = 3 and now() < timestamp '" + time + "'",
                "select count(*) from Item where n + case when now() < timestamp '" + time + "' then 0 else 100 end < 50",
                "select now() < timestamp '" + time + "'");
    }

    @Test
    void shouldRunInSeveralThreadsAtOnce() throws Exception {
        add("Item", 1, 500);
        String sql = "select n, count(*), sum(count(*)) over (order by n) from Item group by n order by n";
        List<String> expected = ask(sql);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<List<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                answers.add(threads.submit(() -> ask(sql)));
            }
            for (Future<List<String>> answer : answers) {
                assertEquals(expected, answer.get());
            }
        }
    }

    @Test
    void shouldNotMixStoresOfOtherSessions() throws IOException {
        assertEquals(List.of("3"), ask(COUNTS.getFirst()));
        try (StoreWriter second = StoreWriter.open(temp.resolve("t"), StoreOptions.defaults().withChunkBytes(4096))) {
            JsonMessages.record(second, "twice", JsonMessages.schema(XML, "twice.xml"), List.of(
                    "{\"template\":\"Item\",\"n\":1}"));
            SqlSession both = session.with("late", second);
            assertEquals(List.of("3"), SqlRows.rows(both, COUNTS.getFirst(), DEFAULT));
            assertEquals(List.of("1"), SqlRows.rows(both, "select count(*) from late.Item", DEFAULT));
            assertEquals(List.of("1"), SqlRows.rows(both, "select count(*) from late.Item", DEFAULT));
        }
    }
}
