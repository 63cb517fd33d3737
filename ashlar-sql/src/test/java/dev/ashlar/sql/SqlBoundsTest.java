// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Statements that would take for ever, or all memory, to check, to plan or to answer: each ends by a bound that its
/// message names.
class SqlBoundsTest extends PlacedOrdersSession {
    /// Rows of three to the power of eight, which no scan makes.
    private static final String MANY = " from Placed a, Placed b, Placed c, Placed d, Placed e, Placed f, Placed g, "
            + "Placed h ";

    private static String nested(String innermost, String outer, int times) {
        String sql = innermost;
        for (int i = 0; i < times; i++) {
            sql = outer.formatted("(" + sql + ")");
        }
        return sql;
    }

    private void refused(String message, String sql) {
        SqlException e = failure(sql);
        assertEquals(Reason.UNSUPPORTED, e.reason(), e::getMessage);
        assertTrue(e.getMessage().contains(message), e::getMessage);
    }

    @Tag("slow")
    @Test
    void shouldRefuseWhatIsTooLargeToPlan() {
        refused("expressions are too long: operators=", nested("select symbol s from Placed",
                "select s||s s from %s", 26));
        refused("planning takes too long: steps=", nested("select quantity s from Placed", "select s+s s from %s", 26));
        refused("planning takes too long: steps=", nested("select id from Placed",
                "select id from Placed where id in %s", 26));
        refused("query has too many columns: columns=", nested("select * from Placed", "select *, * from %s", 26));
        refused("query has too many columns: columns=", "select id from Placed where exists (" + nested("select * from Placed",
                "select *, * from %s", 26) + ")");
        refused("too many groupings: groupings=2097152, most=1024", "select count(*) from Placed group by cube (id, "
                + "side, symbol, name, price, quantity, level), cube (id, side, symbol, name, price, quantity, level), "
                + "cube (id, side, symbol, name, price, quantity, level)");
        refused("statement is too long: characters=", "select 1" + " ".repeat(1 << 20));
        StringBuilder with = new StringBuilder("with q0 as (select id from Placed)");
        for (int i = 1; i < 30; i++) {
            with.append(", q%d as (select * from q%d union all select * from q%d)".formatted(i, i - 1, i - 1));
        }
        refused("statement is too long: parts=", with + " select count(*) from q29");
    }

    @Test
    void shouldRefuseWhatIsNestedTooDeeply() {
        String message = "statement is nested too deeply";
        refused(message, "select " + "(".repeat(2_000) + "1" + ")".repeat(2_000));
        refused(message, "select " + "upper(".repeat(1_000) + "'x'" + ")".repeat(1_000));
        refused(message, "select " + "case when true then ".repeat(1_000) + "1" + " end".repeat(1_000));
        refused(message, "select id from Placed where " + "not ".repeat(1_000) + "true");
        refused(message, "select id from Placed where id = 0" + " or id = 1".repeat(500));
        refused(message, "select 1" + " + 1".repeat(500));
        refused(message, "select 'a'" + " || 'a'".repeat(500));
        refused(message, "select 1" + " union all select 1".repeat(500));
    }

    /// The parser's work grows with the square of a chain.
    @Test
    void shouldRefuseLongChains() {
        String message = "expression is too long: parts=4097, most=4096";
        refused(message, "select 1" + " or 1".repeat(20_000));
        refused(message, "select (1" + " or 1".repeat(20_000));
        refused(message, "select id from Placed where id = 0" + " or id = 1".repeat(20_000));
        refused(message, "select 1" + " or 1 is distinct from 2".repeat(20_000));
        refused(message, "select 1" + " + (2 * 3)".repeat(20_000));
        refused(message, "select 1" + " + case when true then 1 end".repeat(20_000));
        refused("too many set operations: unions=1025, most=1024", "select 1" + " union all select 1".repeat(20_000));
        SqlException place = failure("select\n 1" + " or 1".repeat(20_000));
        assertEquals(2, place.line());
        assertEquals(2 + 5 * 2_048, place.column());
    }

