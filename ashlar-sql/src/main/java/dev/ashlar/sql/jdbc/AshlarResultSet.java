// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.QueryException;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.runtime.Nanos;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A result. It is read forward once, unless it is a [ScrollableResultSet]. Timestamps are UTC: as JDBC specifies,
/// `getTimestamp` returns their digits in the zone of the JVM; `getObject(…, Instant.class)` returns instants.
class AshlarResultSet implements ForwardResultSet, GettersByName, SelfWrapper {
    /// The value of a column as another type.
    @FunctionalInterface
    private interface Getter {
        Object get(AshlarResultSet rows, int column) throws SQLException;
    }

    /// Getters by class. Getters of numbers reject timestamps.
    private static final Map<Class<?>, Getter> GETTERS = Map.ofEntries(
            Map.entry(Object.class, (rows, column) -> rows.getObject(column)),
            Map.entry(String.class, (rows, column) -> rows.getString(column)),
            Map.entry(byte[].class, (rows, column) -> rows.getBytes(column)),
            Map.entry(Boolean.class, (rows, column) -> rows.getBoolean(column)),
            Map.entry(Timestamp.class, (rows, column) -> rows.getTimestamp(column)),
            Map.entry(java.util.Date.class, (rows, column) -> rows.getTimestamp(column)),
            Map.entry(Date.class, (rows, column) -> rows.getDate(column)),
            Map.entry(Time.class, (rows, column) -> rows.getTime(column)),
            Map.entry(LocalDate.class, (rows, column) -> rows.dateTime(column).toLocalDate()),
            Map.entry(LocalTime.class, (rows, column) -> rows.timeOfDay(column)),
            Map.entry(LocalDateTime.class, (rows, column) -> rows.dateTime(column)),
            Map.entry(Instant.class, (rows, column) -> rows.dateTime(column).toInstant(ZoneOffset.UTC)),
            Map.entry(OffsetDateTime.class, (rows, column) -> rows.dateTime(column).atOffset(ZoneOffset.UTC)),
            Map.entry(ZonedDateTime.class, (rows, column) -> rows.dateTime(column).atZone(ZoneOffset.UTC)),
            Map.entry(Byte.class, (rows, column) -> rows.getByte(column)),
            Map.entry(Short.class, (rows, column) -> rows.getShort(column)),
            Map.entry(Integer.class, (rows, column) -> rows.getInt(column)),
            Map.entry(Long.class, (rows, column) -> rows.getLong(column)),
            Map.entry(Float.class, (rows, column) -> rows.getFloat(column)),
            Map.entry(Double.class, (rows, column) -> rows.getDouble(column)),
            Map.entry(BigDecimal.class, (rows, column) -> rows.getBigDecimal(column)),
            Map.entry(BigInteger.class, (rows, column) -> rows.integer(column)));

    private final SqlResult result;
    private final List<SqlColumn> columns;
    private final AshlarStatement statement;
    private final long maxRows;
    private long row;
    private boolean atRow;
    /// Whether the result stands at the first row, which nobody has moved to yet.
    private boolean ahead;
    private boolean ended;
    private boolean wasNull;
    private boolean closed;

    /// @param statement statement of the result; null if it has none
    /// @param maxRows   maximum number of rows; 0 for all
    AshlarResultSet(SqlResult result, AshlarStatement statement, long maxRows) {
        this.result = result;
        this.statement = statement;
        this.maxRows = maxRows;
        columns = result.columns();
    }

    @Override
    public boolean next() throws SQLException {
        requireOpen();
        atRow = !ended && (maxRows == 0 || row < maxRows) && nextOfResult();
        ended = !atRow;
        row += atRow ? 1 : 0;
        return atRow;
    }

    private boolean nextOfResult() throws SQLException {
        if (ahead) {
            ahead = false;
            return true;
        }
        try {
            return result.next();
        } catch (Throwable e) {
            throw JdbcExceptions.of(e);
        }
    }

    /// Whether the result has a current row.
    boolean isAtRow() {
        return atRow;
    }

    final void requireOpen() throws SQLException {
        if (closed) {
            throw new SQLException("result is closed", "HY010");
        }
    }

    @Override
    public int findColumn(String name) throws SQLException {
        requireOpen();
        for (SqlColumn column : columns) {
            if (column.name().equalsIgnoreCase(name)) {
                return column.index() + 1;
            }
        }
        throw new SQLException("no such column: column=" + name + ", columns=" + columns.stream().map(SqlColumn::name)
                .toList(), "42S22");
    }

    private Object value(int column) throws SQLException {
        requireOpen();
        if (column < 1 || column > columns.size()) {
            throw JdbcExceptions.noColumn(column, columns.size());
        }
        if (!isAtRow()) {
            throw new SQLException("result has no current row", "24000");
        }
        try {
            Object value = result.get(column - 1);
            wasNull = value == null;
            return value;
        } catch (Throwable e) {
            throw JdbcExceptions.of(e);
        }
    }

