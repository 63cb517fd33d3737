// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What other engines answer otherwise is answered as they do, or is an error that says what to write.
class NoSilentAnswersTest extends PlacedOrdersSession {
    private void gives(String value, String expression) {
        assertEquals(List.of(value), ask("select " + expression), expression);
    }

    private void refused(String message, String expression) {
        String found = failure("select " + expression).getMessage();
        assertTrue(found.contains(message), expression + ": " + found);
    }

    @Test
    void shouldRefuseArraysAsTexts() {
        refused("write x in ('a', 'b')", "count(*) from Placed where side = any('{Buy,Sell}')");
        refused("write x in", "count(*) from Placed where side <> all ('{Buy}')");
        gives("2", "count(*) from Placed where side = any('Buy')");
        gives("2", "count(*) from Placed where side = any(select 'Buy')");
    }

    @Test
    void shouldRefuseNumbersAsTimes() {
        for (String expression : List.of("epoch_ms(1772438400000)", "epoch(1772438400)", "epoch_ns(5)", "epoch_us(quantity) from Placed",
                "dayname(5)", "monthname(5)", "date_diff('day', 1, 2)", "date_sub('day', 1, 2)", "last_day(5)",
                "strftime(5, '%Y')", "epoch(1.5)")) {
            refused("expected a timestamp, not ", expression);
            refused("make_timestamp(microseconds)", expression);
        }
        gives("1772438400000", "epoch_ms(timestamp '2026-03-02 08:00:00')");
        gives("1772438400", "cast(epoch('2026-03-02 08:00:00') as bigint)");
        gives("1772409600000", "epoch_ms(date '2026-03-02')");
        gives("null", "epoch_ms(null)");
        gives("Monday", "dayname(date '2026-03-02')");
        gives("1", "date_diff('day', date '2026-03-01', timestamp '2026-03-02 08:00:00')");
        gives("2026-02-28", "last_day(date '2026-02-03')");
    }

    @Test
    void shouldCountHoursOfIntervalsWithoutDays() {
        gives("26", "extract(hour from interval '26 hours')");
        gives("26", "date_part('hour', interval '26' hour)");
        gives("-26", "extract(hour from interval '-26 hours')");
        gives("27|1", "extract(hour from interval '26 hours 61 minutes'), extract(minute from interval '26 hours 61 minutes')");
        gives("100|7", "hour(interval '100:00:07'), second(interval '100:00:07')");
        gives("1|2", "extract(day from interval '1 day 2 hours'), extract(hour from interval '1 day 2 hours')");
        gives("2|2", "extract(day from (timestamp '2026-01-03 02:00:00' - timestamp '2026-01-01 00:00:00') day to second), "
                + "extract(hour from (timestamp '2026-01-03 02:00:00' - timestamp '2026-01-01 00:00:00') day to second)");
    }

    @Test
    void shouldRefuseFunctionsOutsideOfTheirRange() {
        for (String expression : List.of("sqrt(-1)", "asin(2)", "acos(-1.5)", "power(0, -1)", "power(-8, 0.5)", "exp(1000)", "cot(0)",
                "sqrt(quantity) from Placed where quantity < 0", "pow(10, 400)", "sqrt(cast(-1 as real))")) {
            refused("number out of range: ", expression);
        }
        gives("3.0|null|NaN|Infinity", "sqrt(9), sqrt(null), sqrt(cast('NaN' as double)), sqrt(cast('Infinity' as double))");
        gives("8.0|1.0|0.0|Infinity", "power(2, 3), exp(0), asin(0), power(cast('Infinity' as double), 2)");
        gives("0.0", "exp(-1000)");
        gives("null|null", "sqrt(x), power(x, 2) from (values (1, null), (2, 4)) as t(k, x) where k = 1");
    }

    @Test
    void shouldLeaveOutNullsOfCoalesce() {
        gives("1.0|5|null", "coalesce(null, 1, 2.5), ifnull(null, 5), coalesce(null, null)");
    }

    /// Calcite takes every constant but 1 for false.
    @Test
    void shouldEquateTruthsWithOneAndZeroAlone() {
        gives("1|2|3|3", "count(*) filter (where flags_Late = 1), count(*) filter (where 0 = flags_Late), "
                + "count(*) filter (where flags_Late <> 2), count(*) filter (where -1 <> flags_Late) from Placed");
        gives("0|0|0", "count(*) filter (where flags_Late = 2), count(*) filter (where flags_Late = 0.5), "
                + "count(*) filter (where -1 = flags_Late) from Placed");
        gives("2", "count(*) from Placed where flags_Hidden = (case when quantity = 5 then 0 else 1.0 end) and quantity <> 5");
    }

