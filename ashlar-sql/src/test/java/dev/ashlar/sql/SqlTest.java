// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What SQL over a few messages gives, computed by hand.
class SqlTest extends PlacedOrdersSession {
    @Test
    void shouldAnswerWithScans() {
        assertEquals(List.of("Buy|2|15|4.500000000", "9|1|-3|-2.000000001"),
                ask("select side, count(*), sum(quantity), sum(price) from Placed group by side"));
        assertEquals(List.of("18446744073709551614|Buy|true|1970-01-01 00:01:00.000000001"), ask("""
                select id, Side, FLAGS_hidden, "at" from PLACED
                where flags_Late = false and name like 'M%' and name = 'Müller'"""));
        assertEquals(List.of("3.000000000", "1.500000000"), ask("select price from Placed order by price desc limit 2"));
    }

    @Test
    void shouldAnswerWithOperatorsOfCalcite() {
        assertEquals(List.of("1|Buy|18446744073709551614", "2|Buy|18446744073709551614", "3|9|7"), ask("""
                select l.leg, p.side, p.id from Placed_legs l join Placed p on l._parent = p._row order by l.leg"""));
        assertEquals(List.of("8|5|5", "18446744073709551614|10|15", "7|-3|12"), ask("""
                select id, quantity, sum(quantity) over (order by id) from Placed where quantity > 0 union all
                select id, quantity, 12 from Placed where quantity < 0"""));
        assertEquals(List.of("MÜLLER", "A"), ask("select upper(name) from Placed where name is not null"));
        assertEquals(List.of("Buy"), ask("select side from Placed group by side having count(*) > 1"));
        assertEquals(List.of("7", "8"), ask("select id from Placed where id < (select max(id) from Placed)"));
    }

    @Test
    void shouldKeepNanoseconds() {
        assertEquals(List.of("1970-01-01 00:01:00.000000001|60000000001", "1970-01-01 00:01:59.999999999|119999999999",
                "1970-01-01 00:02:00.000000000|120000000000"), ask("select \"at\", cast(\"at\" as bigint) from Placed"));
        assertEquals(List.of("1970-01-01 00:01:00.000000000|2", "1970-01-01 00:02:00.000000000|1"),
                ask("select floor(\"at\" to minute), count(*) from Placed group by floor(\"at\" to minute)"));
        assertEquals(List.of("7", "8"), ask("""
                select id from Placed where "at" > timestamp '1970-01-01 00:01:00.000000001'"""));
        assertEquals(List.of("18446744073709551614"), ask("""
                select id from Placed where "at" = '1970-01-01 00:01:00.000000001'"""));
        assertEquals(List.of("8"), ask("select id from Placed where \"at\" - interval '119.999' second "
                + "> timestamp '1970-01-01 00:00:00.000999999'"));
        // The same where it is Calcite that computes: lower() is no work for a scan.
        String there = "from Placed where lower(symbol) is not null";
        assertEquals(List.of("1970-01-01 00:01:00.000000000|1970-01-01 00:02:00.000000000|0|1970-01-01 00:01:00.000",
                "1970-01-01 00:01:00.000000000|1970-01-01 00:02:00.000000000|59999999999|1970-01-01 00:01:59.999",
                "1970-01-01 00:02:00.000000000|1970-01-01 00:02:00.000000000|0|1970-01-01 00:02:00.000"), ask("""
                select floor("at" to minute), ceil("at" to minute),
                extract(nanosecond from "at") + 0 * position('B' in symbol), cast("at" as timestamp(3))
                """ + there)
                .stream().map(r -> r.replace("|1|1970-01-01 00:01:00", "|0|1970-01-01 00:01:00")).toList());
        assertEquals(List.of("1970-01-01 00:01:59.999999999"),
                ask("select max(\"at\") over (order by id) " + there + " and id = 7"));
        assertEquals(List.of("1970-01-01 00:01:00.000000001x"),
                ask("select cast(\"at\" as varchar) || 'x' from Placed limit 1"));
        assertEquals(List.of("1", "2", "2"), ask("""
                select count(*) over (order by "at" range interval '0.001' second preceding)
                from (values (timestamp '2026-01-01 00:00:00'), (timestamp '2026-01-01 00:00:00.000999999'),
                (timestamp '2026-01-01 00:00:00.001999999')) as t("at")"""));
        assertEquals(List.of("1970-01-31"), ask("select last_day(\"at\") from Placed limit 1"));
    }

