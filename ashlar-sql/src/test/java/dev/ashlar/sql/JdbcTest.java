// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.Properties;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/// The store as tools see it that know nothing but `java.sql`.
class JdbcTest extends PlacedOrdersConnection {
    @Test
    void shouldShowTablesAndColumns() throws SQLException {
        assertEquals("Ashlar", connection.getMetaData().getDatabaseProductName());
        assertFalse(connection.getMetaData().supportsTransactions());
        assertEquals(List.of("Placed", "Placed_legs"), JdbcRows.of(connection.getMetaData().getTables(null, null, "Placed%",
                new String[] {"TABLE"}), "TABLE_NAME"));
        assertEquals(List.of("flags_Hidden", "flags_Late"), JdbcRows.of(connection.getMetaData().getColumns(null, null,
                "Placed", "flags\\_%"), "COLUMN_NAME"));
        assertEquals(List.of(String.valueOf(Types.DECIMAL)), JdbcRows.of(connection.getMetaData().getColumns(null, null,
                "Placed", "price"), "DATA_TYPE"));
        assertEquals(List.of("_row"), JdbcRows.of(connection.getMetaData().getPrimaryKeys(null, null, "Placed"),
                "COLUMN_NAME"));
    }

    @Test
    void shouldVerifyReadsUnlessToldOtherwise() throws SQLException {
        Driver driver = DriverManager.getDriver(url);
        assertEquals("true", driver.getPropertyInfo(url, new Properties())[1].value);
        for (String value : new String[] {"true", "false"}) {
            Properties properties = new Properties();
            properties.setProperty("verifyReads", value);
            try (Connection other = DriverManager.getConnection(url, properties);
                    ResultSet rows = other.createStatement().executeQuery("select count(*) from Placed")) {
                assertTrue(rows.next());
            }
        }
        Properties wrong = new Properties();
        wrong.setProperty("verifyReads", "maybe");
        SQLException e = assertThrows(SQLException.class, () -> DriverManager.getConnection(url, wrong));
        assertTrue(e.getMessage().contains("verifyReads=maybe"), e::getMessage);
    }