    @Test
    void shouldTakeDatesAsTimestampsAmongTimestamps() {
        gives("2026-03-02 08:00:00|2026-03-02 00:00:00|2026-03-02 00:00:00", "greatest(date '2026-03-02', "
                + "timestamp '2026-03-02 08:00:00'), least(timestamp '2026-03-02 08:00:00', date '2026-03-02', null), "
                + "coalesce(date '2026-03-02', timestamp '2026-03-02 08:00:00')");
        gives("false|true|false", "date '2026-03-02' = timestamp '2026-03-02 08:00:00', timestamp '2026-03-02 08:00:00' "
                + "between date '2026-03-02' and date '2026-03-03', date '2026-03-02' in (timestamp '2026-03-02 08:00:00')");
        gives("true|false", "date '2026-03-02' between '2026-03-01' and timestamp '2026-03-02 08:00:00', "
                + "date '2026-03-02' between timestamp '2026-03-02 08:00:00' and '2026-03-05'");
        gives("2026-03-02 08:00:00", "max(t) from (select date '2026-03-02' union select timestamp "
                + "'2026-03-02 08:00:00') as u(t)");
    }

    /// A number of another type is not rounded to that of a column.
    @Test
    void shouldCompareNumbersAndTextsExactly() {
        gives("0|0|1|0", "count(*) filter (where quantity in (9.5, 10.4)), count(*) filter (where quantity = 9.5), "
                + "count(*) filter (where quantity between 9.5 and 10.4), count(*) filter (where quantity in (select 10.4)) "
                + "from Placed");
        gives("0|1|0", "count(*) filter (where level in (253, 254)), count(*) filter (where '10' = quantity), "
                + "count(*) filter (where nullif(quantity, 10.4) is null) from Placed");
        refused("text is not a whole number: '10.4'", "count(*) from Placed where quantity = '10.4'");
        refused("text is not a whole number: '10.4'", "count(*) from Placed where quantity in ('10.4', '5')");
        refused("text is not a whole number: '9.5'", "count(*) from Placed where quantity between '9.5' and '11'");
    }

    /// Values of other kinds are not compared as texts, nor a text as an interval.
    @Test
    void shouldRefuseToCompareOtherKinds() {
        refused("values of IN have no common type: TIMESTAMP, VARCHAR, INTEGER", "count(*) from Placed where \"at\" in "
                + "('1970-01-01', 5)");
        refused("values of NOT IN have no common type: INTEGER, VARCHAR, DATE", "count(*) from Placed where quantity not "
                + "in ('1', date '2026-01-01')");
        refused("'TIMESTAMP(9) BETWEEN ASYMMETRIC CHAR(10) AND INTEGER'", "\"at\" between '1970-01-01' and 5 from Placed");
        for (String condition : List.of("= '1 day'", "between '1' and '2'", "in ('1 day')", "> 'x'")) {
            refused("an interval is written INTERVAL '5' SECOND", "interval '1' day " + condition);
        }
        gives("true|true|null", "interval '1' day between interval '1' hour and interval '2' day, interval '1' day in "
                + "(interval '24' hour), interval '1' day between interval '1' hour and null");
        gives("2", "count(*) from Placed where id in ('18446744073709551614', '7') and id < '18446744073709551615'");
    }

    @Test
    void shouldRoundToTheDigitsThatTextsNullsAndColumnsSay() {
        gives("2.680|2.670|2.680", "round(2.675, '2'), trunc(2.675, '2'), round(2.675, cast('2' as varchar))");
        gives("null|null|null|null", "round(2.675, null), round(2.675, cast(null as int)), trunc(2.675e0, null), round(5, null)");
        refused("text is not a number: 'x'", "round(1.5, 'x')");
        assertEquals(List.of("0.000000000|0.0", "null|null", "3.000000000|-2.0"), SqlRows.rows(session,
                "select round(price, level), round(ratio, level) from Placed"));
    }

    @Test
    void shouldTakeNumbersForTexts() {
        gives("  5|5|true|1|[6]", "lpad(5, 3), ltrim(5), regexp_like(5, '5'), regexp_extract(515, 1), regexp_replace(5, '5', '[6]')");
    }

    @Test
    void shouldPrintShortNumbersAndHeadings() {
        gives("0.0000001|0.0001|10000000000.0", "1e-7, 1e-4, 1e10");
        assertEquals("sum(\"close\" * v)", session.prepare("select sum(\"close\" * v) from (values (1, 2)) t(\"close\", v)",
                QueryOptions.defaults()).columns().getFirst().name());
    }
}