    @Override
    public boolean wasNull() throws SQLException {
        requireOpen();
        return wasNull;
    }

    /// The value as the Java class that JDBC maps the column's type to.
    @Override
    public Object getObject(int column) throws SQLException {
        Object value = value(column);
        if (value == null) {
            return null;
        }
        return switch (columns.get(column - 1).type()) {
            case TINYINT, SMALLINT, INTEGER -> ((Long) value).intValue();
            case REAL -> ((Double) value).floatValue();
            case TIMESTAMP -> Timestamp.valueOf(Nanos.time((Long) value));
            case DATE -> Date.valueOf((LocalDate) value);
            case TIME -> time((LocalTime) value, ZoneId.systemDefault());
            default -> value;
        };
    }

    @Override
    public <T> T getObject(int column, Class<T> type) throws SQLException {
        Object value = value(column);
        if (value == null) {
            return null;
        }
        if (type == null) {
            throw new SQLException("class is null: column=" + column, "HY024");
        }
        Getter getter = GETTERS.getOrDefault(type,
                (rows, c) -> type.isInstance(value) && !isTimestamp(c) ? value : rows.getObject(c));
        Object converted = getter.get(this, column);
        if (!type.isInstance(converted)) {
            throw new SQLException("value is not of the wanted class: column=" + column + ", type="
                    + columns.get(column - 1).typeName() + ", wanted=" + type.getName(), "22018");
        }
        return type.cast(converted);
    }

    /// A value to be read as a number or a boolean. Rejects timestamps, whose nanoseconds would be mistaken for
    /// milliseconds.
    private Object plain(int column) throws SQLException {
        Object value = value(column);
        if (value != null && isTimestamp(column)) {
            throw new SQLException("value is a timestamp: column=" + column
                    + "; read it as a Timestamp, Instant or LocalDateTime", "22018");
        }
        return value;
    }

    private boolean isTimestamp(int column) {
        return columns.get(column - 1).type() == JDBCType.TIMESTAMP;
    }

    @Override
    public String getString(int column) throws SQLException {
        return value(column) == null ? null : JdbcExceptions.translate(() -> result.text(column - 1));
    }

    /// Bytes of a text in UTF-8; other values have no bytes.
    @Override
    public byte[] getBytes(int column) throws SQLException {
        return switch (value(column)) {
            case null -> null;
            case String text -> text.getBytes(StandardCharsets.UTF_8);
            case Object _ -> throw new SQLException("value has no bytes: column=" + column + ", type="
                    + columns.get(column - 1).typeName() + "; read it as a number, time or text", "22018");
        };
    }

    @Override
    public Reader getCharacterStream(int column) throws SQLException {
        String text = getString(column);
        return text == null ? null : new StringReader(text);
    }

    @Override
    public Reader getNCharacterStream(int column) throws SQLException {
        return getCharacterStream(column);
    }

    @Override
    public String getNString(int column) throws SQLException {
        return getString(column);
    }

    @Override
    public boolean getBoolean(int column) throws SQLException {
        return switch (plain(column)) {
            case null -> false;
            case Boolean truth -> truth;
            case Number number -> number.doubleValue() != 0;
            case Object text -> switch (text.toString().strip().toLowerCase(Locale.ROOT)) {
                case "true", "1" -> true;
                case "false", "0" -> false;
                default -> throw new SQLException("value is neither true nor false: column=" + column + ", value="
                        + text, "22018");
            };
        };
    }

    private BigInteger integer(int column) throws SQLException {
        try {
            return getBigDecimal(column).toBigIntegerExact();
        } catch (ArithmeticException e) {
            throw new SQLException("value is not whole: column=" + column + ", value=" + getString(column), "22018", e);
        }
    }

    /// A store has no user-defined types: the map must be empty.
    @Override
    public Object getObject(int column, Map<String, Class<?>> types) throws SQLException {
        if (types != null && !types.isEmpty()) {
            throw new SQLFeatureNotSupportedException("there are no user-defined types: types=" + types.keySet(), "0A000");
        }
        return getObject(column);
    }

    @Override
    public BigDecimal getBigDecimal(int column) throws SQLException {
        Object value = plain(column);
        try {
            return switch (value) {
                case null -> null;
                case BigDecimal number -> number;
                case Boolean truth -> truth ? BigDecimal.ONE : BigDecimal.ZERO;
                case Long number -> BigDecimal.valueOf(number);
                // With the digits that it is shown with.
                case Double number when columns.get(column - 1).type() == JDBCType.REAL ->
                    new BigDecimal(Float.toString(number.floatValue()));
                case Double number -> new BigDecimal(number.toString());
                default -> new BigDecimal(value.toString().strip());
            };
        } catch (NumberFormatException e) {
            throw new SQLException("value is not a number: column=" + column + ", value=" + value, "22018", e);
        }
    }

