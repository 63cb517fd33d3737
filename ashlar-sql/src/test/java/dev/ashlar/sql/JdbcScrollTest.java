// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Results that are read in any direction.
class JdbcScrollTest extends PlacedOrdersConnection {
    private static final String THREE = "select id, symbol, \"limit\", \"at\" from Placed order by _row";

    private Statement scrolling(Connection of) throws SQLException {
        return of.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
    }

    /// Walks at random, next to a model that is a number.
    @Test
    void shouldMoveAsTheModelDoes() throws SQLException {
        SplittableRandom random = Seed.random("jdbc-scroll");
        for (int rowCount : new int[] {0, 1, 3}) {
            try (Statement statement = scrolling(connection); ResultSet rows = statement.executeQuery(THREE + " limit "
                    + rowCount)) {
                int at = 0;
                for (int step = 0; step < 2_000; step++) {
                    int by = random.nextInt(-5, 6);
                    int to = switch (random.nextInt(9)) {
                        case 0, 1 -> check(rows.next(), at + 1, rowCount);
                        case 2 -> check(rows.previous(), at - 1, rowCount);
                        case 3 -> check(rows.first(), 1, rowCount);
                        case 4 -> check(rows.last(), rowCount, rowCount);
                        case 5 -> check(rows.absolute(by), by < 0 ? rowCount + 1 + by : by, rowCount);
                        case 6 -> check(rows.relative(by), at + by, rowCount);
                        case 7 -> {
                            rows.beforeFirst();
                            yield 0;
                        }
                        default -> {
                            rows.afterLast();
                            yield rowCount + 1;
                        }
                    };
                    at = Math.clamp(to, 0, rowCount + 1);
                    boolean atRow = at > 0 && at <= rowCount;
                    assertEquals(atRow ? at : 0, rows.getRow());
                    assertEquals(at == 0 && rowCount > 0, rows.isBeforeFirst());
                    assertEquals(atRow && at == 1, rows.isFirst());
                    assertEquals(atRow && at == rowCount, rows.isLast());
                    assertEquals(at > rowCount && rowCount > 0, rows.isAfterLast());
                    if (atRow) {
                        assertEquals(List.of("18446744073709551614", "7", "8").get(at - 1), rows.getString("id"));
                        assertEquals(at == 2, rows.getBigDecimal("limit") == null);
                        assertEquals(at == 2, rows.wasNull());
                    } else {
                        assertEquals("24000", assertThrows(SQLException.class, () -> rows.getString(1)).getSQLState());
                    }
                }
            }
        }
    }

    private static int check(boolean found, int to, int rowCount) {
        assertEquals(to > 0 && to <= rowCount, found);
        return to;
    }

    @Test
    void shouldKeepNoMoreThanTheMemoryLimit() throws SQLException {
        String many = "select a._row, b._row, c._row, 'some text that is longer than a short one' t from "
                + "(select * from orders union all select * from orders union all select * from orders union all "
                + "select * from orders) a, Placed b, Placed c, Placed d, Placed e, Placed f, Placed g, Placed h";
        try (Connection small = DriverManager.getConnection(url + "?limitMemory=1"); Statement forward = small
                .createStatement(); Statement statement = scrolling(small)) {
            String sql = many.replace("a._row", "a._position");
            int count = JdbcRows.of(forward.executeQuery(sql), "t").size();
            assertEquals(12 * 2187, count);
            ResultSet rows = statement.executeQuery(sql);
            SQLException e = assertThrows(SQLException.class, rows::last);
            assertEquals("53200", e.getSQLState());
            assertTrue(e.getMessage().startsWith("scrollable result needs too much memory: rows="), e.getMessage());
            assertTrue(rows.first());
            assertTrue(rows.next());
            // Never the end of a smaller result.
            int read = 2;
            SQLException again = null;
            while (again == null) {
                try {
                    assertTrue(rows.next());
                    read++;
                } catch (SQLException found) {
                    again = found;
                }
            }
            assertTrue(read > 1_000 && read < count, () -> String.valueOf(count));
            assertEquals("53200", again.getSQLState());
            assertThrows(SQLException.class, () -> rows.absolute(-1));
        }
    }

    @Test
    void shouldBeAsked() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(THREE, ResultSet.TYPE_SCROLL_INSENSITIVE,
                ResultSet.CONCUR_READ_ONLY, ResultSet.HOLD_CURSORS_OVER_COMMIT)) {
            statement.setMaxRows(2);
            statement.setFetchDirection(ResultSet.FETCH_REVERSE);
            assertEquals(ResultSet.FETCH_REVERSE, statement.getFetchDirection());
            assertEquals(ResultSet.TYPE_SCROLL_INSENSITIVE, statement.getResultSetType());
            ResultSet rows = statement.executeQuery();
            assertEquals(ResultSet.TYPE_SCROLL_INSENSITIVE, rows.getType());
            assertTrue(rows.last());
            assertEquals("7", rows.getString("id"));
            assertEquals(2, rows.getRow());
            assertThrows(SQLException.class, () -> rows.setFetchDirection(17));
            rows.close();
            assertThrows(SQLException.class, rows::first);
            assertThrows(SQLException.class, rows::isFirst);
        }
        assertThrows(SQLFeatureNotSupportedException.class, () -> connection.createStatement(
                ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_READ_ONLY));
        assertThrows(SQLFeatureNotSupportedException.class, () -> connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE));
        assertThrows(SQLFeatureNotSupportedException.class, () -> connection.createStatement(
                ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, ResultSet.CLOSE_CURSORS_AT_COMMIT));
        assertTrue(connection.getMetaData().supportsResultSetType(ResultSet.TYPE_SCROLL_INSENSITIVE));
        assertFalse(connection.getMetaData().supportsResultSetType(ResultSet.TYPE_SCROLL_SENSITIVE));
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(THREE)) {
            assertThrows(SQLFeatureNotSupportedException.class, rows::last);
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.setFetchDirection(
                    ResultSet.FETCH_REVERSE));
        }
    }

    /// A failure in the middle is reported each time that the rows after it are asked for.
    @Test
    void shouldReportFailuresAgain() throws SQLException {
        try (Statement statement = scrolling(connection); ResultSet rows = statement.executeQuery(
                "select id, 10 / filled as x from (select * from Placed order by quantity desc)")) {
            assertTrue(rows.next());
            for (int i = 0; i < 2; i++) {
                assertEquals("22012", assertThrows(SQLException.class, rows::last).getSQLState());
            }
            assertTrue(rows.first());
        }
    }
}
