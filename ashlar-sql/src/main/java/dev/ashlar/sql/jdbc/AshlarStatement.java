// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.time.Duration;

/// A statement with its current result, if any.
class AshlarStatement implements ReadOnlyStatement, SelfWrapper {
    private final AshlarConnection connection;
    private AshlarResultSet rows;
    private volatile Cancellation cancellation = new Cancellation();
    private final int type;
    private boolean closesOnCompletion;
    private boolean escapes = true;
    private int timeoutS;
    private int fetchSize;
    private int fetchDirection = ResultSet.FETCH_FORWARD;
    private long maxRows;
    private boolean closed;

    /// @param type type of its results, [ResultSet#TYPE_FORWARD_ONLY] or [ResultSet#TYPE_SCROLL_INSENSITIVE]
    AshlarStatement(AshlarConnection connection, int type) {
        this.connection = connection;
        this.type = type;
    }

    /// Starts a query within its options.
    @FunctionalInterface
    interface Execution {
        SqlResult start(QueryOptions options);
    }

    final AshlarResultSet run(Execution execution) throws SQLException {
        requireOpen();
        closeRows();
        cancellation = new Cancellation();
        QueryOptions options = connection.options().withCancellation(cancellation);
        Duration timeout = Duration.ofSeconds(timeoutS);
        QueryOptions limited = timeoutS == 0 || options.timeLimit().compareTo(timeout) < 0 ? options
                : options.withTimeLimit(timeout);
        SqlResult result = JdbcExceptions.translate(() -> execution.start(limited));
        rows = type == ResultSet.TYPE_FORWARD_ONLY ? new AshlarResultSet(result, this, maxRows)
                : new ScrollableResultSet(result, this, maxRows, limited.memoryBytes());
        return rows;
    }

    final void requireOpen() throws SQLException {
        connection.session();
        if (closed) {
            throw new SQLException("statement is closed", "HY010");
        }
    }

    private void closeRows() throws SQLException {
        if (rows != null) {
            AshlarResultSet open = rows;
            rows = null;
            open.close();
        }
    }

    /// Called by a result that is closed.
    final void resultClosed() throws SQLException {
        if (closesOnCompletion && rows != null) {
            rows = null;
            close();
        }
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        SqlSession session = connection.session();
        String text = escapes ? EscapeSyntax.translate(sql) : sql;
        return run(options -> session.run(text, options));
    }

    @Override
    public boolean execute(String sql) throws SQLException {
        executeQuery(sql);
        return true;
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        requireOpen();
        return MetadataColumns.GENERATED_KEYS.none();
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        requireOpen();
        closesOnCompletion = true;
    }

    @Override
    public boolean isCloseOnCompletion() throws SQLException {
        requireOpen();
        return closesOnCompletion;
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        requireOpen();
        return rows;
    }

    @Override
    public int getUpdateCount() throws SQLException {
        requireOpen();
        return -1;
    }

    @Override
    public long getLargeUpdateCount() throws SQLException {
        requireOpen();
        return -1;
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        requireOpen();
        closeRows();
        return false;
    }

    /// May be called from any thread. No effect on a closed statement: another thread may have just closed it.
    @Override
    public void cancel() {
        cancellation.cancel();
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        timeoutS = (int) notNegative("seconds", seconds);
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        requireOpen();
        return timeoutS;
    }

    @Override
    public void setLargeMaxRows(long count) throws SQLException {
        maxRows = notNegative("rows", count);
    }

    private long notNegative(String name, long value) throws SQLException {
        requireOpen();
        if (value < 0) {
            throw JdbcExceptions.negative(name, value);
        }
        return value;
    }

    @Override
    public int getMaxRows() throws SQLException {
        requireOpen();
        return (int) Math.min(Integer.MAX_VALUE, maxRows);
    }

    @Override
    public long getLargeMaxRows() throws SQLException {
        requireOpen();
        return maxRows;
    }

    @Override
    public void setMaxFieldSize(int bytes) throws SQLException {
        if (notNegative("bytes", bytes) > 0) {
            throw new SQLFeatureNotSupportedException("values are not truncated: bytes=" + bytes, "0A000");
        }
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        requireOpen();
        return 0;
    }

    /// A hint, stored without effect: rows are read one by one.
    @Override
    public void setFetchSize(int count) throws SQLException {
        fetchSize = (int) notNegative("rows", count);
    }

    @Override
    public int getFetchSize() throws SQLException {
        requireOpen();
        return fetchSize;
    }

    /// A hint, kept without effect, for results that can be read backward; refused for others.
    @Override
    public void setFetchDirection(int direction) throws SQLException {
        requireOpen();
        if (direction != ResultSet.FETCH_FORWARD && direction != ResultSet.FETCH_REVERSE
                && direction != ResultSet.FETCH_UNKNOWN) {
            throw new SQLException("no such direction: direction=" + direction, "HY024");
        }
        if (direction != ResultSet.FETCH_FORWARD && type == ResultSet.TYPE_FORWARD_ONLY) {
            throw new SQLFeatureNotSupportedException("rows can only be read forward", "0A000");
        }
        fetchDirection = direction;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        requireOpen();
        return fetchDirection;
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        requireOpen();
        return ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public int getResultSetType() throws SQLException {
        requireOpen();
        return type;
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        requireOpen();
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    /// Sets whether escapes such as `{fn …}` are replaced, as they are by default. No effect on prepared statements,
    /// whose text is already checked.
    @Override
    public void setEscapeProcessing(boolean on) throws SQLException {
        requireOpen();
        escapes = on;
    }

    @Override
    public Connection getConnection() throws SQLException {
        requireOpen();
        return connection;
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        requireOpen();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        requireOpen();
    }

    @Override
    public void close() throws SQLException {
        closed = true;
        connection.forget(this);
        closeRows();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isPoolable() throws SQLException {
        requireOpen();
        return false;
    }

    @Override
    public String toString() {
        return "statement of " + connection;
    }
}