    @Test
    void shouldBeExactWhoeverComputes() {
        for (String from : List.of("Placed", "(select * from Placed where lower(symbol) is not null)")) {
            assertEquals(List.of("0.666666666666666667", "-0.666666666666666667"), ask("select price / 2.25 from " + from
                    + " where id in (18446744073709551614, 7) and quantity = 10 union all select -price / 2.25 from "
                    + from + " where quantity = 10"));
            assertEquals(List.of("0.833333333000000000"), ask("select avg(price) from " + from));
            assertEquals(List.of("4.000000000000000000"), ask("select avg(quantity) from " + from));
            assertEquals(List.of("12|12"), ask("select sum(quantity), sum(distinct quantity) from " + from));
            assertEquals(Reason.DIVISION_BY_ZERO, failure("select quantity / filled from " + from).reason());
            assertEquals(Reason.DIVISION_BY_ZERO, failure("select ratio / (ratio - ratio) from " + from).reason());
            assertEquals(Reason.OVERFLOW, failure("select quantity * 2000000000 from " + from).reason());
            assertEquals(Reason.OVERFLOW, failure("select quantity * 9223372036854775807 from " + from).reason());
            assertEquals(Reason.OVERFLOW, failure("select cast(quantity * 100 as tinyint) from " + from).reason());
        }
    }

    @Test
    void shouldTellNullFromAllElse() {
        assertEquals(List.of("3|2|2|1"), ask("""
                select count(*), count(name), count(distinct "limit"), count(*) filter (where ratio is null) from Placed"""));
        assertEquals(List.of("7"), ask("select id from Placed where name is null and \"limit\" is null"));
        assertEquals(List.of("8"), ask("select id from Placed where filled < 4"));
        assertEquals(List.of("8"), ask("select id from Placed where filled not in (4, 5)"));
        assertEquals(List.of(), ask("select id from Placed where filled not in (4, null)"));
        assertEquals(List.of("null", "2.250000000", "1.000000000"),
                ask("select \"limit\" from Placed order by \"limit\" desc"));
        assertEquals(List.of("1.000000000", "2.250000000", "null"), ask("select \"limit\" from Placed order by 1"));
        assertEquals(List.of("none", "Müller"), ask("select coalesce(name, 'none') from Placed where id <> 8 order by id"));
    }

    @Test
    void shouldShowWhatIsPushed() {
        List<String> all = ask("""
                explain plan for select side, count(*), sum(price * quantity) as v from Placed
                where "at" >= timestamp '1970-01-01 00:01:00' and side in ('Buy', 'Sell') and name like 'M%'
                group by side order by v desc limit 3""");
        assertEquals("StoreScan(table=[Placed], where=[((at >= TIMESTAMP '1970-01-01T00:01:00Z') AND "
                + "(side IN ('Buy', 'Sell')) AND (name LIKE 'M%'))], groupBy=[[side]], aggregates=[[COUNT(*), "
                + "SUM((price * quantity))]], order=[$2 DESC NULLS FIRST], limit=[3])", all.getFirst());
        String join = String.join("\n", ask("""
                explain plan for select p.side, sum(l.share) from Placed p join Placed_legs l on l._row = p._row
                where p.quantity > 3 and l.share < 1000 and upper(p.name) = 'A' group by p.side"""));
        assertTrue(join.contains("StoreScan(table=[Placed], where=[(quantity > 3)], columns=[[_row, side, name, quantity]])"),
                join);
        assertTrue(join.contains("StoreScan(table=[Placed_legs], where=[(share < 1000)], columns=[[_row, share]])"),
                join);
        assertTrue(join.contains("HashJoin("), join);
        // Computed of the first rows alone.
        String first = "select upper(name) as n, id from Placed order by id desc limit 2";
        String plan = String.join("\n", ask("explain plan for " + first));
        assertTrue(plan.contains("columns=[[id, name]], order=[$0 DESC NULLS FIRST], limit=[2])")
                || plan.contains("order=[$1 DESC NULLS FIRST], limit=[2])"), plan);
        assertTrue(plan.contains("top 2 in kernel, ") && !plan.contains("EnumerableLimitSort"), plan);
    }

