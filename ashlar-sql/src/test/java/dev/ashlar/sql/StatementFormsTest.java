// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Forms of statements that are not in the standard, or not as it has them.
class StatementFormsTest extends PlacedOrdersSession {
    private void refused(String message, String sql) {
        SqlException e = failure(sql);
        if (!e.getMessage().contains(message)) {
            throw new AssertionError(sql, e);
        }
    }

    private void same(String standard, String form) {
        assertEquals(ask(standard), ask(form), form);
    }

    @Test
    void shouldReadFromBeforeSelect() {
        same("select * from Placed", "from Placed");
        same("select * from Placed where quantity > 0 order by id", "FROM Placed WHERE quantity > 0 ORDER BY id");
        same("select id, side from Placed where id = 7", "from Placed select id, side where id = 7");
        same("select side, count(*) from Placed group by side", "from Placed select side, count(*) group by side");
        same("select id from Placed union all select leg from Placed_legs",
                "from Placed select id union all (from Placed_legs select leg)");
        same("select count(*) from (select * from Placed)", "select count(*) from (from Placed)");
        same("with p as (select id from Placed) select * from p", "with p as materialized (from Placed select id) from p");
        same("select id from Placed where quantity is distinct from 10", "from Placed select id where quantity is distinct "
                + "from 10");
    }

    @Test
    void shouldReadIntervalsWithTheirUnit() {
        String t = "select timestamp '2026-03-31 12:00:00' + interval ";
        same(t + "'5' minute", t + "'5 minutes'");
        same(t + "'5' minute", t + "5 minutes");
        same(t + "'5' minute", t + "(2 + 3) min");
        same(t + "'5' minute", t + "'5' min");
        same(t + "'5' minute", "select timestamp '2026-03-31 12:00:00' + '5 MINUTES'::interval");
        same(t + "'-26:30:15.25' hour to second", t + "'-1 day -02:30:15.25'");
        same(t + "'1' day + interval '90' minute", t + "'1 day 1.5 hours' as x");
        same(t + "'-1' month", t + "'1 year -13 months'");
        same(t + "'0.25' second", t + "'250' milliseconds");
        same(t + "'0.000000007' second", t + "'7ns'");
        same(t + "'14' day", t + "'2 weeks'");
        same(t + "'100' year", t + "'1 century'");
        same(t + "'1:30' hour to minute", t + "'01:30'");
        same("select time_bucket(interval '1' minute, \"at\") as b, count(*) from Placed group by b order by b",
                "select time_bucket('1 minute', \"at\") as b, count(*) from Placed group by b order by b");
        refused("line 1, column 17: not an interval: '5 fortnights'; write interval '5 minutes'",
                "select interval '5 fortnights'");
        refused("not an interval: ''", "select interval ''");
        refused("not an interval: '5'", "select '5'::interval");
        refused("an interval has either months, or days and time", "select interval '1 month 1 day'");
        refused("an interval must have whole nanoseconds", "select interval '1.5 ns'");
        refused("interval out of range", "select interval '1000000 days'");
        refused("", "select interval '99999999999999999999999999999999 days'");
    }

    @Test
    void shouldKeepTheFirstRowOfEachKey() {
        assertEquals(List.of("Buy|18446744073709551614|10", "9|7|-3"), ask("""
                select distinct on (side) side, id, quantity from Placed order by side desc, quantity desc"""));
        assertEquals(List.of("9|7", "Buy|8"), ask("""
                select distinct on (s) side as s, id from Placed order by s, 2 limit 5"""));
        assertEquals(List.of("9|-3", "Buy|10"), ask("""
                select side, quantity from Placed qualify row_number() over (partition by side order by "at") = 1
                order by side"""));
        assertEquals(List.of("1|1", "2|2"), ask("""
                select leg, row_number() over (order by leg) as n from Placed_legs qualify n <= 2 order by 1"""));
        assertEquals(List.of("2|3"), ask("""
                select rank() over (order by sum(quantity) desc) as r, 3 from Placed group by side qualify r = 2"""));
        String explained = ask("explain select distinct on (side) side, id from Placed order by side, id").toString();
        assertTrue(explained.contains("first=[1], of=[[1]], by=[$0]"), explained);
        assertTrue(ask("explain select id from Placed qualify row_number() over (partition by side order by id) <= 9")
                .toString().contains("TopPerKey("));
    }

