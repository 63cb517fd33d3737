// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `{fn …}`, `{ts …}` and the other escapes of JDBC.
class JdbcEscapesTest extends PlacedOrdersConnection {
    private static final String AT = "{ts '2026-02-01 09:30:15.123456789'}";

    /// A call of each function that the driver lists, and what it gives.
    private static final Map<String, String> CALLS = new TreeMap<>(Map.ofEntries(
            Map.entry("{fn ABS(-2)}", "2"), Map.entry("{fn ACOS(1)}", "0.0"), Map.entry("{fn ASIN(0)}", "0.0"),
            Map.entry("{fn ATAN(0)}", "0.0"), Map.entry("{fn ATAN2(0, 1)}", "0.0"), Map.entry("{fn CEILING(1.2)}", "2"),
            Map.entry("{fn COS(0)}", "1.0"), Map.entry("{fn ROUND(COT(1), 2)}", "0.64"),
            Map.entry("{fn COT(1)} - {fn COT(1)}", "0.0"), Map.entry("{fn DEGREES(0)}", "0.0"),
            Map.entry("{fn EXP(0)}", "1.0"), Map.entry("{fn FLOOR(1.8)}", "1"), Map.entry("{fn LOG(1)}", "0.0"),
            Map.entry("{fn LOG10(10)}", "1.0"), Map.entry("{fn MOD(7, 3)}", "1"),
            Map.entry("{fn PI()}", "3.141592653589793"), Map.entry("{fn POWER(2, 3)}", "8.0"),
            Map.entry("{fn RADIANS(0)}", "0.0"), Map.entry("{fn ROUND(1.25, 1)}", "1.3"), Map.entry("{fn SIGN(-3)}", "-1"),
            Map.entry("{fn SIN(0)}", "0.0"), Map.entry("{fn SQRT(9)}", "3.0"), Map.entry("{fn TAN(0)}", "0.0"),
            Map.entry("{fn TRUNCATE(1.29, 1)}", "1.2"),
            Map.entry("{fn ASCII('A')}", "65"), Map.entry("{fn CHAR_LENGTH('abc')}", "3"),
            Map.entry("{fn CHARACTER_LENGTH('abc')}", "3"), Map.entry("{fn CONCAT('a,', 'b')}", "a,b"),
            Map.entry("{fn INSERT('abcd', 2, 2, 'XYZ')}", "aXYZd"), Map.entry("{fn LCASE('ABC')}", "abc"),
            Map.entry("{fn LEFT('abc', 2)}", "ab"), Map.entry("{fn LENGTH('abc')}", "3"),
            Map.entry("{fn LOCATE('b', 'abc')}", "2"), Map.entry("{fn LTRIM('  a')}", "a"),
            Map.entry("{fn REPLACE('abc', 'b', 'X')}", "aXc"), Map.entry("{fn RTRIM('a  ')} || '.'", "a."),
            Map.entry("{fn SUBSTRING('abcd', 2, 2)}", "bc"), Map.entry("{fn UCASE('abc')}", "ABC"),
            Map.entry("{fn CURDATE()} > {d '2020-01-01'}", "true"), Map.entry("{fn DAYOFMONTH(" + AT + ")}", "1"),
            Map.entry("{fn DAYOFWEEK(" + AT + ")}", "1"), Map.entry("{fn DAYOFYEAR(" + AT + ")}", "32"),
            Map.entry("{fn HOUR(" + AT + ")}", "9"), Map.entry("{fn MINUTE(" + AT + ")}", "30"),
            Map.entry("{fn MONTH(" + AT + ")}", "2"), Map.entry("{fn NOW()} > {ts '2020-01-01 00:00:00'}", "true"),
            Map.entry("{fn QUARTER(" + AT + ")}", "1"), Map.entry("{fn SECOND(" + AT + ")}", "15"),
            Map.entry("{fn TIMESTAMPADD(SQL_TSI_FRAC_SECOND, 1, " + AT + ")}", "2026-02-01 09:30:15.123456790"),
            Map.entry("{fn TIMESTAMPDIFF(SQL_TSI_HOUR, {ts '2026-01-31 09:30:15'}, " + AT + ")}", "24"),
            Map.entry("{fn WEEK(" + AT + ")}", "5"), Map.entry("{fn YEAR(" + AT + ")}", "2026"),
            Map.entry("{fn IFNULL(cast(null as int), 3)}", "3")));

