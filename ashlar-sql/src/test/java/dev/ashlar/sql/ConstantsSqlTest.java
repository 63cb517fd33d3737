// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Constants have the values that columns of the same values would give: Calcite would count them in milliseconds, and
/// compare and cut them by units of UTF-16.
class ConstantsSqlTest extends PlacedOrdersSession {
    private String value(String expression) {
        return ask("select " + expression).getFirst();
    }

    @Test
    void shouldKeepNanosecondsOfConstants() {
        assertEquals("1123456789", value("cast(timestamp '1970-01-01 00:00:01.123456789' as bigint)"));
        assertEquals("1123456789", value("'1970-01-01 00:00:01.123456789'::timestamp::bigint"));
        assertEquals("1000000001", value("cast(cast(1000000001 as timestamp) as bigint)"));
        assertEquals("true", value("cast('2026-01-31 09:30:00.123456789' as timestamp) = timestamp '2026-01-31 "
                + "09:30:00.123456789'"));
        assertEquals("123456789", value("extract(nanosecond from '2026-01-31T11:30:00.123456789+02:00'::timestamp)"));
        assertEquals("123000000", value("extract(nanosecond from cast('2026-01-31 09:30:00.123456789' as timestamp(3)))"));
        assertEquals("2026-01-31 00:00:00.000000000", value("cast(date '2026-01-31' as timestamp)"));
        assertEquals("09:30:00.5", value("cast(time '09:30:00.5' as varchar)"));
        assertEquals("09:30:00.123", value("cast(cast(timestamp '2026-01-31 09:30:00.123456789' as time) as varchar)"));
        assertEquals("09:30:00", value("cast(time '09:30:00' as varchar)"));
    }

    @Test
    void shouldKeepConstantTimesInScans() {
        assertTrue(ask("explain select id from Placed where \"at\" > '2026-01-31 09:30:00'::timestamp")
                .toString().contains("TIMESTAMP '2026-01-31T09:30:00Z'"));
    }

    @Test
    void shouldCompareConstantTextsByCodePoints() {
        assertEquals("true", value("'\uFB01' < '\uD83D\uDE00'"));
        assertEquals("true", value("'\uFB01\uFB01' < '\uD83D\uDE00'"));
        assertEquals("false", value("'\uFFFD' >= cast('\uD83D\uDE00' as varchar)"));
        assertEquals("true", value("'\uFB01\uFB01' between '\uFB01' and '\uD83D\uDE00'"));
        assertEquals("null", value("'\uFB01' < cast(null as varchar)"));
        assertEquals("1", value("case when 'a' < 'b' then 1 else 2 end"));
    }

    /// Ranges that leave out a text, which Calcite makes by units of UTF-16.
    @Test
    void shouldCompareTextsWithRangesByCodePoints() {
        String texts = "(select cast(s as varchar) as s from (values ('\uFFFDx'), ('b'), ('\uD83D\uDE00'), ('\uE000')) as v(s)) as t";
        assertEquals(List.of("b", "\uE000"), rows("s from " + texts + " where s between 'a' and '\uFFFD' and not s = "
                + "'\uD83D\uDE00' order by s"));
        assertEquals(List.of("b", "\uE000", "\uFFFDx"), rows("s from " + texts + " where s > 'a' and s not in ('\uD83D\uDE00', "
                + "'\uFFFD') order by s"));
        assertEquals(List.of("\uD83D\uDE00"), rows("s from " + texts + " where s >= '\uD83D\uDE00' or s < 'a'"));
        assertEquals(List.of("0"), rows("count(*) from Placed where name > '\uD83D\uDE00' and name < '\uFB01'"));
        assertTrue(rows("1 from Placed where name = '\uD83D\uDE00'").isEmpty());
        assertTrue(ask("explain select id from Placed where name < '\uD83D\uDE00' and name <> '\uFB01'")
                .getFirst().startsWith("StoreScan("));
    }

    private List<String> rows(String query) {
        return ask("select " + query);
    }

    @Test
    void shouldCutConstantTextsByCodePoints() {
        assertEquals("\uD83D\uDE00a", value("cast('\uD83D\uDE00ab' as varchar(2))"));
        assertEquals("ab |", value("cast('ab' as char(3)) || '|'"));
    }

    @Test
    void shouldCapitalizeWordsOfAnyScript() {
        assertEquals("M\u00FCller \u00C9Cole-Xyz 2nd".replace("\u00C9C", "\u00C9c"), value("initcap('m\u00FCLLER \u00E9cole-XYZ 2ND')"));
        assertEquals("E\u0301cole", value("initcap('e\u0301COLE')"));
    }

    @Test
    void shouldReadFormsWithinExpressions() {
        assertEquals("true|false", value("null isnull, 1 isnull").replace("null|", "true|"));
        assertEquals("1000|1000.25", value("1_000, 1_000.2_5"));
        assertEquals("01:30:00|01:30:00|2 days", value("interval 90 minute, interval '90 minutes', interval 2 days"));
        assertEquals("31", value("day(date '2026-01-31')"));
        assertEquals("123456789", value("extract(nanosecond from timestamp_ns '2026-01-31 09:30:00.123456789')"));
        assertEquals("2|1", value("first(x order by x desc), last(x order by x desc) from (values (1), (2)) as t(x)"));
        assertEquals("1", value("last_value(x ignore nulls) over (order by k) from (values (2, null), (1, 1)) as t(k, x) "
                + "order by k desc"));
        assertEquals(2, ask("table Placed order by id limit 2").size());
    }

    /// They would be read as comments, names of columns or an exclusive or, and answered otherwise.
    @Test
    void shouldRejectWhatWouldBeReadOtherwise() {
        refused("'//' is not an operator", "7 // 2");
        refused("'^' is not an operator; write power(x, y)", "7 ^ 2");
        refused("_ stands between digits", "1_a");
        refused("_ stands between digits", "1__0");
        assertEquals("7", value("7\n// a comment\n"));
    }

    private void refused(String message, String expression) {
        SqlException e = assertThrows(SqlException.class, () -> value(expression), expression);
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }
}