    @Test
    void shouldGroupAndOrderByAll() {
        same("select side, upper(symbol), count(*) from Placed group by side, upper(symbol) order by 1, 2, 3",
                "select side, upper(symbol), count(*) from Placed group by all order by all");
        same("select count(*), sum(quantity) from Placed", "select count(*), sum(quantity) from Placed group by all");
        same("select side, id from Placed order by 1 desc, 2 desc", "select side, id from Placed order by all desc");
        same("select side, first(id), median(quantity), string_agg(symbol, '/') from Placed group by side order by 1",
                "select side, first(id), median(quantity), string_agg(symbol, '/') from Placed group by all order by 1");
        refused("GROUP BY ALL needs the columns of SELECT listed", "select *, count(*) from Placed group by all");
    }

    @Test
    void shouldSelectAllButSomeColumns() {
        same("select leg, share from Placed_legs order by leg", """
                select * exclude (_row, _parent, price) from (select _row, _parent, leg, price, share from Placed_legs)
                order by leg""");
        same("select l.leg, l.price, p.id from (select leg, price from Placed_legs) l, (select id from Placed) p",
                "select l.* except (share), p.* from (select leg, price, share from Placed_legs) l, (select id from Placed) p");
        same("select leg, price * 2 as price from Placed_legs",
                "select * replace (price * 2 as price) from (select leg, price from Placed_legs)");
        assertTrue(failure("select * exclude (nothing) from Placed").getMessage().contains("nothing"));
    }

    @Test
    void shouldLeaveOutColumnsOfJoins() {
        String a = " from (values (1, 2, 3)) as a(k, x, y) ";
        String b = "(values (1, 4, 5), (2, 6, 7)) as b(k, x, z) ";
        for (String join : List.of("join " + b + "using (k)", "left join " + b + "using (k)", "asof join " + b + "using (k)")) {
            assertEquals(List.of("1|2|3|4|5"), ask("select *" + a + join));
            assertEquals(List.of("1|2|3|4"), ask("select * exclude (z)" + a + join), join);
            assertEquals(List.of("1|3|5"), ask("select * exclude (x)" + a + join), join);
            assertEquals(List.of("2|3|4|5"), ask("select * exclude (k)" + a + join), join);
            assertEquals(List.of("9|1|2|8|4|5"), ask("select 9 as n, * replace (y + 5 as y)" + a + join), join);
        }
        assertEquals(List.of("1|2|3|5"), ask("select * exclude (w)" + a + "natural join (values (1, 4, 5)) as b(k, w, z)"));
        assertEquals(List.of("1|2|5|7"), ask("select * exclude (y)" + a + "join (values (1, 5)) as b(k, z) "
                + "using (k) join (values (1, 7)) as c(k, v) using (k)"));
        refused("* has no column 'nothing'", "select * exclude (nothing)" + a + "join " + b + "using (k)");
    }

    @Test
    void shouldMakeSeries() {
        assertEquals(List.of("1", "2", "3"), ask("select * from generate_series(1, 3)"));
        assertEquals(List.of("0", "1", "2"), ask("from range(3)"));
        assertEquals(List.of("9", "7", "5"), ask("select n from range(9, 3, -2) as t(n)"));
        assertEquals(List.of(), ask("select n from generate_series(3, 1) as t(n)"));
        assertEquals(List.of(), ask("select n from range(0, cast(null as integer)) as t(n)"));
        assertEquals(List.of("9223372036854775806", "9223372036854775807"),
                ask("select n from generate_series(9223372036854775806, 9223372036854775807) as t(n)"));
        assertEquals(List.of("2026-01-31 00:00:00.000000000", "2026-02-28 00:00:00.000000000"), ask("""
                from generate_series(timestamp '2026-01-31 00:00:00', timestamp '2026-03-01 00:00:00',
                interval '1' month) limit 2"""));
        assertEquals(List.of("1970-01-01 00:01:00.000000000|1", "1970-01-01 00:01:30.000000000|1",
                "1970-01-01 00:02:00.000000000|1"), ask("""
                select s.b, count(p.id) from generate_series(
                    (select time_bucket(interval '30' second, min("at")) from Placed), (select max("at") from Placed),
                    interval '30' second) as s(b)
                left join Placed p on time_bucket(interval '30' second, p."at") = s.b group by s.b order by s.b"""));
        assertEquals(List.of("5000000"), ask("select count(*) from range(5000000)"));
        assertEquals(Reason.INVALID, failure("select * from range(1, 5, 0)").reason());
        refused("write it in FROM", "select generate_series(1, 3)");
        refused("range", "select * from range('a')");
    }

