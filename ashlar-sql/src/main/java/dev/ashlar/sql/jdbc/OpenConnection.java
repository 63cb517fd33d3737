// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Store;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/// A store opened by JDBC.
final class OpenConnection {
    private final Store store;
    private final SqlSession session;
    private final QueryOptions options;
    private final String url;
    private final Set<OpenStatement> statements = ConcurrentHashMap.newKeySet();
    private Connection face;
    private boolean autoCommit = true;
    private int networkTimeoutMs;
    private volatile boolean closed;

    private OpenConnection(Store store, QueryOptions options, String url) {
        this.store = store;
        this.options = options;
        this.url = url;
        session = SqlSession.of(store);
    }

    static Connection of(Store store, QueryOptions options, String url) {
        OpenConnection connection = new OpenConnection(store, options, url);
        connection.face = Facade.of(Connection.class, connection, Facade::refuse);
        return connection.face;
    }

    SqlSession session() throws SQLException {
        if (closed) {
            throw new SQLException("connection is closed (" + url + ")", "08003");
        }
        return session;
    }

    QueryOptions options() {
        return options;
    }

    Connection face() {
        return face;
    }

    String url() {
        return url;
    }

    void forget(OpenStatement statement) {
        statements.remove(statement);
    }

    public Statement createStatement() throws SQLException {
        session();
        return add(new OpenStatement(this)).face(Statement.class);
    }

    public Statement createStatement(int type, int concurrency) throws SQLException {
        requireReading(type, concurrency);
        return createStatement();
    }

    public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        return createStatement(type, concurrency);
    }

    public PreparedStatement prepareStatement(String sql) throws SQLException {
        return add(new OpenStatement(this, session().prepare(sql))).face(PreparedStatement.class);
    }

    /// Nothing is ever written, so that there are no keys whatever is asked for.
    public PreparedStatement prepareStatement(String sql, int keys) throws SQLException {
        return prepareStatement(sql);
    }

    public PreparedStatement prepareStatement(String sql, int[] keys) throws SQLException {
        return prepareStatement(sql);
    }

    public PreparedStatement prepareStatement(String sql, String[] keys) throws SQLException {
        return prepareStatement(sql);
    }

    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        requireReading(type, concurrency);
        return prepareStatement(sql);
    }

    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        return prepareStatement(sql, type, concurrency);
    }

    private OpenStatement add(OpenStatement statement) {
        statements.add(statement);
        return statement;
    }

    private static void requireReading(int type, int concurrency) throws SQLException {
        if (type != ResultSet.TYPE_FORWARD_ONLY || concurrency != ResultSet.CONCUR_READ_ONLY) {
            throw new SQLFeatureNotSupportedException("rows are read once, forward: type=" + type + ", concurrency="
                    + concurrency, "0A000");
        }
    }

    public DatabaseMetaData getMetaData() throws SQLException {
        session();
        return StoreMetaData.of(this);
    }

    public String nativeSQL(String sql) {
        return sql;
    }

    /// Nothing is written, so that there is nothing to commit.
    public void setAutoCommit(boolean on) throws SQLException {
        session();
        autoCommit = on;
    }

    public boolean getAutoCommit() {
        return autoCommit;
    }

    public void commit() throws SQLException {
        session();
    }

    public void rollback() throws SQLException {
        session();
    }

    public void close() throws Exception {
        if (!closed) {
            closed = true;
            for (OpenStatement statement : statements) {
                statement.close();
            }
            store.close();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isValid(int timeoutS) throws SQLException {
        if (timeoutS < 0) {
            throw new SQLException("negative: timeoutS=" + timeoutS, "HY024");
        }
        return !closed;
    }

    /// By a pool that gives up on it: without waiting for what is being answered.
    public void abort(Executor executor) throws SQLException {
        if (executor == null) {
            throw new SQLException("no executor to close the connection with", "HY024");
        }
        if (!closed) {
            statements.forEach(OpenStatement::cancel);
            executor.execute(() -> {
                try {
                    close();
                } catch (Exception e) {
                    // It is given up in any case.
                }
            });
        }
    }

    /// A hint to the driver, which pools give either way; it stays read only.
    public void setReadOnly(boolean on) throws SQLException {
        session();
    }

    public boolean isReadOnly() {
        return true;
    }

    public void setCatalog(String catalog) { }

    public String getCatalog() {
        return null;
    }

    public void setSchema(String schema) { }

    public String getSchema() {
        return null;
    }

    public void setTransactionIsolation(int level) throws SQLException {
        if (level != Connection.TRANSACTION_NONE) {
            throw new SQLFeatureNotSupportedException("there are no transactions: each statement sees the rows that were "
                    + "there when it began; level=" + level, "0A000");
        }
    }

    public int getTransactionIsolation() {
        return Connection.TRANSACTION_NONE;
    }

    public void setHoldability(int holdability) throws SQLException {
        if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT) {
            throw new SQLFeatureNotSupportedException("results stay open over a commit: holdability=" + holdability,
                    "0A000");
        }
    }

    public int getHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public SQLWarning getWarnings() {
        return null;
    }

    public void clearWarnings() { }

    public Map<String, Class<?>> getTypeMap() {
        return Map.of();
    }

    public void setClientInfo(String name, String value) { }

    public void setClientInfo(Properties properties) { }

    public Properties getClientInfo() {
        return new Properties();
    }

    public String getClientInfo(String name) {
        return null;
    }

    /// For a network, which there is none of: it is never waited for so long.
    public void setNetworkTimeout(Executor executor, int timeoutMs) throws SQLException {
        session();
        if (timeoutMs < 0) {
            throw new SQLException("negative: timeoutMs=" + timeoutMs, "HY024");
        }
        networkTimeoutMs = timeoutMs;
    }

    public int getNetworkTimeout() {
        return networkTimeoutMs;
    }

    @Override
    public String toString() {
        return url;
    }
}