    @Test
    void shouldScanEntriesInPlaceOfJoiningThemWithTheirParents() {
        String columns = "select l.leg, p.side, p._row, p.price, l.price from ";
        List<String> expected = List.of("1|Buy|0|1.500000000|0.500000000", "2|Buy|0|1.500000000|-0.250000000",
                "3|9|1|-2.000000001|4.000000000");
        for (String from : List.of("Placed_legs l join Placed p on l._parent = p._row",
                "Placed p join Placed_legs l on p._row = l._parent",
                "Placed_legs l left join Placed p on l._parent = p._row",
                "Placed p right join Placed_legs l on p._row = l._parent",
                "Placed_legs l, Placed p where p._row = l._parent")) {
            assertEquals(expected, ask(columns + from), from);
            String plan = String.join("\n", ask("explain plan for " + columns + from));
            assertTrue(plan.startsWith("StoreScan(table=[Placed_legs]") && plan.contains("scan Placed_legs: kernel"), plan);
        }
        String some = """
                select p.side, sum(l.share) from Placed p join Placed_legs l on l._parent = p._row
                where p.quantity > 3 and l.share < 1000 and p.price > l.price group by p.side""";
        assertEquals(List.of("Buy|100"), ask(some));
        assertTrue(ask("explain plan for " + some).getFirst().startsWith("StoreScan(table=[Placed_legs], where=[(("));
        // What no scan decides stands above, and may be of either side.
        for (String names : List.of("p.name", "l.name")) {
            String above = "select l.leg, p.side from Placed p join Placed_legs l on l._parent = p._row where upper("
                    + names + ") = 'MÜLLER' and p.quantity > 3";
            assertEquals(List.of("1|Buy", "2|Buy"), ask(above), above);
            String plan = String.join("\n", ask("explain plan for " + above));
            assertTrue(plan.contains("StoreScan(table=[Placed_legs]") && !plan.contains("Join("), plan);
        }
        // These are joins of another kind.
        for (String from : List.of("Placed_legs l join Placed p on l._row = p._row",
                "Placed_legs l full join Placed p on l._parent = p._row",
                "Placed p left join Placed_legs l on l._parent = p._row",
                "Placed_legs l join Placed_legs p on l._parent = p._parent",
                "Placed_legs l join Placed p on l._parent = l._parent")) {
            assertTrue(String.join("\n", ask("explain plan for select l.leg, p._row from " + from)).contains("Join("),
                    from);
        }
        assertEquals(List.of("null|2", "1|0", "2|0", "3|1"), ask("select l.leg, p._row from Placed p "
                + "left join Placed_legs l on l._parent = p._row order by l.leg nulls first"));
    }