    @Test
    void shouldMakeASeriesForEachRow() {
        assertEquals(List.of("7|1", "7|2", "8|1", "8|2"), ask("""
                select p.id, s.n from (select id, 2 as most from Placed where id < 10) p,
                lateral generate_series(1, p.most) as s(n) order by 1, 2"""));
    }

    @Test
    void shouldRecur() {
        assertEquals(List.of("1", "2", "3", "4"), ask("""
                with recursive t(n) as (select 1 union all select n + 1 from t where n < 4) select n from t"""));
        assertEquals(List.of("0", "1", "2"), ask("""
                with recursive t(n) as (select 0 union select mod(n + 1, 3) from t) select n from t order by n"""));
        // The rows of the round before are joined, each round with others.
        assertEquals(List.of("1|1", "2|2", "3|3"), ask("""
                with recursive t(n, leg) as (select 1, leg from Placed_legs where leg = 1 union all
                select t.n + 1, l.leg from Placed_legs l join t on l.leg = t.leg + 1) select n, leg from t order by n"""));
        assertEquals(List.of("1|1", "2|2", "3|3"), ask("""
                with recursive t(n, leg) as (select 1, leg from Placed_legs where leg = 1 union all
                select t.n + 1, l.leg from Placed_legs l join t on l.leg > t.leg and l.leg < t.leg + 2)
                select n, leg from t order by n"""));
        assertEquals(List.of("1", "2", "3"), ask("""
                with recursive t(n) as (select 1 union all select n + 1 from t) select n from t limit 3"""));
        SqlException e = failure("with recursive t(n) as (select cast(1 as bigint) union all select n + 1 from t) "
                + "select count(*) from t");
        assertEquals(Reason.MEMORY, e.reason(), e::getMessage);
        assertEquals(List.of("1|2", "2|3"), ask("""
                with recursive t(n) as (select 1 union all select n + 1 from t where n < 3)
                select a.n, b.n from t a join t b on b.n = a.n + 1 order by 1"""));
        refused("WITH RECURSIVE", "with recursive t(n) as (select 1 union all select n * 1.5 from t where n < 9) "
                + "select * from t");
        Cancellation cancellation = new Cancellation();
        try (SqlResult result = session.run("with recursive t(n) as (select 1 union all select n + 1 from t) select n "
                + "from t", QueryOptions.defaults().withCancellation(cancellation))) {
            assertTrue(result.next());
            cancellation.cancel();
            assertEquals(Reason.CANCELLED, assertThrows(SqlException.class, () -> {
                while (result.next()) {
                    assertTrue(result.get(0) != null);
                }
            }).reason());
        }
    }

    @Test
    void shouldSample() {
        assertEquals(List.of("3"), ask("select count(*) from Placed tablesample bernoulli(100)"));
        String some = "select count(*) from (select n from range(10000) as r(n)) as t tablesample bernoulli(30) repeatable(7)";
        long rows = Long.parseLong(ask(some).getFirst());
        assertTrue(rows > 2_700 && rows < 3_300, "rows=" + rows);
        same(some, some);
    }

