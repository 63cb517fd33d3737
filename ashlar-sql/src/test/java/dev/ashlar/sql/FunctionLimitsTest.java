// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException.Reason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Functions and aggregates within limits: memory, steps, digits, cancellation; and what DuckDB does otherwise.
class FunctionLimitsTest extends PlacedOrdersSession {
    /// 6,561 rows.
    private static final String MANY = " from (select a._row + 3 * b._row + 9 * c._row + 27 * d._row + 81 * e._row + 243 * f._row "
            + "+ 729 * g._row + 2187 * h._row as n from Placed a, Placed b, Placed c, Placed d, Placed e, Placed f, Placed g, "
            + "Placed h) as m ";

    @Test
    void shouldCountWhatAggregatesKeep() {
        QueryOptions little = QueryOptions.defaults().withMemoryBytes(100_000);
        for (String sql : List.of("select string_agg(n, ',')", "select length(string_agg(n, ',' order by n))", "select median(n)",
                "select array_agg(n)", "select percentile_disc(0.9) within group (order by n)", "select mode(n)",
                "select stddev(distinct n)", "select quantile_cont(n, 0.1) filter (where n > 1)",
                "select n, string_agg(n, '') over (order by n)", "select n, array_agg(n) over (order by n rows 500 preceding)")) {
            SqlException e = failure(sql + MANY, little);
            assertEquals(Reason.MEMORY, e.reason(), () -> sql + ": " + e.getMessage());
            assertTrue(e.getMessage().contains("allow more"), e::getMessage);
        }
        // What keeps one value of a group needs no more for many rows.
        assertEquals(List.of("6560|0|6560|1894.1418901444526"), SqlRows.rows(session, "select last(n), arg_min(n, n), "
                + "arg_max(n, n), stddev(n)" + MANY, little));
    }

    @Test
    void shouldEndAggregatesWhenTheyAreCancelled() {
        Cancellation cancellation = new Cancellation();
        cancellation.cancel();
        QueryOptions cancelled = QueryOptions.defaults().withCancellation(cancellation);
        QueryOptions late = QueryOptions.defaults().withTimeLimit(Duration.ZERO);
        for (String sql : List.of("select median(n)", "select string_agg(n, ',' order by n)",
                "select median(n) over (order by n rows 3000 preceding)")) {
            assertEquals(Reason.CANCELLED, failure(sql + MANY, cancelled).reason());
            assertEquals(Reason.DEADLINE, failure(sql + MANY, late).reason());
        }
    }

    @Test
    void shouldBoundRegularExpressions() {
        SqlException slow = failure("select regexp_like(repeat('a', 200), '^.*.*.*.*.*.*.*.*#') from Placed");
        assertEquals(Reason.UNSUPPORTED, slow.reason());
        assertTrue(slow.getMessage().startsWith("regular expression takes too long for a text: steps="), slow::getMessage);
        SqlException deep = failure("select regexp_replace(repeat('ab', 100000), '(a|b)*c', '') from Placed");
        assertTrue(deep.getMessage().startsWith("regular expression "), deep::getMessage);
        assertEquals(Reason.MEMORY, failure("select regexp_replace(repeat('a', 1000), 'a', repeat('b', 9000), 'g') from Placed").reason());
        assertEquals(List.of("1|1|1", "2|2|2", "0|0|0"), ask("select regexp_count(s, '.'), length(s), char_length(reverse(s)) from "
                + "(values (1, '\uD83D\uDE00'), (2, 'x\uD835\uDD38'), (3, '')) as t(k, s) order by k"));
    }

    @Test
    void shouldBoundTextsOfFunctions() {
        for (String sql : List.of("select repeat('ab', 1000000000000)", "select lpad('x', 9000000000, 'y')",
                "select rpad('x', 2000000000)", "select concat(repeat('a', 4000000), repeat('b', 4000000))",
                "select concat_ws(repeat('a', 4000000), 'x', repeat('b', 4000000))")) {
            assertEquals(Reason.MEMORY, failure(sql + " from Placed").reason(), sql);
        }
        assertEquals(List.of("|null|x|"), ask("select repeat('ab', -5), lpad(cast(null as varchar), 3), rpad('x', 1), lpad('x', -1) "
                + "from Placed limit 1"));
    }

    @Test
    void shouldRejectNumbersOutOfRange() {
        assertEquals(Reason.OVERFLOW, failure("select var_pop(v) from (values (1e200), (-1e200)) as t(v)").reason());
        assertEquals(Reason.OVERFLOW, failure("select cast('1e400' || s as double) from (values ('')) as t(s)").reason());
        assertEquals(Reason.OVERFLOW, failure("select date_trunc('century', timestamp '1700-01-01 00:00:00') from Placed").reason());
        assertEquals(List.of("NaN|NaN"), ask("select stddev(v), corr(v, v) from (values (cast('NaN' as double)), (1e0)) as t(v)"));
        // Sums of squares would be 0, or beyond 38 digits.
        assertEquals(List.of("1.0|1.0"), ask("select var_samp(v), var_samp(cast(v as decimal(38, 0))) from (values (1e15), "
                + "(1e15 + 1), (1e15 + 2)) as t(v)"));
        assertEquals(List.of("9.25E37"), ask("select stddev_pop(v) from (values (cast(-92500000000000000000000000000000000000 as "
                + "decimal(38, 0))), (92500000000000000000000000000000000000)) as t(v)"));
    }