    @Test
    void shouldScanEntriesWhereAParentIsKeptOnCondition() {
        for (String condition : List.of("p.quantity > 3", "l.leg <> 2", "p.price > l.price and l.share < 1000",
                "p.side = 'Buy' and l.leg = 1", "p.name is null", "p._row = 1", "p.quantity > 3 and p.quantity < 1000")) {
            for (String from : List.of("Placed_legs l left join Placed p", "Placed p right join Placed_legs l")) {
                String select = "select l._row, l.leg, p._row, p.side, p.quantity, p.price, p._row is null from " + from;
                // No link that a scan knows, so a join.
                List<String> expected = ask(select + " on l._parent = p._row + 0 and " + condition + " order by 1");
                String asked = select + " on l._parent = p._row and " + condition;
                assertEquals(expected, ask(asked + " order by 1"), asked);
                assertEquals(expected, ask(asked), asked);
                String plan = String.join("\n", ask("explain plan for " + asked));
                assertTrue(plan.startsWith("StoreScan(table=[Placed_legs]") && !plan.contains("Join("), plan);
            }
        }
        // The order of 10 has two legs, one of them without a share.
        assertEquals(List.of("null|1|null", "Buy|2|110"), ask("select p.side, count(*), sum(p.quantity + l.share) "
                + "from Placed_legs l left join Placed p on l._parent = p._row and p.quantity > 3 group by p.side "
                + "order by 2"));
    }

    @Test
    void shouldNameColumnsOfPlansByTheirText() {
        String plan = String.join("\n", ask("explain plan for select side, max(n) from (select side, count(*) over "
                + "(partition by side) + 1 from Placed) as t(side, n) group by side"));
        assertTrue(plan.contains("max(n)=[MAX(") && !plan.contains("EXPR$"), plan);
        assertEquals(List.of("count(*)", "count(*)", "(select max(id) from placed) + 1"), names("select count(*), "
                + "count(*), (select max(id) from Placed) + 1 from Placed").stream().map(String::toLowerCase).toList());
        assertEquals(List.of("sum(id)", "sum(id)_2"), names("select * from (select sum(id), sum(id) from Placed)"));
        assertEquals(ask("select sum(id) from Placed"), ask("select \"sum(id)\" from (select sum(id) from Placed)"));
    }

    @Test
    void shouldNameColumnsByTheirText() {
        assertEquals(List.of("id", "sum(price * quantity)", "n", "count(*)", "1 + 1"),
                names("select id, sum(price  * quantity), count(*) as n, count(*), 1+1 from Placed group by id"));
        assertEquals(List.of("upper(symbol)", "side", "(id + 1) * 2"),
                names("select upper(symbol), p.side, (id + 1) * 2 from Placed p order by 1 limit 3"));
        assertEquals(List.of("id + 1"), names("select id + 1 from Placed union all select 2 from Placed"));
        assertEquals(List.of("max(id)"), names("with t as (select id from Placed) select max(id) from t"));
        List<String> star = names("select leg + 1, l.*, share * 2 from Placed_legs l");
        assertEquals("leg + 1", star.getFirst());
        assertEquals("_row", star.get(1));
        assertEquals("share * 2", star.getLast());
    }

    private List<String> names(String sql) {
        try (SqlResult result = session.run(sql, QueryOptions.defaults())) {
            return result.columns().stream().map(SqlColumn::name).toList();
        }
    }

