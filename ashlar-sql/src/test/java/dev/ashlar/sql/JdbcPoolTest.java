// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What pools and tools call besides queries: hints are taken, what is promised is kept, all else is refused.
class JdbcPoolTest extends PlacedOrdersConnection {
    @Test
    void shouldServeAPoolWithItsDefaults() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(2);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            for (int i = 0; i < 5; i++) {
                try (Connection pooled = pool.getConnection(); PreparedStatement statement = pooled.prepareStatement(
                        "select count(*) from Placed where quantity > ?")) {
                    statement.setInt(1, 0);
                    try (ResultSet rows = statement.executeQuery()) {
                        assertTrue(rows.next());
                        assertEquals(2, rows.getInt(1));
                    }
                    assertTrue(pooled.isValid(1));
                    assertEquals(url, pooled.unwrap(Connection.class).getMetaData().getURL());
                }
            }
        }
    }

    @Test
    void shouldTakeHintsAndRefuseWhatItCannotKeep() throws Exception {
        connection.setReadOnly(false);
        assertTrue(connection.isReadOnly());
        connection.setReadOnly(true);
        connection.setAutoCommit(false);
        assertFalse(connection.getAutoCommit());
        connection.commit();
        connection.rollback();
        connection.setAutoCommit(true);
        connection.setNetworkTimeout(Runnable::run, 250);
        assertEquals(250, connection.getNetworkTimeout());
        connection.setTransactionIsolation(Connection.TRANSACTION_NONE);
        assertThrows(SQLFeatureNotSupportedException.class, () -> connection.setTransactionIsolation(
                Connection.TRANSACTION_SERIALIZABLE));
        assertThrows(SQLFeatureNotSupportedException.class, connection::setSavepoint);
        assertEquals(ResultSet.HOLD_CURSORS_OVER_COMMIT, connection.getHoldability());
        connection.setCatalog("any");
        connection.setSchema("any");
        assertTrue(connection.isValid(0));
        assertThrows(SQLException.class, () -> connection.isValid(-1));
        connection.abort(Runnable::run);
        assertTrue(connection.isClosed());
        assertFalse(connection.isValid(1));
        assertThrows(SQLException.class, () -> connection.setAutoCommit(false));
    }

    @Test
    void shouldKeepWhatStatementsPromise() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(7);
            assertEquals(7, statement.getQueryTimeout());
            statement.setFetchSize(100);
            statement.setMaxFieldSize(0);
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.setMaxFieldSize(5));
            assertThrows(SQLException.class, () -> statement.setMaxRows(-1));
            assertThrows(SQLException.class, () -> statement.setQueryTimeout(-1));
            statement.setLargeMaxRows(2);
            assertEquals(2, statement.getMaxRows());
            assertTrue(statement.execute("select id from Placed;", Statement.RETURN_GENERATED_KEYS));
            assertEquals(-1, statement.getUpdateCount());
            ResultSet rows = statement.getResultSet();
            assertTrue(rows.next() && rows.next());
            assertFalse(rows.next());
            assertFalse(statement.getGeneratedKeys().next());
            assertFalse(statement.getMoreResults());
            assertTrue(rows.isClosed());
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.executeUpdate("delete from Placed"));
            assertEquals("'it''s'", statement.enquoteLiteral("it's"));
            statement.closeOnCompletion();
            assertTrue(statement.isCloseOnCompletion());
            try (ResultSet last = statement.executeQuery("select 1 as n")) {
                assertTrue(last.next());
                assertEquals(statement, last.getStatement());
            }
            assertTrue(statement.isClosed());
            assertThrows(SQLException.class, () -> statement.executeQuery("select 1"));
        }
    }

    @Test
    void shouldRefuseAllOnceClosed() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("select id from Placed where quantity > ?");
        statement.setInt(1, 0);
        ResultSet rows = statement.executeQuery();
        assertTrue(rows.next());
        rows.close();
        for (Executable call : List.<Executable>of(rows::getMetaData, () -> rows.findColumn("id"), rows::wasNull,
                rows::getStatement, rows::isBeforeFirst)) {
            assertThrows(SQLException.class, call);
        }
        statement.close();
        statement.close();
        statement.cancel();
        for (Executable call : List.<Executable>of(statement::getResultSet, statement::getUpdateCount,
                statement::getMaxRows, statement::getQueryTimeout, statement::isCloseOnCompletion,
                statement::clearWarnings, statement::clearParameters, statement::getMetaData,
                statement::getParameterMetaData, statement::getMoreResults, statement::getConnection)) {
            assertThrows(SQLException.class, call);
        }
        connection.close();
        for (Executable call : List.<Executable>of(connection::getAutoCommit, connection::getTransactionIsolation,
                connection::getSchema, () -> connection.setSchema("any"), connection::isReadOnly,
                () -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE), connection::clearWarnings)) {
            assertThrows(SQLException.class, call);
        }
    }

    @Test
    void shouldStandBeforeTheFirstRowOnlyIfThereIsOne() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSet none = statement.executeQuery("select id from Placed where id < 0 and id > 0");
            assertFalse(none.isBeforeFirst());
            assertFalse(none.next());
            assertFalse(none.isAfterLast());
            ResultSet rows = statement.executeQuery("select id from Placed order by id");
            assertTrue(rows.isBeforeFirst() && rows.isBeforeFirst());
            assertThrows(SQLException.class, () -> rows.getInt(1));
            int count = 0;
            while (rows.next()) {
                count++;
                assertFalse(rows.isBeforeFirst());
                assertEquals(count, rows.getRow());
            }
            assertEquals(3, count);
            assertTrue(rows.isAfterLast());
        }
    }

    @Test
    void shouldEndByItsTimeoutAndByCancel() throws Exception {
        String slow = "select s+s s from (select s+s s from (select s+s s from (select s+s s from (select s+s s from "
                + "(select s+s s from (select s+s s from (select s+s s from (select s+s s from (select s+s s from "
                + "(select s+s s from (select s+s s from (select s+s s from (select s+s s from (select s+s s from "
                + "(select s+s s from (select s+s s from (select s+s s from (select s+s s from (select s+s s from "
                + "(select quantity s from Placed" + ")".repeat(20);
        String many = "select max(upper(b.symbol)) from Placed a"
                + ", Placed b, Placed c, Placed d, Placed e, Placed f, Placed g, Placed h, Placed i, Placed j, Placed k, "
                + "Placed l, Placed m, Placed n, Placed o, Placed p, Placed q, "
                + "Placed r, Placed s, Placed t where upper(a.symbol) || upper(p.symbol) <> 'x'";
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            for (String sql : List.of(slow, many)) {
                SQLException e = assertThrows(SQLException.class, () -> all(statement.executeQuery(sql)), sql);
                assertTrue(e instanceof SQLTimeoutException || e.getMessage().startsWith("planning takes too long"),
                        e::toString);
            }
            statement.setQueryTimeout(0);
            AtomicBoolean ended = new AtomicBoolean();
            // Again and again, since the statement may not have begun.
            Thread cancelling = Thread.ofPlatform().start(() -> {
                while (!ended.get()) {
                    assertDoesNotThrow(statement::cancel);
                    LockSupport.parkNanos(1_000_000);
                }
            });
            try {
                assertEquals("57014", assertThrows(SQLException.class, () -> all(statement.executeQuery(many)))
                        .getSQLState());
            } finally {
                ended.set(true);
                cancelling.join();
            }
        }
    }

    private static List<String> all(ResultSet rows) throws SQLException {
        List<String> all = new ArrayList<>();
        while (rows.next()) {
            all.add(rows.getString(1));
        }
        return all;
    }

    /// Whatever is called with whatever: an answer, or a [SQLException].
    @Test
    void shouldFailWithNothingButExceptionsOfSql() throws SQLException {
        for (String sql : List.of("", ";", "selct 1", "select cast('x' as tinyint)", "select ln(0)", "select 'abc",
                "select " + "(".repeat(3_000), "select cast('x' as char(2000000000))", "select current_user",
                "select overlay('abc' placing 'x' from -5)", "select 1" + " or 1".repeat(5_000))) {
            try (Statement statement = connection.createStatement()) {
                SQLException e = assertThrows(SQLException.class, () -> all(statement.executeQuery(sql)), sql);
                assertNotNull(e.getMessage(), sql);
                assertNotNull(e.getSQLState(), sql);
            }
            assertThrows(SQLException.class, () -> connection.prepareStatement(sql).executeQuery().next(), sql);
        }
        try (PreparedStatement statement = connection.prepareStatement("select id from Placed where quantity > ?");
                ResultSet rows = connection.createStatement().executeQuery("select * from Placed")) {
            rows.next();
            callAll(DatabaseMetaData.class, connection.getMetaData());
            callAll(ResultSet.class, rows);
            callAll(PreparedStatement.class, statement);
            callAll(Connection.class, connection);
        }
    }

    private static void callAll(Class<?> type, Object target) {
        for (Method method : type.getMethods()) {
            Object[] arguments = new Object[method.getParameterCount()];
            for (int i = 0; i < arguments.length; i++) {
                Class<?> wanted = method.getParameterTypes()[i];
                arguments[i] = wanted == int.class ? (Object) 1 : wanted == long.class ? (Object) 1L
                        : wanted == boolean.class ? (Object) false : wanted == String.class ? "x"
                        : wanted == short.class ? (Object) (short) 1 : wanted == byte.class ? (Object) (byte) 1
                        : wanted == double.class ? (Object) 1.0 : wanted == float.class ? (Object) 1f
                        : wanted == Class.class ? String.class : null;
            }
            boolean closes = method.getName().equals("close") || method.getName().equals("abort")
                    || method.getDeclaringClass() == Object.class || (method.getModifiers() & 8) != 0;
            try {
                if (!closes) {
                    method.invoke(target, arguments);
                }
            } catch (InvocationTargetException e) {
                assertTrue(e.getCause() instanceof SQLException, () -> method + ": " + e.getCause());
                assertNotNull(e.getCause().getMessage(), method::toString);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void shouldRefuseByName() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select id from Placed where quantity > ?");
                ResultSet rows = connection.createStatement().executeQuery("select * from Placed")) {
            assertTrue(rows.next());
            assertRefused("Connection.createBlob", connection::createBlob);
            assertRefused("Connection.rollback", () -> connection.rollback(null));
            assertRefused("Statement.executeUpdate", () -> statement.executeUpdate("delete from Placed"));
            assertRefused("PreparedStatement.addBatch", statement::addBatch);
            assertRefused("PreparedStatement.setBytes", () -> statement.setBytes(1, new byte[1]));
            assertRefused("PreparedStatement.executeLargeUpdate", statement::executeLargeUpdate);
            assertRefused("ResultSet.previous", rows::previous);
            assertRefused("ResultSet.getBlob", () -> rows.getBlob("id"));
            assertRefused("ResultSet.updateObject", () -> rows.updateObject(1, 1, JDBCType.BIGINT));
        }
    }

    private static void assertRefused(String method, Executable call) {
        SQLException e = assertThrows(SQLFeatureNotSupportedException.class, call);
        assertEquals("not supported by a read-only store: " + method, e.getMessage());
        assertEquals("0A000", e.getSQLState());
    }

    @Test
    void shouldUnwrapItselfAlone() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select id from Placed")) {
            assertTrue(statement.isWrapperFor(Statement.class) && connection.isWrapperFor(Connection.class));
            assertEquals(statement, statement.unwrap(PreparedStatement.class));
            assertFalse(statement.isWrapperFor(Connection.class));
            assertThrows(SQLException.class, () -> connection.unwrap(Statement.class));
        }
    }

    @Test
    void shouldSayWhatSqlCanDo() throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        assertTrue(data.supportsGroupBy() && data.supportsUnionAll() && data.supportsFullOuterJoins()
                && data.supportsCorrelatedSubqueries() && data.supportsColumnAliasing());
        assertFalse(data.supportsTransactions() || data.supportsBatchUpdates() || data.supportsStoredProcedures());
        assertTrue(data.supportsResultSetConcurrency(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY));
        assertTrue(data.supportsTransactionIsolationLevel(Connection.TRANSACTION_NONE));
        assertFalse(data.supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE));
        assertFalse(data.supportsResultSetConcurrency(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE));
        List<String> types = all(data.getTypeInfo());
        assertTrue(types.containsAll(List.of("DECIMAL", "VARCHAR", "TIMESTAMP", "BIGINT")), types::toString);
        assertFalse(data.getIndexInfo(null, null, "Placed", false, true).next());
    }
}