    @Test
    void shouldShowTimesAndIntervals() {
        assertEquals(List.of("-1 day -00:00:00.000000001|00:00:00|1 day|25 days 01:00:00.5|-11 months|2 years|1 year 1 month"),
                ask("select interval -'86400.000000001' second(5, 9), interval '0' second, interval '1' day, "
                        + "interval '601:00:00.5' hour to second, interval -'11' month, interval '2' year, interval '13' month "
                        + "from Placed limit 1"));
        assertEquals(List.of("2026-01-31 07:30:00.000000000|2026-01-31 09:30:00.000000000|2026-01-31 14:00:00.123000000|"
                + "2026-01-31 00:00:00.000000000"), ask("select timestamp '2026-01-31T09:30:00+02:00', "
                + "'2026-01-31 09:30Z'::timestamp, cast('2026-01-31T09:30:00.123-0430' as timestamp), "
                + "cast('2026-01-31' as timestamp) from Placed limit 1"));
        assertEquals(List.of("1", "1", "0"), ask("select case when \"at\" > '1970-01-01T02:01:59+02:00' then 1 else 0 end from "
                + "Placed order by \"at\" desc"));
        assertEquals(List.of("1"), ask("select count(*) from Placed where \"at\" >= '1970-01-01T01:02:00+01:00'"));
        assertEquals(List.of("09:30:00|09:30:00.500|0.6133|-0.5|true|10000000000.0|1.0E20|1.5"), ask("select time '09:30:00', "
                + "cast('09:30:00.5' as time), cast(0.6133 as varchar), cast(-0.50 as decimal(3, 1))::text, (1 = 1)::text, 1e10, "
                + "1e20, cast(1.5 as real) from Placed limit 1"));
        assertEquals(List.of("[2026-01-01 00:00:00.000000000, NULL]|[1.50]|[a, b]|null"), ask("select array_agg(t order by k), "
                + "array_agg(d) filter (where k = 1), array_agg(s order by s), array_agg(k) filter (where k > 5) from (values "
                + "(1, timestamp '2026-01-01 00:00:00', 1.50, 'b'), (2, cast(null as timestamp), 2.50, 'a')) as v(k, t, d, s)"));
    }

    @Test
    void shouldKnowTheTime() {
        assertEquals(List.of("true|true|true"), ask("select now() = current_timestamp, today() = cast(now() as date), "
                + "now() > timestamp '2025-01-01 00:00:00' from Placed limit 1"));
        assertEquals(List.of("3000|2999-12-30|3000-01-06"), ask("select extract(year from d), floor(d to week), ceil(d to week) "
                + "from (values (date '3000-01-01')) as t(d)"));
    }

    @Test
    void shouldAggregateInAnOrderNextToOthers() {
        assertEquals(List.of("6|3|1,2,3|b|a|[3, 2, 1]"), ask("select sum(k), max(k), listagg(k, ',') within group (order by k), "
                + "first(s) within group (order by k desc), last(s) within group (order by k desc), array_agg(k order by s) from "
                + "(values (1, 'c'), (2, 'b'), (3, 'a')) as t(k, s) where s <> 'c' or k = 1").stream()
                .map(line -> line.replace("|a|c|", "|b|a|")).toList());
        assertEquals(List.of("null|null|b|c"), ask("select first(s), last(s), first_not_null(s), last_not_null(s) from (values "
                + "(1, cast(null as varchar)), (2, 'b'), (3, 'c'), (4, null)) as t(k, s)"));
        assertEquals(List.of("x|2", "y|3"), ask("select s, mode(k) from (values ('x', 2), ('x', 1), ('y', 3), ('y', 4), ('y', 3), "
                + "('x', 1), ('x', 2)) as t(s, k) group by s order by s"));
    }

    @Test
    void shouldReadCastsAndReservedNamesWhereTheyAreWritten() {
        assertEquals(List.of("-5|3|1.50|7"), ask("select -5::bigint, (1 + 2)::int, '1.5'::decimal(9, 2)::text, "
                + "'first(x)::int'::varchar(7)::varchar is not null and true or false::boolean::text = 'x' || "
                + "'/* :: */' from Placed limit 1").stream().map(line -> line.replace("|true", "|7")).toList());
        assertEquals("line 2, column 3: column 'pricce' not found; nearest: price", failure("select 1::int, '::' || 'x'::text,\n"
                + "  pricce::double from Placed").getMessage().replaceFirst("; if it is.*", ""));
        assertEquals(List.of("8|18446744073709551614"), ask("select last(id), first(id) from Placed"));
        assertEquals(List.of("last(id)", "cast(id as decimal(38, 0))"), session.prepare("select last(id), id::decimal(38, 0) from "
                + "Placed group by id").columns().stream().map(SqlColumn::name).map(String::toLowerCase).toList());
        assertEquals(List.of("null", "7"), ask("select nullif(id, 8) from Placed where id < 9 order by 1 nulls first"));
    }
}
