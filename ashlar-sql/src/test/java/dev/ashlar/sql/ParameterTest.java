// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A parameter means what the same value means where it is written in the statement, whatever the column's type.
class ParameterTest {
    private static final String NULL = "CAST(NULL AS INTEGER)";
    private static final Set<String> TEXTS = Set.of("letter", "side", "symbol", "name", "note");
    private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");

    /// @param literal the same value as SQL
    private record Value(Setter setter, String literal) { }

    private interface Setter {
        void set(PreparedStatement statement, int parameter) throws SQLException;
    }

    @TempDir
    Path temp;
    private Connection connection;

    @BeforeEach
    void connect() throws IOException, SQLException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults())) {
            new Kinds(Seed.random("ParameterTest"), 60).record(writer);
        }
        connection = DriverManager.getConnection("jdbc:ashlar:" + temp.resolve("s"));
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private static List<Value> numbers() {
        List<Value> values = new ArrayList<>();
        for (byte number : new byte[] {0, 5, -128, 127}) {
            values.add(new Value((s, i) -> s.setByte(i, number), "" + number));
        }
        for (short number : new short[] {3, -32768, 32767}) {
            values.add(new Value((s, i) -> s.setShort(i, number), "" + number));
        }
        for (int number : new int[] {1000, 65541, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            values.add(new Value((s, i) -> s.setInt(i, number), "" + number));
        }
        for (long number : new long[] {2, 1L << 32, 4294967301L, Long.MIN_VALUE + 1, Long.MAX_VALUE}) {
            values.add(new Value((s, i) -> s.setLong(i, number), "" + number));
            values.add(new Value((s, i) -> s.setObject(i, BigInteger.valueOf(number)), "" + number));
        }
        for (String number : List.of("18446744073709551614", "18446744073709551621", "-18446744073709551615")) {
            values.add(new Value((s, i) -> s.setObject(i, new BigInteger(number)), number));
            values.add(new Value((s, i) -> s.setBigDecimal(i, new BigDecimal(number)), number));
        }
        for (String number : List.of("2.5", "-0.000000001", "2.00", "9223372036.854775807", "127.99999999999999999")) {
            values.add(new Value((s, i) -> s.setBigDecimal(i, new BigDecimal(number)), number));
        }
        values.add(new Value((s, i) -> s.setBigDecimal(i, new BigDecimal("1E+3")), "1000"));
        for (double number : new double[] {2.5, 1e300, 0.1, 9007199254740993.0}) {
            values.add(new Value((s, i) -> s.setDouble(i, number), new BigDecimal(number).toEngineeringString() + "e0"));
        }
        values.add(new Value((s, i) -> s.setDouble(i, -0.0), "CAST('-0.0' AS DOUBLE)"));
        values.add(new Value((s, i) -> s.setDouble(i, 0.25), "2.5e-1"));
        values.add(new Value((s, i) -> s.setFloat(i, 0.25f), "2.5e-1"));
        values.add(new Value((s, i) -> s.setFloat(i, -3.75f), "-3.75e0"));
        return values;
    }

    private static List<Value> others() {
        return List.of(new Value((s, i) -> s.setBoolean(i, true), "TRUE"),
                new Value((s, i) -> s.setString(i, "Müller"), "'Müller'"),
                new Value((s, i) -> s.setString(i, "5"), "'5'"),
                new Value((s, i) -> s.setNString(i, "\uD83D\uDE00ok"), "'\uD83D\uDE00ok'"),
                new Value((s, i) -> s.setString(i, "2024-01-01 00:00:00"), "'2024-01-01 00:00:00'"),
                new Value((s, i) -> s.setTimestamp(i, Timestamp.valueOf("2024-02-29 12:00:00.123456789")),
                        "TIMESTAMP '2024-02-29 12:00:00.123456789'"),
                new Value((s, i) -> s.setObject(i, LocalDateTime.parse("1969-12-31T23:59:59.999999999")),
                        "TIMESTAMP '1969-12-31 23:59:59.999999999'"),
                new Value((s, i) -> s.setObject(i, Instant.ofEpochSecond(3)), "TIMESTAMP '1970-01-01 00:00:03.000000000'"),
                new Value((s, i) -> s.setObject(i, OffsetDateTime.parse("2024-03-01T01:00:00+01:00")),
                        "TIMESTAMP '2024-03-01 00:00:00.000000000'"),
                new Value((s, i) -> s.setDate(i, Date.valueOf("2024-03-01")), "DATE '2024-03-01'"),
                new Value((s, i) -> s.setObject(i, LocalDate.of(2024, 3, 1)), "DATE '2024-03-01'"),
                new Value((s, i) -> s.setTime(i, Time.valueOf("12:30:00")), "TIME '12:30:00'"),
                new Value((s, i) -> s.setObject(i, LocalTime.of(12, 30)), "TIME '12:30:00'"));
    }

    private static List<Value> all() {
        List<Value> values = new ArrayList<>(numbers());
        values.addAll(others());
        return values;
    }

    private interface Question {
        List<String> rows() throws SQLException;
    }

    private List<String> ask(String sql, Setter... setters) {
        return rowsOrState(() -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < setters.length; i++) {
                    setters[i].set(statement, i + 1);
                }
                return JdbcRows.of(statement.executeQuery());
            }
        });
    }

    private List<String> asked(String sql) {
        return rowsOrState(() -> {
            try (Statement statement = connection.createStatement()) {
                return JdbcRows.of(statement.executeQuery(sql));
            }
        });
    }

    private static List<String> rowsOrState(Question question) {
        try {
            return question.rows();
        } catch (SQLException e) {
            return List.of("SQLState " + e.getSQLState().substring(0, 2));
        } catch (AssertionError | LinkageError e) {
            return List.of("SQLState 0A");
        }
    }

    @Test
    void shouldCompareByValue() {
        assertTrue(compareByValue(3) > 250);
    }

    @Test
    @Tag("slow")
    void shouldCompareEachColumnByEachValue() {
        assertTrue(compareByValue(1) > 700);
    }

    /// @param step each value is compared with one column of every `step`
    /// @return comparisons that have an answer
    private int compareByValue(int step) {
        int answered = 0;
        int first = 0;
        for (String column : Kinds.TYPES.get(Kinds.EVENT).keySet()) {
            List<Value> values = all();
            for (int i = first++ % step; i < values.size(); i += step) {
                Value value = values.get(i);
                // A whole number is taken for nanoseconds there, which no literal is.
                boolean nanoseconds = column.startsWith("ts") && value.literal.matches("-?[0-9]+");
                if (nanoseconds || value.literal.startsWith("'") && !value.literal.equals("'5'") && !TEXTS.contains(column)) {
                    continue;
                }
                String operator = OPERATORS.get(i % OPERATORS.size());
                String sql = "select count(*) from Event where " + column + ' ' + operator + " ?";
                List<String> expected = asked(sql.replace("?", value.literal));
                assertEquals(expected, ask(sql, value.setter), sql + " with " + value.literal);
                answered += expected.getFirst().startsWith("SQL") ? 0 : 1;
            }
        }
        return answered;
    }

    @Test
    void shouldCompareByValueInListsAndRangesAndWithOperators() {
        List<Value> values = numbers();
        for (String column : List.of("u8", "u64", "f32", "price")) {
            for (int i = 0; i < values.size(); i += 3) {
                Value one = values.get(i);
                Value other = values.get((i + 7) % values.size());
                for (String sql : List.of("select count(*) from Event where %s in (?, ?, 3)",
                        "select count(*) from Event where %s not in (?, ?)",
                        "select count(*) from Event where %s between ? and ?",
                        "select count(*) from Event where ? < %1$s and ? >= %1$s",
                        "select count(*), max(i8) from Event where %s is not null and _row + ? < ?",
                        "select count(*) from Event where case when %s > ? then i8 else i16 end < ?")) {
                    String asked = sql.formatted(column);
                    String literal = asked.replaceFirst("\\?", one.literal).replaceFirst("\\?", other.literal);
                    assertEquals(asked(literal), ask(asked, one.setter, other.setter), literal);
                }
            }
        }
    }

    @Test
    void shouldGiveTheCountsOfTheReport() {
        Value thousand = new Value((s, i) -> s.setInt(i, 1000), "1000");
        assertEquals(List.of("60"), ask("select count(*) from Event where i8 < ?", thousand.setter));
        assertEquals(List.of("0"), ask("select count(*) from Event where u8 = ?", (s, i) -> s.setInt(i, 65541)));
        assertEquals(asked("select count(*) from Event where i8 < 3"),
                ask("select count(*) from Event where i8 < ?", (s, i) -> s.setDouble(i, 2.5)));
        assertEquals(List.of("0"), ask("select count(*) from Event where i32 = ?", (s, i) -> s.setDouble(i, 2.5)));
    }

    @Test
    void shouldCompareFloatsByValue() throws SQLException {
        assertEquals(asked("select count(*) from Event where f32 = cast(0.25 as real)"),
                ask("select count(*) from Event where f32 = ?", (s, i) -> s.setFloat(i, 0.25f)));
        assertEquals(asked("select count(*) from Event where f64 > 9e307"),
                ask("select count(*) from Event where f64 >= ?", (s, i) -> s.setDouble(i, Double.MAX_VALUE)));
        for (String column : List.of("f64", "f32", "price", "i32")) {
            // Infinity is greater than all numbers; NaN equals itself and is greater than all else.
            String greater = asked("select count(*) from Event where " + column + " > 1e308 * 10").getFirst();
            assertEquals(List.of(greater), ask("select count(*) from Event where " + column + " > ?",
                    (s, i) -> s.setDouble(i, Double.POSITIVE_INFINITY)), column);
            assertEquals(List.of("60"), ask("select count(*) from Event where " + column + " <= ?",
                    (s, i) -> s.setDouble(i, Double.NaN)), column);
            assertEquals(List.of(greater), ask("select count(*) from Event where " + column + " = ?",
                    (s, i) -> s.setFloat(i, Float.NaN)), column);
        }
    }

    @Test
    void shouldTakeParametersInColumnsAndLimits() {
        for (Value value : all()) {
            assertEquals(asked("select " + value.literal + " from Event where _row < 2"),
                    ask("select ? from Event where _row < 2", value.setter), value.literal);
        }
        for (Value value : numbers()) {
            assertEquals(asked("select _row + " + value.literal + ", i8 * " + value.literal + " from Event where _row = 3"),
                    ask("select _row + ?, i8 * ? from Event where _row = 3", value.setter, value.setter), value.literal);
        }
        assertEquals(List.of("2", "3", "4"), ask("select _row from Event order by _row limit ? offset ?",
                (s, i) -> s.setInt(i, 3), (s, i) -> s.setLong(i, 2)));
        assertEquals(List.of("7"), ask("select _row from Event order by _row offset ? rows fetch next ? rows only",
                (s, i) -> s.setInt(i, 7), (s, i) -> s.setBigDecimal(i, BigDecimal.ONE)));
        for (Setter wrong : List.<Setter>of((s, i) -> s.setInt(i, -1), (s, i) -> s.setDouble(i, 2.5),
                (s, i) -> s.setString(i, "3"), (s, i) -> s.setNull(i, Types.INTEGER),
                (s, i) -> s.setBigDecimal(i, new BigDecimal("1.5")),
                (s, i) -> s.setBigDecimal(i, BigDecimal.TWO.pow(70)))) {
            assertEquals(List.of("SQLState 42"), ask("select _row from Event limit ?", wrong));
            assertEquals(List.of("SQLState 42"), ask("select upper(name) from Event order by 1 limit ?", wrong));
        }
    }

    @Test
    void shouldKeepNullWithTheTypeOfItsPlace() {
        assertEquals(List.of("0"), ask("select count(*) from Event where i8 = ?", (s, i) -> s.setNull(i, Types.INTEGER)));
        assertEquals(List.of("0"), ask("select count(*) from Event where name < ?", (s, i) -> s.setNull(i, Types.VARCHAR)));
        assertEquals(asked("select coalesce(" + NULL + ", i8) from Event where _row < 5"),
                ask("select coalesce(?, i8) from Event where _row < 5", (s, i) -> s.setObject(i, null)));
        assertEquals(List.of("null"), ask("select ? from Event where _row = 1", (s, i) -> s.setString(i, null)));
        assertEquals(List.of("null"), ask("select upper(?) from Event where _row = 1", (s, i) -> s.setString(i, null)));
    }

    @Test
    void shouldRejectWhatCannotBeCompared() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select _row from Event where i8 < ?")) {
            statement.setBigDecimal(1, BigDecimal.TEN.pow(60));
            SQLException tooLong = assertThrows(SQLException.class, statement::executeQuery);
            assertTrue(tooLong.getMessage().contains("parameter=1, digits=61, most=38"), tooLong::getMessage);
            statement.setObject(1, new byte[3]);
            SQLException bytes = assertThrows(SQLException.class, statement::executeQuery);
            assertTrue(bytes.getMessage().contains("parameter=1, class=byte[]"), bytes::getMessage);
        }
        // A column's number is part of the statement, not a value.
        for (String order : List.of("order by ?", "order by ? desc", "order by i8, ?")) {
            assertEquals(List.of("SQLState 42"), ask("select _row from Event " + order, (s, i) -> s.setInt(i, 1)), order);
        }
        assertEquals(List.of("SQLState 42"), ask("select count(*) from Event group by ?", (s, i) -> s.setInt(i, 1)));
    }
}