    /// In a thread with the stack that most have, whatever the machine's default.
    @Test
    void shouldAnswerWhatIsNestedAsDeeplyAsAllowed() throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, () -> {
            assertEquals(List.of("1"), ask("select " + "(".repeat(200) + "1" + ")".repeat(200)));
            assertEquals(3, ask("select " + "upper(".repeat(150) + "symbol" + ")".repeat(150) + " from Placed").size());
            assertEquals(3, ask("select " + "abs(".repeat(150) + "quantity" + ")".repeat(150) + " from Placed").size());
            assertEquals(List.of("1"), ask("select " + "case when true then ".repeat(60) + "1" + " end".repeat(60)));
            assertEquals(3, ask("select id from Placed where quantity = 0" + " or quantity <> 1".repeat(150)).size());
            assertEquals(3, ask("select quantity" + " + quantity".repeat(150) + " from Placed").size());
            assertEquals(3, ask("select symbol" + " || 'a'".repeat(150) + " from Placed").size());
            assertEquals(3, ask(nested("select id from Placed", "select id from %s", 60)).size());
            assertEquals(391, ask("select 1" + " union all select 1".repeat(390)).size());
        }, "nested", 1 << 20);
        thread.setUncaughtExceptionHandler((_, e) -> failure.set(e));
        thread.start();
        thread.join();
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    @Tag("slow")
    @Test
    void shouldAnswerLongStatements() {
        assertEquals(3, ask("select id from Placed where quantity in (10, -3, 5" + ", 1".repeat(50_000) + ")").size());
        assertEquals(3, ask("select quantity" + ", quantity + 1".repeat(1_000) + " from Placed").size());
        assertEquals(3, ask("select upper(symbol)" + ", upper(symbol)".repeat(500) + " from Placed").size());
        // More operators than a kernel may have: the interpreter does it.
        assertEquals(List.of("40960", "-12288", "20480"), ask(nested("select quantity s from Placed",
                "select s+s s from %s", 12)));
        assertEquals(List.of("327680", "-98304", "163840"), ask(nested("select quantity s from Placed",
                "select s+s s from %s", 15)));
    }

    /// Calcite makes a union of rows with casts, and would infer from it what holds for all its columns.
    @Test
    void shouldPlanSubQueriesOverListedRows() {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            rows.append(i == 0 ? "(values (" : ", (").append(i).append(", cast(").append(i % 3 == 1 ? "null" : "'g" + i + "'")
                    .append(" as varchar), 's").append(i).append("', cast(").append(i % 2 == 0 ? "null" : i + "")
                    .append(" as integer), cast(").append(7 * i).append(" as bigint), cast(").append(i % 4 == 1 ? "null" : i + ".25")
                    .append(" as decimal(9, 2)), cast(").append(i % 5 == 2 ? "null" : "1844674407370955" + i)
                    .append(" as decimal(20, 0)), cast(").append(i % 3 == 2 ? "null" : "1.5")
                    .append(" as double), timestamp '2026-01-31 09:30:0").append(i).append(".5', ")
                    .append(i % 3 == 2 ? "cast(null as boolean)" : i % 3 == 0).append(")");
        }
        String names = "(k, g, s, n, m, d, u, f, t, b)";
        String near = "from " + rows + ") as q" + names + " where q.k <= r.k and q.b = r.b";
        assertEquals(List.of("0|some", "1|some", "2|none"), ask("select k, case when exists (select 1 " + near
                + ") then 'some' when n in (select q.k " + near + ") then 'one' else 'none' end from " + rows
                + ") as r" + names + " order by k limit 3"));
    }

    @Test
    void shouldCountPlanningWithTheTime() {
        String slow = nested("select quantity s from Placed", "select s+s s from %s", 26);
        QueryOptions options = QueryOptions.defaults();
        SqlException late = failure(slow, options.withTimeLimit(Duration.ofMillis(50)));
        assertEquals(Reason.DEADLINE, late.reason());
        assertTrue(late.getMessage().matches("query took too long: elapsedNs=\\d+, timeLimitNs=50000000; allow more time.*"),
                late::getMessage);
        assertEquals(Reason.DEADLINE, failure("select 1", options.withTimeLimit(Duration.ZERO)).reason());
        SqlStatement prepared = session.prepare("select id from Placed where quantity = ?",
                options.withTimeLimit(Duration.ofMinutes(10)));
        assertThrows(SqlException.class, () -> prepared.run(List.of(1L), options.withTimeLimit(Duration.ZERO)));
        assertEquals(1, prepared.parameters().size());
        assertEquals(List.of("id"), prepared.columns().stream().map(SqlColumn::name).toList());
        Cancellation cancellation = new Cancellation();
        cancellation.cancel();
        assertEquals(Reason.CANCELLED, failure(slow, options.withCancellation(cancellation)).reason());
        assertEquals(Reason.CANCELLED, assertThrows(SqlException.class, () -> session.prepare(slow,
                options.withCancellation(cancellation))).reason());
    }

    @Test
    void shouldBoundTexts() {
        assertTrue(failure("select char_length(s) from (" + nested("select cast(symbol as varchar) || 'AAAA' s from Placed",
                "select replace(s, 'A', s || s) s from %s", 8) + ")").getMessage()
                .startsWith("text is too long: characters="));
        SqlException text = failure(nested("select symbol s from Placed", "select s||s s from %s", 14),
                QueryOptions.defaults().withMemoryBytes(1 << 20));
        assertEquals(Reason.MEMORY, text.reason());
        assertTrue(text.getMessage().endsWith("most=16384, a share of the memory of the query; allow more (memoryBytes, "
                + "--limit-memory)"), text::getMessage);
        assertEquals(List.of("ABC", "ABC"), ask("select replace(replace(symbol, 'DEF', ''), 'X', symbol) from Placed "
                + "where symbol like 'A%'"));
        assertEquals(Reason.INVALID, failure("select cast('x' as char(2000000000))").reason());
    }

    /// What operators above scans keep: groups, different rows, sorted rows, windows, joins, lists; each with texts.
    @Test
    void shouldBoundWhatOperatorsKeep() {
        QueryOptions little = QueryOptions.defaults().withMemoryBytes(200_000);
        String key = "upper(a.symbol) || cast(a._row + 3 * b._row + 9 * c._row + 27 * d._row + 81 * e._row + 243 * f._row "
                + "+ 729 * g._row + 2187 * h._row as varchar)";
        for (String sql : List.of("select count(*) from (select k, count(*) from (select " + key + " k" + MANY
                + ") group by k)", "select count(*) from (select distinct " + key + MANY + ")",
                "select count(*) from (select k, l, count(*) from (select " + key + " k, a.id l" + MANY
                        + ") group by grouping sets ((k), (l)))",
                "select " + key + MANY + "order by 1", "select count(distinct k) from (select " + key + " k" + MANY + ")",
                "select max(n) from (select row_number() over (order by " + key + ") n" + MANY + ")",
                "select " + key + MANY + "union select 'x'", "select " + key + MANY + "except select 'x'",
                "select listagg(" + key + ")" + MANY, "select collect(" + key + ")" + MANY)) {
            SqlException e = failure(sql, little);
            assertEquals(Reason.MEMORY, e.reason(), () -> sql + ": " + e.getMessage());
            assertTrue(e.getMessage().contains("allow more"), e::getMessage);
        }
        // The same with few groups of many rows.
        assertEquals(List.of("6561"), SqlRows.rows(session, "select sum(n) from (select upper(a.symbol) k, count(*) n" + MANY
                + "group by upper(a.symbol))", little));
    }

    /// Long work without a row: frames of windows, pairs of joins that do not match.
    @Test
    void shouldEndLongWorkInTime() {
        String more = " from (select a.quantity q, upper(a.symbol) s" + MANY + ", Placed i, Placed j) x";
        QueryOptions soon = QueryOptions.defaults().withTimeLimit(Duration.ofMillis(1_500));
        for (String sql : List.of("select max(m) from (select min(q) over (order by s rows between 6000 preceding and 6000 "
                + "following exclude current row) m, max(s) over (order by q rows between 6000 preceding and current row) n"
                + more + ")",
                "select count(*)" + more + ", (select b.quantity r, lower(b.symbol) t" + MANY + ") y where q * r > 1000000 "
                        + "and s || t = 'x'",
                "select count(*)" + more.replace(") x", ", Placed k, Placed l, Placed m) x")
                        + " join (select b.quantity r, lower(b.symbol) t" + MANY + ") y on x.q = y.r and "
                        + "x.s || y.t = 'x'")) {
            long startNs = System.nanoTime();
            SqlException e = failure(sql, soon);
            assertEquals(Reason.DEADLINE, e.reason(), () -> sql + ": " + e.getMessage());
            assertTrue(System.nanoTime() - startNs < Duration.ofMinutes(5).toNanos(), sql);
        }
    }
}
