// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlStatement;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;

/// A statement, prepared or not, with the answer that it is giving, if any.
final class OpenStatement {
    private static final Object UNSET = new Object();

    private final OpenConnection connection;
    private SqlStatement prepared;
    private Object[] values = {};
    private Statement face;
    private OpenRows rows;
    private ResultSet resultSet;
    private volatile Cancellation cancellation = new Cancellation();
    private boolean closesOnCompletion;
    private int timeoutS;
    private long maxRows;
    private boolean closed;

    OpenStatement(OpenConnection connection) {
        this.connection = connection;
    }

    OpenStatement(OpenConnection connection, SqlStatement prepared) {
        this.connection = connection;
        this.prepared = prepared;
        clearParameters();
    }

    <T extends Statement> T face(Class<T> type) {
        T made = Facade.of(type, this, this::otherwise);
        face = made;
        return made;
    }

    /// Values of parameters come by many methods: `setLong`, `setString` …
    private Object otherwise(Method method, Object[] arguments) throws SQLException {
        if (prepared == null || !ParameterValues.isSetter(method.getName(), arguments)) {
            return Facade.refuse(method, arguments);
        }
        requireOpen();
        set((Integer) arguments[0], ParameterValues.of(method.getName(), arguments));
        return null;
    }

    private void requireOpen() throws SQLException {
        connection.session();
        if (closed) {
            throw new SQLException("statement is closed", "HY010");
        }
    }

    private void set(int parameter, Object value) throws SQLException {
        if (parameter < 1 || parameter > values.length) {
            throw new SQLException("no such parameter: parameter=" + parameter + ", parameters=" + values.length,
                    "07009");
        }
        values[parameter - 1] = switch (value) {
            case null -> null;
            case Timestamp time -> time.toLocalDateTime();
            case OffsetDateTime time -> time.toInstant();
            case ZonedDateTime time -> time.toInstant();
            case Date date -> date.toLocalDate();
            // Its own toLocalTime forgets the milliseconds.
            case Time time -> time.toLocalTime().withNano(Math.floorMod(time.getTime(), 1_000) * 1_000_000);
            default -> value;
        };
    }

    public void clearParameters() {
        values = new Object[prepared.parameters().size()];
        Arrays.fill(values, UNSET);
    }

    public ResultSet executeQuery(String sql) throws SQLException {
        if (prepared != null) {
            throw new SQLException("statement is prepared: it is executed without a text", "HY010");
        }
        return run(options -> connection.session().run(sql, options));
    }

    /// Nothing is ever written, so that there are no keys whatever is asked for.
    public boolean execute(String sql, int keys) throws SQLException {
        return execute(sql);
    }

    public boolean execute(String sql, int[] keys) throws SQLException {
        return execute(sql);
    }

    public boolean execute(String sql, String[] keys) throws SQLException {
        return execute(sql);
    }

    public ResultSet getGeneratedKeys() throws SQLException {
        requireOpen();
        return StoreMetaData.rows(List.of("GENERATED_KEY"), List.of());
    }

    public boolean execute(String sql) throws SQLException {
        executeQuery(sql);
        return true;
    }

    public ResultSet executeQuery() throws SQLException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == UNSET) {
                throw new SQLException("parameter has no value: parameter=" + (i + 1), "07001");
            }
        }
        return run(options -> prepared.run(Arrays.asList(values), options));
    }

    public boolean execute() throws SQLException {
        executeQuery();
        return true;
    }

    /// Begins to answer within the options.
    @FunctionalInterface
    private interface Asked {
        SqlResult run(QueryOptions options) throws SQLException;
    }

    private ResultSet run(Asked asked) throws SQLException {
        requireOpen();
        closeRows();
        cancellation = new Cancellation();
        QueryOptions options = connection.options().withCancellation(cancellation);
        if (timeoutS > 0) {
            options = options.withTimeLimit(Duration.ofSeconds(timeoutS));
        }
        rows = new OpenRows(asked.run(options), maxRows, () -> face, this::rowsClosed);
        resultSet = rows.face();
        return resultSet;
    }

    private void closeRows() {
        if (rows != null) {
            OpenRows open = rows;
            rows = null;
            resultSet = null;
            open.close();
        }
    }

    private void rowsClosed() {
        if (closesOnCompletion && rows != null) {
            rows = null;
            close();
        }
    }

    public void closeOnCompletion() throws SQLException {
        requireOpen();
        closesOnCompletion = true;
    }

    public boolean isCloseOnCompletion() {
        return closesOnCompletion;
    }

    public ResultSet getResultSet() {
        return resultSet;
    }

    public int getUpdateCount() {
        return -1;
    }

    public long getLargeUpdateCount() {
        return -1;
    }

    public boolean getMoreResults() {
        closeRows();
        return false;
    }

    /// As if closed: there is but one.
    public boolean getMoreResults(int current) {
        return getMoreResults();
    }

    public ResultSetMetaData getMetaData() {
        return ColumnsMetaData.of(prepared.columns());
    }

    public ParameterMetaData getParameterMetaData() {
        return ColumnsMetaData.ofParameters(prepared.parameters().stream().toArray(SqlColumn[]::new));
    }

    /// From any thread.
    public void cancel() {
        cancellation.cancel();
    }

    public void setQueryTimeout(int seconds) throws SQLException {
        timeoutS = (int) notNegative("seconds", seconds);
    }

    public int getQueryTimeout() {
        return timeoutS;
    }

    public void setMaxRows(int count) throws SQLException {
        setLargeMaxRows(count);
    }

    public void setLargeMaxRows(long count) throws SQLException {
        maxRows = notNegative("rows", count);
    }

    private static long notNegative(String what, long count) throws SQLException {
        if (count < 0) {
            throw new SQLException("negative: " + what + "=" + count, "HY024");
        }
        return count;
    }

    public int getMaxRows() {
        return (int) Math.min(Integer.MAX_VALUE, maxRows);
    }

    public long getLargeMaxRows() {
        return maxRows;
    }

    public void setMaxFieldSize(int bytes) throws SQLException {
        if (notNegative("bytes", bytes) > 0) {
            throw new SQLFeatureNotSupportedException("values are not cut off: bytes=" + bytes, "0A000");
        }
    }

    public int getMaxFieldSize() {
        return 0;
    }

    /// A hint: rows come one by one.
    public void setFetchSize(int count) throws SQLException {
        notNegative("rows", count);
    }

    /// For updates where rows stand, which there are none of.
    public void setCursorName(String name) { }

    public void clearBatch() { }

    public int getFetchSize() {
        return 0;
    }

    public void setFetchDirection(int direction) throws SQLException {
        if (direction != ResultSet.FETCH_FORWARD) {
            throw new SQLFeatureNotSupportedException("rows are read forward", "0A000");
        }
    }

    public int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    public int getResultSetConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    public int getResultSetType() {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    public int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public void setEscapeProcessing(boolean on) { }

    public Connection getConnection() {
        return connection.face();
    }

    public SQLWarning getWarnings() {
        return null;
    }

    public void clearWarnings() { }

    public void close() {
        closed = true;
        closeRows();
        connection.forget(this);
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isPoolable() {
        return false;
    }

    public void setPoolable(boolean on) { }

    @Override
    public String toString() {
        return "statement of " + connection;
    }
}