    @Test
    void shouldGiveValuesOfAllTypes() throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(
                "select id, side, flags_Hidden, price, \"limit\", quantity, level, ratio, weight, \"at\" from Placed")) {
            assertEquals(Types.TIMESTAMP, rows.getMetaData().getColumnType(10));
            assertEquals("java.math.BigDecimal", rows.getMetaData().getColumnClassName(1));
            assertTrue(rows.next());
            assertEquals(new BigDecimal("18446744073709551614"), rows.getBigDecimal("ID"));
            assertThrows(SQLException.class, () -> rows.getLong(1));
            assertEquals("Buy", rows.getString(2));
            assertTrue(rows.getBoolean(3));
            assertEquals(new BigDecimal("1.500000000"), rows.getObject("price"));
            assertEquals(10, rows.getInt("quantity"));
            assertEquals(-3, rows.getByte("level"));
            assertEquals(0.25, rows.getDouble("ratio"));
            assertEquals(1.5f, rows.getObject("weight"));
            assertEquals(Timestamp.valueOf("1970-01-01 00:01:00.000000001"), rows.getTimestamp("at"));
            assertEquals(Instant.ofEpochSecond(60, 1), rows.getObject("at", Instant.class));
            assertEquals("1970-01-01 00:01:00.000000001", rows.getString("at"));
            assertTrue(rows.next());
            assertNull(rows.getBigDecimal("limit"));
            assertTrue(rows.wasNull());
            assertEquals(0, rows.getInt("level"));
            assertTrue(rows.wasNull());
            assertTrue(rows.next());
            assertFalse(rows.next());
            assertThrows(SQLException.class, () -> rows.getString(1));
        }
    }

    @Test
    void shouldTakeParameters() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select id from Placed "
                + "where quantity > ? and side = ? and \"at\" < ? and price <> ?")) {
            assertEquals(4, statement.getParameterMetaData().getParameterCount());
            assertThrows(SQLException.class, statement::executeQuery);
            statement.setInt(1, 4);
            statement.setString(2, "Buy");
            statement.setTimestamp(3, Timestamp.valueOf("1970-01-01 00:02:00"));
            statement.setBigDecimal(4, new BigDecimal("-1"));
            assertEquals(List.of("18446744073709551614"), JdbcRows.of(statement.executeQuery(), "id"));
            statement.setObject(3, LocalDateTime.parse("1970-01-01T00:02:00.000000001"));
            assertEquals(List.of("18446744073709551614", "8"), JdbcRows.of(statement.executeQuery(), "id"));
            assertThrows(SQLException.class, () -> statement.setInt(5, 1));
        }
    }

    /// 60.000000001 s after 1970 is 9 hours later in Tokyo.
    @Test
    void shouldReadTimesByTheCalendarThatItIsGiven() throws SQLException {
        Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
        Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
        Timestamp first = Timestamp.from(Instant.ofEpochSecond(60, 1));
        try (PreparedStatement statement = connection.prepareStatement("select id from Placed where \"at\" = ?")) {
            statement.setTimestamp(1, first, utc);
            assertEquals(List.of("18446744073709551614"), JdbcRows.of(statement.executeQuery(), "id"));
            statement.setTimestamp(1, first, tokyo);
            assertEquals(List.of(), JdbcRows.of(statement.executeQuery(), "id"));
            statement.setTimestamp(1, Timestamp.from(Instant.ofEpochSecond(60 - 9 * 3600, 1)), tokyo);
            assertEquals(List.of("18446744073709551614"), JdbcRows.of(statement.executeQuery(), "id"));
            statement.setTimestamp(1, null, tokyo);
            assertEquals(List.of(), JdbcRows.of(statement.executeQuery(), "id"));
        }
        try (PreparedStatement statement = connection.prepareStatement("select cast(\"at\" as date) d from Placed "
                + "where cast(\"at\" as date) = ? limit 1")) {
            // The day before in Honolulu.
            Calendar honolulu = Calendar.getInstance(TimeZone.getTimeZone("Pacific/Honolulu"));
            statement.setDate(1, new Date(10 * 3600 * 1000), honolulu);
            ResultSet rows = statement.executeQuery();
            assertTrue(rows.next());
            assertEquals(10 * 3600 * 1000, rows.getDate("d", honolulu).getTime());
            assertEquals(0, rows.getDate(1, utc).getTime());
            statement.setDate(1, new Date(9 * 3600 * 1000), honolulu);
            assertFalse(statement.executeQuery().next());
        }
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(
                "select \"at\" from Placed")) {
            assertTrue(rows.next());
            assertEquals(first, rows.getTimestamp("at", utc));
            assertEquals(Timestamp.from(Instant.ofEpochSecond(60 - 9 * 3600, 1)), rows.getTimestamp(1, tokyo));
            assertEquals(60_000, rows.getTime(1, utc).getTime());
            assertEquals(60_000 - 9 * 3600 * 1000, rows.getTime(1, tokyo).getTime());
            assertEquals(LocalDate.EPOCH, rows.getObject(1, LocalDate.class));
        }
    }

    @Test
    void shouldMakeValuesOfTheTypeThatItIsGiven() throws SQLException {
        assertEquals(List.of("18446744073709551614"), where("quantity = ?", "10", Types.INTEGER, -1));
        assertEquals(List.of("18446744073709551614"), where("quantity = ?", 10.9, Types.BIGINT, -1));
        assertEquals(List.of("18446744073709551614"), where("price = ?", new BigDecimal("1.504"), Types.DECIMAL, 1));
        assertEquals(List.of("18446744073709551614"), where("price = ?", "1.496", Types.NUMERIC, 2));
        assertEquals(List.of(), where("price = ?", "1.496", Types.NUMERIC, 3));
        assertEquals(List.of("18446744073709551614"), where("ratio = ?", "0.25", Types.DOUBLE, -1));
        assertEquals(List.of("18446744073709551614"), where("symbol = ?", new StringBuilder("ABC"), Types.VARCHAR, -1));
        assertEquals(List.of("7"), where("flags_Late = ?", 1, Types.BOOLEAN, -1));
        assertEquals(List.of("7"), where("flags_Late = ?", "true", Types.BIT, -1));
        assertEquals(List.of("8"), where("\"at\" = ?", "1970-01-01 00:02:00", Types.TIMESTAMP, -1));
        assertEquals(List.of("8"), where("\"at\" = ?", OffsetDateTime.parse("1970-01-01T01:02:00+01:00"),
                Types.TIMESTAMP_WITH_TIMEZONE, -1));
        assertEquals(List.of(), where("quantity = ?", null, Types.INTEGER, -1));
        try (PreparedStatement statement = connection.prepareStatement("select id from Placed where quantity = ?")) {
            statement.setObject(1, "10", JDBCType.INTEGER);
            assertEquals(1, JdbcRows.of(statement.executeQuery(), "id").size());
            statement.setNull(1, Types.INTEGER);
            assertEquals(0, JdbcRows.of(statement.executeQuery(), "id").size());
            assertThrows(SQLException.class, () -> statement.setObject(1, "x", Types.INTEGER));
            // What is too great is not infinite.
            for (Object value : List.of("1e400", new BigDecimal("-1e309"))) {
                assertThrows(SQLException.class, () -> statement.setObject(1, value, Types.DOUBLE), value::toString);
            }
            assertThrows(SQLException.class, () -> statement.setObject(1, 1e39, Types.REAL));
            statement.setObject(1, Double.POSITIVE_INFINITY, Types.REAL);
            assertThrows(SQLException.class, () -> statement.setObject(1, 300, Types.TINYINT));
            assertThrows(SQLException.class, () -> statement.setObject(1, 1, 123_456));
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.setObject(1, 1, Types.ARRAY));
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.setBytes(1, new byte[1]));
            statement.clearParameters();
            assertThrows(SQLException.class, statement::executeQuery);
        }
    }

    /// @param scale negative for none
    private List<String> where(String condition, Object value, int type, int scale) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select id from Placed where " + condition)) {
            if (scale < 0) {
                statement.setObject(1, value, type);
            } else {
                statement.setObject(1, value, type, scale);
            }
            return JdbcRows.of(statement.executeQuery(), "id");
        }
    }

    @Test
    void shouldSayWhatIsWrong() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            SQLException unknown = assertThrows(SQLException.class,
                    () -> statement.executeQuery("select pric from Placed"));
            assertEquals("42000", unknown.getSQLState());
            assertTrue(unknown.getMessage().endsWith("nearest: price"), unknown::getMessage);
            ResultSet rows = statement.executeQuery("select quantity / filled as x from Placed");
            assertEquals("22012", assertThrows(SQLException.class, () -> JdbcRows.of(rows, "x")).getSQLState());
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.executeQuery("delete from Placed"));
            assertThrows(SQLFeatureNotSupportedException.class, connection::createClob);
            statement.setMaxRows(1);
            assertEquals(1, JdbcRows.of(statement.executeQuery("select id from Placed"), "id").size());
        }
        assertThrows(SQLException.class, () -> DriverManager.getConnection("jdbc:ashlar:" + temp.resolve("none")));
        connection.close();
        assertTrue(connection.isClosed());
        assertThrows(SQLException.class, connection::createStatement);
    }
}
