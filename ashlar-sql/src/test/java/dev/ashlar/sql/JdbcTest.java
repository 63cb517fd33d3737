// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The store as tools see it that know nothing but `java.sql`.
class JdbcTest {
    @TempDir
    Path temp;
    private String url;
    private Connection connection;

    @BeforeEach
    void connect() throws IOException, SQLException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(4096))) {
            Orders.record(writer, Orders.FIRST, Orders.SECOND, Orders.THIRD);
        }
        url = "jdbc:ashlar:" + temp.resolve("s");
        connection = DriverManager.getConnection(url);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void shouldShowTablesAndColumns() throws SQLException {
        assertEquals("Ashlar", connection.getMetaData().getDatabaseProductName());
        assertFalse(connection.getMetaData().supportsTransactions());
        assertEquals(List.of("Placed", "Placed_legs"), column(connection.getMetaData().getTables(null, null, "Placed%",
                new String[] {"TABLE"}), "TABLE_NAME"));
        assertEquals(List.of("flags_Hidden", "flags_Late"), column(connection.getMetaData().getColumns(null, null,
                "Placed", "flags\\_%"), "COLUMN_NAME"));
        assertEquals(List.of(String.valueOf(Types.DECIMAL)), column(connection.getMetaData().getColumns(null, null,
                "Placed", "price"), "DATA_TYPE"));
        assertEquals(List.of(), column(connection.getMetaData().getPrimaryKeys(null, null, "Placed"), "NOTHING"));
    }

    private static List<String> column(ResultSet rows, String name) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(name));
            }
        }
        return values;
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
            assertEquals(List.of("18446744073709551614"), column(statement.executeQuery(), "id"));
            statement.setObject(3, LocalDateTime.parse("1970-01-01T00:02:00.000000001"));
            assertEquals(List.of("18446744073709551614", "8"), column(statement.executeQuery(), "id"));
            assertThrows(SQLException.class, () -> statement.setInt(5, 1));
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
            assertEquals("22012", assertThrows(SQLException.class, () -> column(rows, "x")).getSQLState());
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.executeQuery("delete from Placed"));
            assertThrows(SQLFeatureNotSupportedException.class, connection::createClob);
            statement.setMaxRows(1);
            assertEquals(1, column(statement.executeQuery("select id from Placed"), "id").size());
        }
        assertThrows(SQLException.class, () -> DriverManager.getConnection("jdbc:ashlar:" + temp.resolve("none")));
        connection.close();
        assertTrue(connection.isClosed());
        assertThrows(SQLException.class, connection::createStatement);
    }
}
