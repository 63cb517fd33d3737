// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlStatement;
import dev.ashlar.sql.runtime.Nanos;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/// A statement, prepared or not, with the answer that it is giving, if any.
final class OpenStatement {
    private static final Object UNSET = new Object();
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.nnnnnnnnn");

    private final OpenConnection connection;
    private SqlStatement prepared;
    private Object[] values = {};
    private Statement face;
    private OpenRows rows;
    private ResultSet resultSet;
    private Cancellation cancellation = new Cancellation();
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
        boolean setter = method.getName().startsWith("set") && arguments != null && arguments.length >= 2
                && arguments[0] instanceof Integer;
        if (prepared == null || !setter) {
            return Facade.refuse(method, arguments);
        }
        set((Integer) arguments[0], method.getName().equals("setNull") ? null : arguments[1]);
        return null;
    }

    private void set(int parameter, Object value) throws SQLException {
        if (parameter < 1 || parameter > values.length) {
            throw new SQLException("no such parameter: parameter=" + parameter + ", parameters=" + values.length,
                    "07009");
        }
        values[parameter - 1] = switch (value) {
            case null -> null;
            case Boolean _, String _, BigDecimal _, Double _, Float _, Long _, Integer _, Short _, Byte _ -> value;
            case Timestamp time -> nanoseconds(time.toLocalDateTime());
            case LocalDateTime time -> nanoseconds(time);
            case Instant time -> nanoseconds(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
            case OffsetDateTime time -> nanoseconds(time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
            case Date date -> date.toLocalDate();
            default -> value;
        };
    }

    private static long nanoseconds(LocalDateTime time) {
        return Nanos.parse(TIME.format(time));
    }

    public void clearParameters() {
        values = new Object[prepared.parameters().size()];
        Arrays.fill(values, UNSET);
    }

    public ResultSet executeQuery(String sql) throws SQLException {
        return run(connection.session().prepare(sql), new Object[0]);
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
        return run(prepared, values);
    }

    public boolean execute() throws SQLException {
        executeQuery();
        return true;
    }

    private ResultSet run(SqlStatement statement, Object[] parameters) throws SQLException {
        connection.session();
        if (closed) {
            throw new SQLException("statement is closed", "HY010");
        }
        closeRows();
        cancellation = new Cancellation();
        QueryOptions options = connection.options().withCancellation(cancellation);
        if (timeoutS > 0) {
            options = options.withTimeLimit(Duration.ofSeconds(timeoutS));
        }
        rows = new OpenRows(statement.run(Arrays.asList(parameters), options), maxRows, () -> face);
        resultSet = rows.face();
        return resultSet;
    }

    private void closeRows() {
        if (rows != null) {
            rows.close();
            rows = null;
            resultSet = null;
        }
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
        if (seconds < 0) {
            throw new SQLException("negative: seconds=" + seconds, "HY024");
        }
        timeoutS = seconds;
    }

    public int getQueryTimeout() {
        return timeoutS;
    }

    public void setMaxRows(int count) {
        maxRows = count;
    }

    public int getMaxRows() {
        return (int) maxRows;
    }

    public void setFetchSize(int count) { }

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
        return ResultSet.CLOSE_CURSORS_AT_COMMIT;
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

    public boolean isCloseOnCompletion() {
        return false;
    }

    @Override
    public String toString() {
        return "statement of " + connection;
    }
}
