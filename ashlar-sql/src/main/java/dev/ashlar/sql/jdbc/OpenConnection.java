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

/// A store opened by JDBC.
final class OpenConnection {
    private final Store store;
    private final SqlSession session;
    private final QueryOptions options;
    private final String url;
    private final Set<OpenStatement> statements = ConcurrentHashMap.newKeySet();
    private Connection face;
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

    public void setAutoCommit(boolean on) { }

    public boolean getAutoCommit() {
        return true;
    }

    public void commit() { }

    public void rollback() { }

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

    public boolean isValid(int timeoutS) {
        return !closed;
    }

    public void setReadOnly(boolean on) throws SQLException {
        if (!on) {
            throw new SQLFeatureNotSupportedException("a store is read only here", "0A000");
        }
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

    public void setTransactionIsolation(int level) { }

    public int getTransactionIsolation() {
        return Connection.TRANSACTION_NONE;
    }

    public void setHoldability(int holdability) { }

    public int getHoldability() {
        return ResultSet.CLOSE_CURSORS_AT_COMMIT;
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

    public int getNetworkTimeout() {
        return 0;
    }

    @Override
    public String toString() {
        return url;
    }
}
