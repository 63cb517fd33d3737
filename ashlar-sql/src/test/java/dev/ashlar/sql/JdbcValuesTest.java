// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// `getObject` with a class, for values of each type.
class JdbcValuesTest extends PlacedOrdersConnection {
    private static final LocalDateTime AT = LocalDateTime.parse("2026-01-31T09:30:00.123456789");

    private ResultSet one(String expression) throws SQLException {
        ResultSet rows = connection.createStatement().executeQuery("select " + expression + " from (values 1)");
        assertTrue(rows.next());
        return rows;
    }

    private void assertValues(String expression, Map<Class<?>, Object> values, Class<?>... refused)
            throws SQLException {
        try (ResultSet rows = one(expression)) {
            for (Map.Entry<Class<?>, Object> each : values.entrySet()) {
                Object found = rows.getObject(1, each.getKey());
                if (each.getValue() instanceof byte[] bytes) {
                    assertArrayEquals(bytes, (byte[]) found);
                } else {
                    assertEquals(each.getValue(), found, each.getKey().getName());
                }
            }
            for (Class<?> each : refused) {
                SQLException e = assertThrows(SQLException.class, () -> rows.getObject(1, each), each.getName());
                assertEquals("22018", e.getSQLState(), e.getMessage());
            }
        }
    }