    @Test
    void shouldUseDeclaredIndexes() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults())) {
            writer.declare(IndexDeclaration.hash("Placed", "id"));
            writer.declare(IndexDeclaration.sorted("Placed", "symbol"));
            writer.declare(IndexDeclaration.sorted("Placed", "price"));
            writer.declare(IndexDeclaration.sorted("Placed", "at"));
        }
        store.refresh();
        byIndex("id (hash)", "1", "select quantity from Placed where id = 7", "-3");
        byIndex("id (hash)", "2", "select quantity from Placed where id in (7, 18446744073709551614, 99)", "10", "-3");
        byIndex("symbol (sorted)", "1", "select id from Placed where symbol = 'ABC'", "18446744073709551614");
        byIndex("symbol (sorted)", "2", "select count(*) from Placed where symbol like 'AB%'", "2");
        byIndex("price (sorted)", "1", "select id from Placed where price between 2 and 3.5", "8");
        byIndex("price (sorted)", "0", "select id from Placed where price > 3.5 and price < 4");
        byIndex("at (sorted)", "2", "select id from Placed where \"at\" < timestamp '1970-01-01 00:02:00'",
                "18446744073709551614", "7");
    }

    private void byIndex(String index, String found, String sql, String... rows) {
        String plan = String.join("\n", ask("explain plan for " + sql));
        assertTrue(plan.contains("rows of Placed: by index on " + index + ": rows found " + found), plan);
        assertEquals(List.of(rows), ask(sql));
    }

    @Test
    void shouldSayWhatIsWrong() {
        SqlException column = failure("select id,\n qantity from Placed");
        assertEquals("line 2, column 2: column 'qantity' not found; nearest: quantity", column.getMessage());
        assertEquals(2, column.line());
        assertEquals(2, column.column());
        assertEquals("line 1, column 15: table 'Place' not found; nearest: Placed",
                failure("select * from Place").getMessage());
        SqlException syntax = failure("select id from Placed where");
        assertEquals(Reason.SYNTAX, syntax.reason());
        assertTrue(syntax.getMessage().startsWith("line 1, column ") && !syntax.getMessage().contains("\n"),
                syntax::getMessage);
        assertEquals(Reason.INVALID, failure("select side + 1 from Placed where side = id + 'x' + price").reason());
        assertEquals(Reason.UNSUPPORTED, failure("delete from Placed").reason());
        assertEquals(Reason.INVALID, failure("select nothing(id) from Placed").reason());
        assertEquals(List.of("3"), ask("select count(*) from Placed"));
    }

    @Test
    void shouldEndWhenItIsToldTo() {
        Cancellation cancellation = new Cancellation();
        cancellation.cancel();
        QueryOptions options = QueryOptions.defaults();
        for (String sql : List.of("select id, count(*) from Placed group by id",
                "select upper(name), count(*) from Placed group by upper(name)")) {
            assertEquals(Reason.CANCELLED, failure(sql, options.withCancellation(cancellation)).reason());
            assertEquals(Reason.DEADLINE, failure(sql, options.withTimeLimit(Duration.ZERO)).reason());
        }
        assertEquals(Reason.MEMORY, failure("select id, count(*) from Placed group by id",
                options.withMemoryBytes(10)).reason());
    }

    @Test
    void shouldBoundWhatOperatorsOfCalciteTake() {
        QueryOptions options = QueryOptions.defaults();
        String many = " from Placed a, Placed b, Placed c, Placed d, Placed e, Placed f, Placed g, Placed h, Placed i, "
                + "Placed j, Placed k, Placed l, Placed m, Placed n, Placed o, Placed p";
        assertEquals(Reason.DEADLINE, failure("select count(*)" + many + " where a.quantity + p.quantity > 100",
                options.withTimeLimit(Duration.ofMillis(100))).reason());
        assertEquals(Reason.MEMORY, failure("select upper(a.side) as s" + many + " order by s",
                options.withMemoryBytes(1 << 20)).reason());
    }

    @Test
    void shouldTakeParameters() {
        SqlStatement statement = session.prepare("select id from Placed where quantity > ? and side = ? and \"at\" < ?");
        assertEquals(List.of("INTEGER", "VARCHAR(20)", "TIMESTAMP(9)"),
                statement.parameters().stream().map(SqlColumn::typeName).toList());
        try (SqlResult result = statement.run(List.of(4L, "Buy", 120_000_000_000L), QueryOptions.defaults())) {
            assertEquals(List.of("18446744073709551614"), SqlRows.rows(result));
        }
        try (SqlResult result = statement.run(List.of(4L, "Buy", 120_000_000_001L), QueryOptions.defaults())) {
            assertEquals(List.of("18446744073709551614", "8"), SqlRows.rows(result));
        }
        assertThrows(SqlException.class, () -> statement.run(List.of(4L), QueryOptions.defaults()));
        assertThrows(SqlException.class, () -> statement.run(List.of(4L, new byte[1], 1L), QueryOptions.defaults()));
    }

    @Test
    void shouldShowTables() {
        assertEquals(List.of("Placed", "Placed_legs", "orders"), session.tables().stream().map(SqlTable::name).toList());
        assertEquals("DECIMAL(20, 0)", session.tables().getFirst().columns().get(3).typeName());
    }
}
