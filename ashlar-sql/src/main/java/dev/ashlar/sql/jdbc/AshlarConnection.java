// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlStatement;
import dev.ashlar.store.StoreException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/// A connection to open stores or archives, the main one first.
final class AshlarConnection implements ReadOnlyConnection, SelfWrapper {
    private final List<OpenSource.Named> sources;
    private final SqlSession session;
    private final QueryOptions options;
    private final String url;
    private final Set<AshlarStatement> statements = ConcurrentHashMap.newKeySet();
    private boolean autoCommit = true;
    private int networkTimeoutMs;
    private volatile boolean closed;

    AshlarConnection(SqlSession session, List<OpenSource.Named> sources, QueryOptions options, String url) {
        this.session = session;
        this.sources = List.copyOf(sources);
        this.options = options;
        this.url = url;
    }

    SqlSession session() throws SQLException {
        if (closed) {
            throw new SQLException("connection is closed (" + url + ")", "08003");
        }
        return session;
    }

    List<OpenSource.Named> sources() {
        return sources;
    }

    /// Whether tables have schemas; a schema is the name of a store.
    boolean hasSchemas() {
        return sources.size() > 1;
    }

    QueryOptions options() {
        return options;
    }

    String url() {
        return url;
    }

    void forget(AshlarStatement statement) {
        statements.remove(statement);
    }

    /// @param type type of the results: forward-only, or scroll-insensitive, which keeps all rows up to the memory
    ///     limit
    @Override
    public Statement createStatement(int type, int concurrency) throws SQLException {
        session();
        requireReading(type, concurrency);
        return add(new AshlarStatement(this, type));
    }

    @Override
    public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        requireHolding(holdability);
        return createStatement(type, concurrency);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        SqlSession open = session();
        requireReading(type, concurrency);
        String text = EscapeSyntax.translate(sql);
        SqlStatement prepared = JdbcExceptions.translate(() -> open.prepare(text, options));
        return add(new AshlarPreparedStatement(this, type, prepared));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        requireHolding(holdability);
        return prepareStatement(sql, type, concurrency);
    }

    private <T extends AshlarStatement> T add(T statement) {
        statements.add(statement);
        return statement;
    }

    private static void requireReading(int type, int concurrency) throws SQLException {
        if (type != ResultSet.TYPE_FORWARD_ONLY && type != ResultSet.TYPE_SCROLL_INSENSITIVE
                || concurrency != ResultSet.CONCUR_READ_ONLY) {
            throw new SQLFeatureNotSupportedException("results are forward-only or scroll-insensitive, and read-only: type="
                    + type + ", concurrency=" + concurrency, "0A000");
        }
    }

    private static void requireHolding(int holdability) throws SQLException {
        if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT) {
            throw new SQLFeatureNotSupportedException("results stay open across commits: holdability=" + holdability,
                    "0A000");
        }
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        session();
        return new AshlarDatabaseMetaData(this);
    }

    /// The statement with its escapes replaced.
    @Override
    public String nativeSQL(String sql) throws SQLException {
        session();
        return EscapeSyntax.translate(sql);
    }

    /// No effect: nothing is written, so there is nothing to commit.
    @Override
    public void setAutoCommit(boolean on) throws SQLException {
        session();
        autoCommit = on;
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        session();
        return autoCommit;
    }

    @Override
    public void commit() throws SQLException {
        session();
    }

    @Override
    public void rollback() throws SQLException {
        session();
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            SQLException failed = null;
            for (AshlarStatement statement : statements) {
                try {
                    statement.close();
                } catch (SQLException e) {
                    // The open sources are closed below.
                    failed = failed == null ? e : failed;
                }
            }
            for (OpenSource.Named each : sources) {
                try {
                    each.source().close();
                } catch (StoreException | RuntimeException | Error e) {
                    failed = failed == null ? JdbcExceptions.of(e) : failed;
                }
            }
            if (failed != null) {
                throw failed;
            }
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isValid(int timeoutS) throws SQLException {
        if (timeoutS < 0) {
            throw JdbcExceptions.negative("timeoutS", timeoutS);
        }
        return !closed;
    }

    /// Cancels running queries and closes the connection in the executor.
    @Override
    public void abort(Executor executor) throws SQLException {
        if (executor == null) {
            throw new SQLException("executor is null", "HY024");
        }
        if (!closed) {
            statements.forEach(AshlarStatement::cancel);
            JdbcExceptions.translate(() -> {
                executor.execute(this::closeQuietly);
                return null;
            });
        }
    }

    private void closeQuietly() {
        try {
            close();
        } catch (SQLException e) {
            // The caller has given up the connection in any case.
        }
    }

    /// A hint without effect: pools set either value, and the connection stays read-only.
    @Override
    public void setReadOnly(boolean on) throws SQLException {
        session();
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        session();
        return true;
    }

    @Override
    public void setCatalog(String catalog) throws SQLException {
        session();
    }

    @Override
    public String getCatalog() throws SQLException {
        session();
        return null;
    }

    /// No effect if there is one store. If there are several, unqualified tables always belong to the first one.
    @Override
    public void setSchema(String schema) throws SQLException {
        session();
        String main = sources.getFirst().name();
        if (hasSchemas() && schema != null && !schema.isEmpty() && !schema.equalsIgnoreCase(main)) {
            throw new SQLFeatureNotSupportedException("unqualified tables belong to " + main + "; write " + schema
                    + ".TABLE", "0A000");
        }
    }

    @Override
    public String getSchema() throws SQLException {
        session();
        return hasSchemas() ? sources.getFirst().name() : null;
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        session();
        if (level != Connection.TRANSACTION_NONE) {
            throw new SQLFeatureNotSupportedException("transactions are not supported: each statement sees the rows "
                    + "that existed when it began; level=" + level, "0A000");
        }
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        session();
        return Connection.TRANSACTION_NONE;
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        session();
        requireHolding(holdability);
    }

    @Override
    public int getHoldability() throws SQLException {
        session();
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        session();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        session();
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        session();
        return Map.of();
    }

    /// Stored without effect: there is no network to wait for.
    @Override
    public void setNetworkTimeout(Executor executor, int timeoutMs) throws SQLException {
        session();
        if (timeoutMs < 0) {
            throw JdbcExceptions.negative("timeoutMs", timeoutMs);
        }
        networkTimeoutMs = timeoutMs;
    }

    @Override
    public int getNetworkTimeout() {
        return networkTimeoutMs;
    }

    @Override
    public String toString() {
        return url;
    }
}