    private static Map<Class<?>, Object> values(Object... pairs) {
        Map<Class<?>, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put((Class<?>) pairs[i], pairs[i + 1]);
        }
        return values;
    }

    @Test
    void shouldGiveTimes() throws SQLException {
        assertValues("timestamp '2026-01-31 09:30:00.123456789'", values(
                LocalDateTime.class, AT, LocalDate.class, AT.toLocalDate(), LocalTime.class, AT.toLocalTime(),
                Instant.class, AT.toInstant(ZoneOffset.UTC), OffsetDateTime.class, AT.atOffset(ZoneOffset.UTC),
                ZonedDateTime.class, AT.atZone(ZoneOffset.UTC), Timestamp.class, Timestamp.valueOf(AT),
                java.util.Date.class, Timestamp.valueOf(AT), Date.class, Date.valueOf(AT.toLocalDate()),
                Object.class, Timestamp.valueOf(AT), String.class, "2026-01-31 09:30:00.123456789"),
                byte[].class, BigDecimal.class, Integer.class, UUID.class, int.class, Long.class, Number.class,
                Double.class, BigInteger.class, Boolean.class);
        assertValues("date '2026-01-31'", values(LocalDate.class, AT.toLocalDate(), Date.class,
                Date.valueOf(AT.toLocalDate()), Object.class, Date.valueOf(AT.toLocalDate()), LocalDateTime.class,
                AT.toLocalDate().atStartOfDay(), String.class, "2026-01-31", OffsetDateTime.class,
                AT.toLocalDate().atStartOfDay().atOffset(ZoneOffset.UTC)), Long.class, byte[].class);
        assertValues("time '09:30:00'", values(LocalTime.class, LocalTime.of(9, 30), Time.class,
                Time.valueOf("09:30:00"), Object.class, Time.valueOf("09:30:00")), LocalDate.class, Instant.class);
    }

    /// Nanoseconds, which a program would take for milliseconds.
    @Test
    void shouldNotReadTimestampsAsNumbers() throws SQLException {
        try (ResultSet rows = one("timestamp '2026-01-31 09:30:00', cast(null as timestamp)")) {
            for (Executable getter : List.<Executable>of(() -> rows.getLong(1), () -> rows.getInt(1),
                    () -> rows.getDouble(1), () -> rows.getFloat(1), () -> rows.getBigDecimal(1),
                    () -> rows.getBoolean(1))) {
                assertEquals("22018", assertThrows(SQLException.class, getter).getSQLState());
            }
            assertEquals(0, rows.getLong(2));
            assertTrue(rows.wasNull());
        }
    }

    @Test
    void shouldGiveNumbers() throws SQLException {
        assertValues("cast(12 as integer)", values(Integer.class, 12, Long.class, 12L, Short.class, (short) 12, Byte.class,
                (byte) 12, BigInteger.class, BigInteger.valueOf(12), BigDecimal.class, BigDecimal.valueOf(12),
                Double.class, 12.0, Float.class, 12f, Boolean.class, true, String.class, "12", Object.class, 12),
                LocalDate.class, byte[].class, Instant.class);
        assertValues("cast(1.50 as decimal(5, 2))", values(BigDecimal.class, new BigDecimal("1.50"), Double.class, 1.5,
                Object.class, new BigDecimal("1.50"), String.class, "1.50"), BigInteger.class, LocalDateTime.class);
        assertValues("cast(0.25 as double)", values(Double.class, 0.25, BigDecimal.class, new BigDecimal("0.25"),
                Object.class, 0.25));
        assertValues("cast(0.1 as real)", values(Float.class, 0.1f, BigDecimal.class, new BigDecimal("0.1"), String.class,
                "0.1"));
        assertValues("true", values(Boolean.class, true, Integer.class, 1, Object.class, true, String.class, "true"),
                byte[].class);
        try (ResultSet rows = one("1000")) {
            assertEquals("22003", assertThrows(SQLException.class, () -> rows.getObject(1, Byte.class)).getSQLState());
            assertEquals("22003", assertThrows(SQLException.class, () -> one("1e300").getFloat(1)).getSQLState());
            assertEquals("HY024", assertThrows(SQLException.class, () -> rows.getObject(1, (Class<?>) null)).getSQLState());
        }
    }

    @Test
    void shouldGiveTexts() throws SQLException, IOException {
        byte[] bytes = "Müller €".getBytes(StandardCharsets.UTF_8);
        assertValues("cast('Müller €' as varchar)", values(String.class, "Müller €", Object.class, "Müller €", byte[].class,
                bytes), Integer.class, LocalDate.class, Boolean.class);
        assertValues("cast('2026-01-31' as varchar)", values(LocalDate.class, AT.toLocalDate(), LocalDateTime.class,
                AT.toLocalDate().atStartOfDay()));
        assertValues("cast('12' as varchar)", values(Integer.class, 12, BigInteger.class, BigInteger.valueOf(12)));
        try (ResultSet rows = one("'Müller €', cast(null as varchar)"); StringWriter text = new StringWriter()) {
            assertArrayEquals(bytes, rows.getBytes(1));
            try (Reader reader = rows.getCharacterStream(1)) {
                reader.transferTo(text);
            }
            assertEquals("Müller €", text.toString());
            assertNull(rows.getBytes(2));
            assertTrue(rows.wasNull());
            assertNull(rows.getCharacterStream(2));
        }
    }

    @Test
    void shouldGiveNullForNull() throws SQLException {
        for (String type : List.of("boolean", "integer", "decimal(5, 2)", "double", "varchar", "timestamp", "date", "time")) {
            try (ResultSet rows = one("cast(null as " + type + ")")) {
                for (Class<?> each : List.of(Object.class, String.class, byte[].class, Boolean.class, Integer.class,
                        BigDecimal.class, BigInteger.class, LocalDate.class, LocalTime.class, LocalDateTime.class,
                        Instant.class, OffsetDateTime.class, ZonedDateTime.class, Timestamp.class)) {
                    assertNull(rows.getObject(1, each), type);
                    assertTrue(rows.wasNull(), type);
                }
            }
        }
    }

    @Test
    void shouldKeepSettingsThatAreAllowed() throws SQLException {
        Statement statement = connection.createStatement();
        statement.setFetchSize(100);
        assertEquals(100, statement.getFetchSize());
        for (int wrong : new int[] {-1, Integer.MIN_VALUE}) {
            assertThrows(SQLException.class, () -> statement.setFetchSize(wrong));
            assertThrows(SQLException.class, () -> statement.setMaxRows(wrong));
            assertThrows(SQLException.class, () -> statement.setLargeMaxRows(wrong));
            assertThrows(SQLException.class, () -> statement.setQueryTimeout(wrong));
            assertThrows(SQLException.class, () -> statement.setMaxFieldSize(wrong));
        }
        assertEquals(100, statement.getFetchSize());
        assertThrows(SQLException.class, () -> statement.setFetchDirection(17));
        statement.setQueryTimeout(Integer.MAX_VALUE);
        statement.setLargeMaxRows(Long.MAX_VALUE);
        assertEquals(3, JdbcRows.of(statement.executeQuery("select id from Placed")).size());
        ResultSet rows = statement.executeQuery("select id from Placed");
        rows.setFetchSize(10);
        assertThrows(SQLException.class, () -> rows.setFetchSize(-1));
        statement.close();
        assertThrows(SQLException.class, () -> statement.setMaxRows(1));
        assertThrows(SQLException.class, () -> statement.setQueryTimeout(1));
        assertThrows(SQLException.class, () -> statement.setFetchSize(1));
    }
}