    private String value(String expression) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery("select "
                + expression + " from (values 1)")) {
            assertTrue(rows.next());
            return rows.getString(1);
        }
    }

    @Test
    void shouldCallAllFunctionsThatAreListed() throws SQLException {
        Map<String, String> found = new TreeMap<>();
        for (String call : CALLS.keySet()) {
            try {
                found.put(call, value(call));
            } catch (SQLException e) {
                found.put(call, e.getMessage());
            }
        }
        assertEquals(CALLS, found);
        DatabaseMetaData data = connection.getMetaData();
        assertEquals(new TreeSet<>(CALLS.keySet().stream().map(call -> call.replaceAll("\\{fn (\\w+).*", "$1")).toList()),
                new TreeSet<>(Stream.of(data.getNumericFunctions(), data.getStringFunctions(),
                        data.getSystemFunctions(), data.getTimeDateFunctions()).flatMap(names ->
                        Arrays.stream(names.split(","))).toList()));
    }

    @Test
    void shouldReplaceEscapes() throws SQLException {
        Map<String, String> natives = Map.ofEntries(
                Map.entry("select 1", "select 1"),
                Map.entry("select '{fn x}', \"{d}\" -- {ts\n/* {oj */", "select '{fn x}', \"{d}\" -- {ts\n/* {oj */"),
                Map.entry("select {fn UCASE({fn LCASE(x)})}", "select UPPER(LOWER(x))"),
                Map.entry("select { FN lcase ( f(a, '}') ) } }", "select LOWER(f(a, '}')) }"),
                Map.entry("select {fn CONCAT(f(a, b), 'c,d')}", "select (f(a, b) || 'c,d')"),
                Map.entry("select {fn OTHER(a)}, {fn now()}", "select OTHER(a), CURRENT_TIMESTAMP"),
                Map.entry("{d '2026-01-31'}", "DATE '2026-01-31'"), Map.entry("{t'09:30:00'}", "TIME'09:30:00'"),
                Map.entry("{ts ?}", "TIMESTAMP ?"),
                Map.entry("from {oj a left join b on a.x = b.x} where", "from  a left join b on a.x = b.x where"),
                Map.entry("like 'a!%' {escape '!'}", "like 'a!%' escape '!'"),
                Map.entry("order by 1 {limit 10 offset 5}", "order by 1 limit 10 offset 5"));
        for (Map.Entry<String, String> each : natives.entrySet()) {
            assertEquals(each.getValue(), connection.nativeSQL(each.getKey()));
        }
    }

    @Test
    void shouldAskWithEscapes() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertEquals(List.of("8"), JdbcRows.of(statement.executeQuery("select p.id from {oj Placed p left outer join "
                    + "Placed_legs l on l._parent = p._row} where l.leg is null and p.\"at\" >= {ts '1970-01-01 00:02:00'}")));
            assertEquals(List.of("7"), JdbcRows.of(statement.executeQuery("select id from Placed where symbol like "
                    + "'ABCD!%' {escape '!'} or symbol like 'ABCDE_' {escape '!'}")));
            assertEquals(List.of("7"), JdbcRows.of(statement.executeQuery("select id from Placed order by _row "
                    + "{limit 1 offset 1}")));
        }
        try (PreparedStatement statement = connection.prepareStatement("select id from Placed where symbol = {fn UCASE(?)}")) {
            statement.setString(1, "abc");
            assertEquals(List.of("18446744073709551614"), JdbcRows.of(statement.executeQuery()));
        }
    }

    @Test
    void shouldSayWhatIsWrongWithEscapes() throws SQLException {
        assertWrong("42000", "line 1, column 8: escape has no closing }", "select {fn UCASE(x)");
        assertWrong("42000", "line 2, column 3: no such escape: {sf x}; escapes are {fn}, {d}, {t}, {ts}, {oj}, {escape} "
                + "and {limit}", "select\n  {sf x}");
        assertWrong("42000", "line 1, column 1: no such escape: {? = call x()}; escapes are {fn}, {d}, {t}, {ts}, {oj}, "
                + "{escape} and {limit}", "{? = call x()}");
        assertWrong("0A000", "line 1, column 1: a store has no procedures", "{call x()}");
        assertWrong("42000", "line 1, column 801: escapes are nested too deeply: most=200", "{fn ".repeat(300)
                + "}".repeat(300));
        assertThrows(SQLFeatureNotSupportedException.class, () -> connection.prepareStatement("{call x()}"));
        assertThrows(SQLException.class, () -> connection.prepareStatement(null));
        try (Statement statement = connection.createStatement()) {
            assertThrows(SQLException.class, () -> statement.executeQuery(null));
            statement.setEscapeProcessing(false);
            assertThrows(SQLException.class, () -> statement.executeQuery(null));
            assertThrows(SQLException.class, () -> statement.executeQuery("select id from Placed {limit 1}"));
            statement.setEscapeProcessing(true);
            assertEquals(1, JdbcRows.of(statement.executeQuery("select id from Placed {limit 1}")).size());
        }
    }

    private void assertWrong(String state, String message, String sql) {
        SQLException e = assertThrows(SQLException.class, () -> connection.nativeSQL(sql), sql);
        assertEquals(message, e.getMessage());
        assertEquals(state, e.getSQLState());
    }
}
