// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Numbers, texts and times mean above scans what they mean within them.
class OneMeaningTest extends OwnSession {
    private static final String ZEROS = "(values (1, 0e0), (2, cast('-0.0' as double)), (3, -0e0), (4, 1e0)) as z(k, v)";
    private static final String NANS = "(values (1, cast('NaN' as double)), (2, cast('NaN' as double)), (3, 1e308 * 10), "
            + "(4, 1e0)) as n(k, v)";
    /// The last is beyond the basic plane, and its units of UTF-16 are less than those of the first.
    private static final String TEXTS = "(values (1, '\uFF5Ex'), (2, 'x'), (3, '\uD83D\uDE00b')) as t(k, s)";
    private static final String TIMES = "(values (timestamp '2024-02-29 23:59:59.999999999', "
            + "timestamp '1969-12-31 23:59:59.999999998')) as t(a, b)";

    @Override
    void fill(Path folder) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            new Kinds(Seed.random("OneMeaningTest"), 60).record(writer);
        }
    }

    @Test
    void shouldOrderUnions() {
        assertEquals(List.of("12", "11", "2", "1"), ask("select _row from Event where _row in (1, 2) union all "
                + "select _row + 10 from Event where _row in (1, 2) order by 1 desc"));
        assertEquals(List.of("1", "2", "3"), ask("select _row from Event where _row in (1, 2) union "
                + "select _row from Event where _row in (2, 3) order by _row"));
        assertEquals(List.of("2"), ask("select _row from Event where _row in (1, 2) union "
                + "select _row from Event where _row in (2, 3) order by _row offset 1 rows fetch next 1 rows only"));
    }

    @Test
    void shouldMeasureTimeToTheNanosecond() {
        assertEquals(List.of("1709251200000000001|1709251200000000001|1709251200000000|1709251200|19783|650|54"), ask(
                "select a - b, timestampdiff(nanosecond, b, a), timestampdiff(microsecond, b, a), "
                + "timestampdiff(second, b, a), timestampdiff(day, b, a), timestampdiff(month, b, a), "
                + "timestampdiff(year, b, a) from " + TIMES));
        assertEquals(List.of("2024-03-01 00:00:00.000000000|2024-02-29 23:59:59.999998999|2024-03-01 00:00:00.000000001|"
                + "2024-02-28 23:59:59.999999998|2024-03-29 23:59:59.999999999"), ask("select a + interval '0.000000001' "
                + "second, a - interval '0.000001' second, timestampadd(nanosecond, 2, a), a - interval "
                + "'1 00:00:00.000000001' day to second, timestampadd(month, 1, a) from " + TIMES));
        assertEquals(List.of("true|true|1|26"), ask("select (a - b) second > interval '1709251200' second, "
                + "interval '0.000000001' second * 3 < interval '0.000000004' second, "
                + "extract(nanosecond from (a - b) day to second), extract(hour from interval '26' hour) from " + TIMES));
        assertEquals(List.of("2024-02-29 23:59:59.999|2024-02-29 23:59:59.999999000|2024-03-01 00:00:00.000000000|"
                + "1969-12-31 00:00:00.000000000"), ask("select cast(a as timestamp(3)), floor(a to microsecond), "
                + "ceil(a to millisecond), floor(b to day) from " + TIMES));
        assertEquals(List.of("1", "2", "2", "1"), ask("select count(*) over (order by t range interval '0.000000002' second "
                + "preceding) from (values (timestamp '2024-01-01 00:00:00'), (timestamp '2024-01-01 00:00:00.000000002'), "
                + "(timestamp '2024-01-01 00:00:00.000000004'), (timestamp '2024-01-01 00:00:00.000000007')) as v(t)"));
        for (String from : List.of("Event", "(select * from Event limit 100)")) {
            assertEquals(ask("select _row, cast(tsns as bigint) - cast(tsms as bigint) from Event order by _row"),
                    ask("select _row, tsns - tsms from " + from + " order by _row"), from);
            assertEquals(ask("select count(*) from Event where cast(tsns as bigint) > 3000000001"), ask("select count(*) "
                    + "from " + from + " where tsns - interval '3.000000001' second > timestamp '1970-01-01 00:00:00'"));
        }
    }

    @Test
    void shouldRejectWhatTimesCannotBe() {
        for (String sql : List.of("select sum((tsns - tsms) second) from Event",
                "select cast(interval '1' day as bigint) from Event", "select cast(5 as interval second) from Event",
                "select tsns + interval '1' second * 1.5 from Event",
                "select cast(tsns as date) + interval '1' hour from Event",
                "select tsns + interval '200000' day from Event",
                "select count(*) over (order by tsns range interval '1' month preceding) from Event")) {
            SqlException problem = failure(sql);
            assertTrue(problem.reason() == Reason.UNSUPPORTED || problem.reason() == Reason.OVERFLOW
                    || problem.reason() == Reason.INVALID, sql);
            assertTrue(problem.getMessage().length() < 300, problem::getMessage);
        }
    }

    @Test
    void shouldCompareWithNull() {
        assertEquals(List.of("0"), ask("select count(*) from Event where u8 in (select u8 from Event where nullif(tsns, tsns) >= "
                + "tsms or not (flags_Late is not distinct from flags_Late))"));
        assertEquals(List.of("true"), ask("select count(*) > 0 from Event where u8 in (select u8 from Event where "
                + "nullif(tsns, tsns) >= tsms or regexp_like(letter, '.'))"));
    }

    @Test
    void shouldKnowOneZero() {
        assertEquals(List.of("0.0", "1.0"), ask("select v from " + ZEROS + " union select v from " + ZEROS + " order by 1"));
        assertEquals(List.of("0.0|3", "1.0|1"), ask("select v, count(*) from " + ZEROS + " group by v order by 1"));
        assertEquals(List.of("2"), ask("select count(distinct v) from " + ZEROS));
        assertEquals(List.of("3"), ask("select count(*) from " + ZEROS + " where v in (0e0, 5e0)"));
        assertEquals(List.of("3"), ask("select count(*) from " + ZEROS + " where v in (select -v from " + ZEROS + ")"));
        assertEquals(List.of("10"), ask("select count(*) from " + ZEROS + " join " + ZEROS.replace(" z(", " y(")
                + " on z.v = y.v"));
        assertEquals(List.of("1|3|1", "2|3|1", "3|3|1", "4|1|4"), ask("select k, count(*) over (partition by v), "
                + "rank() over (order by v) from " + ZEROS + " order by k"));
        assertEquals(List.of("3"), ask("select count(*) from " + ZEROS + " group by v having v = 0"));
        assertEquals(List.of("0.0"), ask("select distinct v * -1 from " + ZEROS + " where k < 4"));
        assertEquals(List.of("0.0", "0.0"), ask("select cast(v as varchar) from " + ZEROS + " where k in (2, 3)"));
        for (String column : List.of("f64", "f32", "nf64")) {
            for (String sql : List.of("select count(*) from %2$s where %1$s = 0", "select distinct %1$s from %2$s order by 1",
                    "select %1$s, count(*) from %2$s group by %1$s order by 1")) {
                assertEquals(ask(sql.formatted(column, "Event")), ask(sql.formatted(column,
                        "(select * from Event limit 100)")), sql);
            }
            assertTrue(ask("select " + column + " from Event").stream().noneMatch("-0.0"::equals), column);
        }
    }

    @Test
    void shouldKnowNaN() {
        assertEquals(List.of("NaN|1.0"), ask("select max(v), min(v) from " + NANS));
        assertEquals(List.of("NaN|NaN"), ask("select max(v), min(v) from " + NANS + " where k < 3"));
        assertEquals(List.of("2"), ask("select count(*) from " + NANS + " where v = cast('NaN' as double)"));
        assertEquals(List.of("1", "2"), ask("select k from " + NANS + " where v > 1e308 * 10"));
        assertEquals(List.of("6"), ask("select count(*) from " + NANS + " join " + NANS.replace(" n(", " m(")
                + " on n.v = m.v"));
        assertEquals(List.of("1.0", "Infinity", "NaN"), ask("select v from " + NANS + " union select v from " + NANS
                + " order by v"));
        assertEquals(List.of("4|1.0", "3|Infinity", "1|NaN", "2|NaN"), ask("select k, max(v) over (order by v, k) from "
                + NANS + " order by v, k"));
        for (String sql : List.of("select count(*) from %s where f64 <= cast('NaN' as double)",
                "select max(f64), min(f64), max(f32) from %s", "select f64, count(*) from %s group by f64 order by f64 desc",
                "select count(*) from %s where not f64 < 1e0")) {
            assertEquals(ask(sql.formatted("Event")), ask(sql.formatted("(select * from Event limit 100)")), sql);
        }
    }

    @Test
    void shouldOrderAndCutTextsByCodePoints() {
        assertEquals(List.of("2", "1", "3"), ask("select k from " + TEXTS + " order by s"));
        assertEquals(List.of("3", "1", "2"), ask("select k from " + TEXTS + " order by s desc limit 9"));
        assertEquals(List.of("\uD83D\uDE00b|x"), ask("select max(s), min(s) from " + TEXTS));
        assertEquals(List.of("1|\uFF5Ex|2", "2|x|1", "3|\uD83D\uDE00b|3"), ask("select k, max(s) over (order by s), "
                + "row_number() over (order by s) from " + TEXTS + " order by k"));
        assertEquals(List.of("3"), ask("select k from " + TEXTS + " where s > '\uFF5Ez'"));
        assertEquals(List.of("3"), ask("select k from " + TEXTS + " where s = (select max(s) from " + TEXTS + ")"));
        assertEquals(List.of("2|\uD83D\uDE00|b|2|-b|\uD83D\uDE00-|b|\uD83D\uDE00|128512|true|true"), ask("select "
                + "char_length(s), substring(s from 1 for 1), substring(s from 2), position('b' in s), "
                + "overlay(s placing '-' from 1 for 1), overlay(s placing '-' from 2), trim(leading '\uD83D\uDE00' from s), "
                + "cast(s as varchar(1)), ascii(s), s like '__', s like '\uD83D\uDE00_' from " + TEXTS + " where k = 3"));
        assertEquals(List.of("true|false"), ask("select 'a\nb' like 'a_b', s like 'a_' from (values ('a\n\n')) as t(s)"));
        for (String sql : List.of("select max(name), min(note) from %s", "select count(*) from %s where name > '\uFFFDx'",
                "select name from %s order by name, _row", "select count(*) from %s where note like '__'",
                "select cast(name as varchar(1)), count(*) from %s group by cast(name as varchar(1)) order by 1")) {
            assertEquals(ask(sql.formatted("Event")), ask(sql.formatted("(select * from Event limit 100)")), sql);
        }
        assertEquals(List.of("a"), ask("select cast(cast(name as varchar(1)) as varchar) from Event where name = 'a_b' limit 1"));
    }

    @Test
    void shouldFillTheFirstTilesFirst() {
        assertEquals(List.of("1|1", "2|1", "3|1", "4|2", "5|2", "6|2", "7|3", "8|3", "9|4", "10|4"), ask(
                "select v, ntile(4) over (order by v) from (values (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) as t(v) "
                + "order by v"));
        assertEquals(List.of("1|1", "2|2"), ask("select v, ntile(5) over (order by v) from (values (1), (2)) as t(v) "
                + "order by v"));
        assertEquals(Reason.INVALID, failure("select ntile(_row) over (order by _row) from Event").reason());
    }

    @Test
    void shouldTakeNullKeysInRanges() {
        String rows = "(values (1, 1), (2, 2), (3, cast(null as integer)), (4, 5), (5, cast(null as integer))) as t(k, v)";
        assertEquals(List.of("1|2", "2|2", "3|2", "4|1", "5|2"), ask("select k, count(*) over (order by v range between "
                + "1 preceding and 1 following) from " + rows + " order by k"));
        assertEquals(List.of("1|2", "2|2", "3|5", "4|3", "5|5"), ask("select k, count(*) over (order by v range between "
                + "unbounded preceding and 1 following) from " + rows + " order by k"));
        assertEquals(List.of("1|4", "2|4", "3|2", "4|5", "5|2"), ask("select k, count(*) over (order by v nulls first range "
                + "between unbounded preceding and 1 following) from " + rows + " order by k"));
        assertEquals(List.of("1|9223372036854775807|1", "2|-9223372036854775807|1"), ask("select k, v, count(*) over (order "
                + "by v range between 5 preceding and 5 following) from (values (1, 9223372036854775807), "
                + "(2, -9223372036854775807)) as t(k, v) order by k"));
        assertEquals(List.of("1.5|2", "2.0|2", "9.0|1"), ask("select v, count(*) over (order by v range between 0.5 preceding "
                + "and 0.5 following) from (values (1.5), (2.0), (9.0)) as t(v) order by v"));
    }

    @Test
    void shouldGroupWithoutRows() {
        assertEquals(List.of("1|null|0"), ask("select grouping(letter), letter, count(*) from Event where upper(letter) = '?' "
                + "group by rollup(letter)"));
        assertEquals(List.of("0|null|0"), ask("select count(i8), sum(distinct i16), count(distinct u8) from Event "
                + "where upper(letter) = '?'"));
    }

    @Test
    void shouldNotWrapNumbers() {
        assertEquals(Reason.OVERFLOW, failure("select round(i32, -1) from (values (-2147483647)) as t(i32)").reason());
        assertEquals(Reason.OVERFLOW, failure("select abs(v) from (values (-9223372036854775807 - 1)) as t(v)").reason());
        assertEquals(List.of("2|-2|0.50|12"), ask("select cast(v as integer), cast(-v as bigint), cast(w as varchar), "
                + "cast('12' as decimal(4, 0)) from (values (1.99, 0.50)) as t(v, w)"));
    }
}