    @Test
    void shouldTurnRowsIntoColumns() {
        assertEquals(List.of("15|null", "null|-3"), ask("""
                select buy, sell from (select side, symbol is null as s, quantity, id = 7 as other from Placed)
                pivot (sum(quantity) for side in ('Buy' as buy, '9' as sell)) order by buy nulls last"""));
        assertEquals(List.of("8|FILLED|0", "8|QUANTITY|5"), ask("""
                select id, what, n from (select id, cast(quantity as bigint) as quantity, filled from Placed)
                unpivot (n for what in (quantity as 'QUANTITY', filled as 'FILLED')) where id = 8 order by what"""));
    }

    @Test
    void shouldTurnRowsIntoColumnsByStatements() {
        String rows = "(values ('a', 'x', 1), ('a', 'y', 2), ('b', 'x', 3), ('b', null, 4)) as t(k, c, n)";
        assertEquals(List.of("a|1|2", "b|3|null"), ask("pivot (from " + rows + ") on c using sum(n) order by k"));
        assertEquals(List.of("a|2|1|1|1", "b|null|0|3|1"), ask("with q as (select * from " + rows
                + ") pivot q on c in ('y' as late, 'x') using sum(n) as s, count(*) group by k order by k"));
        assertEquals(List.of("1|2|3|null"), ask("pivot (from " + rows + ") on k, c using max(n)"));
        assertEquals(List.of("[k, n, x, y]"), List.of(session.prepare("pivot (from " + rows + ") on c", QueryOptions.defaults())
                .columns().stream().map(SqlColumn::name).toList().toString()));
        assertEquals(List.of("a|1|2", "b|3|null"), ask("pivot (from " + rows + ") on c || ''::varchar using sum(n) group by k "
                + "order by k"));
        refused("column 'nothing' not found", "pivot Placed on nothing");
        assertEquals(List.of("1|a|10", "1|b|20"), ask("unpivot (select 1 as k, 10 as a, 20 as b) on a, b order by name"));
        assertEquals(List.of("1|a|10", "1|b|20"), ask("unpivot (select 1 as k, 10 as a, 20 as b) on columns(* exclude (k)) "
                + "into name n value v order by n"));
        assertEquals(List.of("1"), ask("select pivot from (values (1)) as t(pivot)"));
    }

    @Test
    void shouldPivotTextsWithQuotes() {
        String rows = "(from (values (1, 'O''Brien', 10), (2, '', 20), (2, '\"x\"', 30)) t(k, \"n\"\"n\", v))";
        assertEquals(List.of("1|null|null|10", "2|20|30|null"), ask("pivot " + rows
                + " on \"n\"\"n\" using sum(v) group by k order by k"));
        assertEquals(List.of("1|10", "2|null"), ask("pivot " + rows + " on \"n\"\"n\" in ('O''Brien') using sum(v) group by k "
                + "order by k"));
        assertEquals(List.of("1|10", "2|null"), ask("pivot (select k, \"n\"\"n\" as n, v from " + rows + ") on n || '''s' in "
                + "('O''Brien''s') using sum(v) group by k order by k"));
        assertEquals("[k, '', \"x\", O'Brien]", session.prepare("pivot " + rows + " on \"n\"\"n\" using sum(v) group by k",
                QueryOptions.defaults()).columns().stream().map(SqlColumn::name).toList().toString());
    }

    @Test
    void shouldDescribe() {
        assertEquals(List.of("_row|BIGINT|NO", "_parent|BIGINT|NO"), ask("describe Placed_legs").subList(0, 2));
        assertEquals(List.of("id|DECIMAL(20, 0)|NO", "sum(quantity)|DECIMAL(38, 0)|NO"),
                ask("describe select id, sum(quantity) from Placed group by id"));
        same("describe Placed", "show columns from Placed");
        same("describe Placed", "desc main.placed");
        assertEquals(List.of("Placed", "Placed_legs", "_containers", "orders"), ask("show tables"));
        assertEquals(List.of("information_schema", "main"), ask("show schemas"));
        SqlException e = failure("describe\n  Plced");
        assertTrue(e.getMessage().contains("nearest: Placed") && e.line() == 2 && e.column() == 3, e::getMessage);
        refused("SHOW takes TABLES", "show me the money");
    }