    @Override
    public long getLong(int column) throws SQLException {
        return whole(column, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public int getInt(int column) throws SQLException {
        return (int) whole(column, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public short getShort(int column) throws SQLException {
        return (short) whole(column, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    @Override
    public byte getByte(int column) throws SQLException {
        return (byte) whole(column, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    private long whole(int column, long least, long greatest) throws SQLException {
        Object value = plain(column);
        if (value instanceof Long number && number >= least && number <= greatest) {
            return number;
        }
        BigDecimal number = getBigDecimal(column);
        if (number == null) {
            return 0;
        }
        if (number.compareTo(BigDecimal.valueOf(least)) < 0 || number.compareTo(BigDecimal.valueOf(greatest)) > 0) {
            throw new SQLException("number out of range: column=" + column + ", value=" + number, "22003");
        }
        return number.longValue();
    }

    @Override
    public double getDouble(int column) throws SQLException {
        Object value = value(column);
        if (value instanceof Double number) {
            return number;
        }
        BigDecimal number = getBigDecimal(column);
        return number == null ? 0 : number.doubleValue();
    }

    @Override
    public float getFloat(int column) throws SQLException {
        double number = getDouble(column);
        if (Float.isInfinite((float) number) && !Double.isInfinite(number)) {
            throw new SQLException("number out of range: column=" + column + ", value=" + number, "22003");
        }
        return (float) number;
    }

    @Override
    public Timestamp getTimestamp(int column) throws SQLException {
        LocalDateTime time = dateTime(column);
        return time == null ? null : Timestamp.valueOf(time);
    }

    /// The timestamp in the zone of the calendar.
    @Override
    public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
        LocalDateTime time = dateTime(column);
        return time == null ? null : calendar == null ? Timestamp.valueOf(time)
                : Timestamp.from(time.atZone(zone(calendar)).toInstant());
    }

    private LocalDateTime dateTime(int column) throws SQLException {
        Object value = value(column);
        return switch (value) {
            case null -> null;
            case Long ns when isTimestamp(column) -> Nanos.time(ns);
            case LocalDate date -> date.atStartOfDay();
            case String text -> parsed(text);
            default -> throw new SQLException("value is not a timestamp: column=" + column + ", value=" + value, "22018");
        };
    }

    private static LocalDateTime parsed(String text) throws SQLException {
        try {
            return Nanos.time(Nanos.parse(text));
        } catch (QueryException e) {
            throw new SQLException(e.getMessage(), "22018", e);
        }
    }

    @Override
    public Date getDate(int column) throws SQLException {
        LocalDateTime time = dateTime(column);
        return time == null ? null : Date.valueOf(time.toLocalDate());
    }

    /// The start of the day in the zone of the calendar.
    @Override
    public Date getDate(int column, Calendar calendar) throws SQLException {
        LocalDateTime time = dateTime(column);
        return time == null ? null : new Date(time.toLocalDate().atStartOfDay(zone(calendar)).toInstant()
                .toEpochMilli());
    }

    @Override
    public Time getTime(int column) throws SQLException {
        return getTime(column, null);
    }

    /// The time on the first day of 1970 in the zone of the calendar, with milliseconds.
    @Override
    public Time getTime(int column, Calendar calendar) throws SQLException {
        Object value = value(column);
        return value == null ? null : time(timeOfDay(column), zone(calendar));
    }

    private LocalTime timeOfDay(int column) throws SQLException {
        return value(column) instanceof LocalTime time ? time : dateTime(column).toLocalTime();
    }

    private static Time time(LocalTime time, ZoneId zone) {
        return new Time(time.atDate(LocalDate.EPOCH).atZone(zone).toInstant().toEpochMilli());
    }

    private static ZoneId zone(Calendar calendar) {
        return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        requireOpen();
        return new AshlarResultSetMetaData(columns);
    }

    @Override
    public Statement getStatement() throws SQLException {
        requireOpen();
        return statement;
    }

    @Override
    public int getRow() throws SQLException {
        requireOpen();
        return (int) Math.min(Integer.MAX_VALUE, atRow ? row : 0);
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        requireOpen();
        if (row == 0 && !ended && !ahead) {
            ahead = nextOfResult();
            ended = !ahead;
        }
        return row == 0 && !ended;
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        requireOpen();
        return ended && row > 0;
    }

    @Override
    public boolean isFirst() throws SQLException {
        requireOpen();
        return atRow && row == 1;
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            JdbcExceptions.translate(() -> {
                result.close();
                return null;
            });
            if (statement != null) {
                statement.resultClosed();
            }
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public String toString() {
        return "rows of " + columns;
    }
}