    @Test
    void shouldDescribeByInformationSchema() {
        assertEquals(List.of("main|Placed|BASE TABLE"), ask("""
                select table_schema, table_name, table_type from information_schema.tables where table_name = 'Placed'"""));
        assertEquals(List.of("symbol|VARCHAR|null|null", "price|DECIMAL(19, 9)|null|9"), ask("""
                select column_name, data_type, character_maximum_length, numeric_scale from INFORMATION_SCHEMA.COLUMNS
                where table_name = 'Placed' and column_name in ('symbol', 'price') order by ordinal_position"""));
        assertEquals(List.of("2"), ask("select count(*) from information_schema.schemata"));
        same("select id from Placed", "select id from main.Placed");
    }

    @Test
    void shouldSummarize() {
        assertEquals(List.of("symbol|VARCHAR||ABCDEF|3|null|3|0", "quantity|INTEGER|-3|10|3|4.000000000000000000|3|0",
                "level|TINYINT|-3|0|2|-1.500000000000000000|2|1"), ask("summarize select symbol, quantity, level from Placed"));
        assertEquals(ask("describe Placed").size(), ask("summarize Placed").size());
        // Too many values to be counted in memory are estimated.
        String[] values = SqlRows.rows(session, "summarize select n from range(100000) as t(n)",
                QueryOptions.defaults().withMemoryBytes(1 << 20)).getFirst().split("\\|");
        long different = Long.parseLong(values[4]);
        assertTrue(different > 97_000 && different < 103_000, "different=" + different);
        assertEquals("100000", values[6]);
    }

    @Test
    void shouldExplainAndMeasure() {
        assertTrue(ask("explain select id from Placed").getFirst().contains("table=[Placed]"));
        assertTrue(ask("explain plan for from Placed").getFirst().contains("table=[Placed]"));
        List<String> one = ask("explain analyze select id from Placed where quantity > 0");
        assertTrue(one.getFirst().matches(".*StoreScan.*: rows=2, time=.* ms"), one::toString);
        List<String> several = ask("explain analyze select upper(p.symbol) from Placed p join Placed_legs l on p.quantity "
                + "= l.share");
        assertTrue(several.stream().anyMatch(line -> line.matches(" +StoreScan.*Placed_legs.*rows=3, time=.* ms")),
                several::toString);
        assertTrue(several.getFirst().contains("rows=0"), several::toString);
    }

    @Test
    void shouldPointAtWhatWasWritten() {
        SqlException e = failure("from Placed\nselect id,\n  quantty\nwhere id > 3");
        assertEquals(3, e.line(), e::getMessage);
        assertEquals(3, e.column(), e::getMessage);
        e = failure("select distinct on (side) side, id\nfrom Placed\norder by side, idd");
        assertEquals(3, e.line(), e::getMessage);
        assertEquals("order by side, ".length() + 1, e.column(), e::getMessage);
        e = failure("from Placed -- 'a comment\nselect \"at\", 'from x select y', id id2 id3");
        assertEquals(Reason.SYNTAX, e.reason());
        assertEquals(2, e.line(), e::getMessage);
        assertEquals("select \"at\", 'from x select y', id id2 ".length() + 1, e.column(), e::getMessage);
    }

    @Test
    void shouldLeaveQuotedWordsAlone() {
        assertEquals(List.of("from x select"), ask("select 'from x select' /* group by all */ from Placed limit 1"));
        assertEquals(List.of("1"), ask("select \"exclude\" from (values 1) as t(\"exclude\")"));
        assertEquals(List.of("2"), ask("select \"range\" from (values 2) as t(\"range\") group by \"range\" order by all"));
        assertEquals(List.of("6"), ask("select n * exclude from (values (2, 3)) as t(n, exclude)"));
        assertEquals(List.of("b"), ask("select trim(both 'a' from 'aba')"));
        assertEquals(List.of("1970"), ask("select extract(year from \"at\") from Placed limit 1"));
    }
}
