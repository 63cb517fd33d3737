// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.runtime.Nanos;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
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
import java.util.function.Supplier;

/// An answer as a result set: forward, once. Timestamps are UTC: `getTimestamp` gives them with these digits in the
/// zone of the JVM, as JDBC has it, `getObject(…, Instant.class)` as instants.
final class OpenRows {
    private static final long NS_PER_SECOND = 1_000_000_000;

    private final SqlResult result;
    private final List<SqlColumn> columns;
    private final long maxRows;
    private final Supplier<Statement> statement;
    private final Runnable closing;
    private long row;
    private boolean atRow;
    private boolean ended;
    private boolean wasNull;
    private boolean closed;

    /// @param maxRows 0 for all
    /// @param closing is run when they are closed
    OpenRows(SqlResult result, long maxRows, Supplier<Statement> statement, Runnable closing) {
        this.closing = closing;
        this.result = result;
        this.maxRows = maxRows;
        this.statement = statement;
        columns = result.columns();
    }

    ResultSet face() {
        return Facade.of(ResultSet.class, this, this::otherwise);
    }

    /// Getters by name are those by number.
    private Object otherwise(Method method, Object[] arguments) throws SQLException {
        if (method.getName().startsWith("get") && arguments != null && arguments[0] instanceof String name) {
            Class<?>[] types = method.getParameterTypes();
            types[0] = int.class;
            Object[] byNumber = arguments.clone();
            byNumber[0] = findColumn(name);
            try {
                return getClass().getMethod(method.getName(), types).invoke(this, byNumber);
            } catch (NoSuchMethodException e) {
                return Facade.refuse(method, arguments);
            } catch (ReflectiveOperationException e) {
                throw Facade.exception(e.getCause());
            }
        }
        return Facade.refuse(method, arguments);
    }

    public boolean next() throws SQLException {
        requireOpen();
        atRow = !ended && (maxRows == 0 || row < maxRows) && result.next();
        ended = !atRow;
        row += atRow ? 1 : 0;
        return atRow;
    }

    private void requireOpen() throws SQLException {
        if (closed) {
            throw new SQLException("result is closed", "HY010");
        }
    }

    public int findColumn(String name) throws SQLException {
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
            throw new SQLException("no such column: column=" + column + ", columns=" + columns.size(), "07009");
        }
        if (!atRow) {
            throw new SQLException("result is at no row", "24000");
        }
        Object value = result.get(column - 1);
        wasNull = value == null;
        return value;
    }

    public boolean wasNull() {
        return wasNull;
    }

    /// Of the Java class that JDBC has for the column's type.
    public Object getObject(int column) throws SQLException {
        Object value = value(column);
        if (value == null) {
            return null;
        }
        return switch (columns.get(column - 1).type()) {
            case TINYINT, SMALLINT, INTEGER -> ((Long) value).intValue();
            case REAL -> ((Double) value).floatValue();
            case TIMESTAMP -> Timestamp.valueOf(time((Long) value));
            case DATE -> Date.valueOf((LocalDate) value);
            case TIME -> time((LocalTime) value, ZoneId.systemDefault());
            default -> value;
        };
    }

    public <T> T getObject(int column, Class<T> type) throws SQLException {
        Object value = value(column);
        boolean time = value instanceof Long && columns.get(column - 1).type() == JDBCType.TIMESTAMP;
        Object wanted = value;
        if (value == null) {
            return null;
        } else if (type == LocalDateTime.class && time) {
            wanted = time((Long) value);
        } else if (type == Instant.class && time) {
            wanted = time((Long) value).toInstant(ZoneOffset.UTC);
        } else if (type == OffsetDateTime.class && time) {
            wanted = time((Long) value).atOffset(ZoneOffset.UTC);
        } else if (type == ZonedDateTime.class && time) {
            wanted = time((Long) value).atZone(ZoneOffset.UTC);
        } else if (type == LocalDate.class) {
            wanted = dateTime(column).toLocalDate();
        } else if (type == LocalTime.class && time) {
            wanted = time((Long) value).toLocalTime();
        } else if (type == Timestamp.class) {
            wanted = getTimestamp(column);
        } else if (type == Date.class) {
            wanted = getDate(column);
        } else if (type == Time.class) {
            wanted = getTime(column);
        } else if (type == Boolean.class) {
            wanted = getBoolean(column);
        } else if (type == Short.class && !time) {
            wanted = getShort(column);
        } else if (type == Byte.class && !time) {
            wanted = getByte(column);
        } else if (type == Float.class && !time) {
            wanted = getFloat(column);
        } else if (type == BigInteger.class && !time) {
            wanted = integer(column);
        } else if (type == String.class) {
            wanted = getString(column);
        } else if (type == Long.class && !time) {
            wanted = getLong(column);
        } else if (type == Integer.class && !time) {
            wanted = getInt(column);
        } else if (type == Double.class && !time) {
            wanted = getDouble(column);
        } else if (type == BigDecimal.class && !time) {
            wanted = getBigDecimal(column);
        } else if (!type.isInstance(value)) {
            wanted = getObject(column);
        }
        if (!type.isInstance(wanted)) {
            throw new SQLException("value is of another class: column=" + column + ", type="
                    + columns.get(column - 1).typeName() + ", wanted=" + type.getName(), "22018");
        }
        return type.cast(wanted);
    }

    static LocalDateTime time(long ns) {
        return LocalDateTime.ofEpochSecond(Math.floorDiv(ns, NS_PER_SECOND), (int) Math.floorMod(ns, NS_PER_SECOND),
                ZoneOffset.UTC);
    }

    public String getString(int column) throws SQLException {
        return value(column) == null ? null : result.text(column - 1);
    }

    public String getNString(int column) throws SQLException {
        return getString(column);
    }

    public boolean getBoolean(int column) throws SQLException {
        return switch (value(column)) {
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

    /// Without types of users there are those of JDBC.
    public Object getObject(int column, Map<String, Class<?>> types) throws SQLException {
        if (types != null && !types.isEmpty()) {
            throw new SQLFeatureNotSupportedException("there are no types of users: types=" + types.keySet(), "0A000");
        }
        return getObject(column);
    }

    public BigDecimal getBigDecimal(int column) throws SQLException {
        Object value = value(column);
        try {
            return switch (value) {
                case null -> null;
                case BigDecimal number -> number;
                case Boolean truth -> truth ? BigDecimal.ONE : BigDecimal.ZERO;
                case Long number when columns.get(column - 1).type() != JDBCType.TIMESTAMP ->
                    BigDecimal.valueOf(number);
                case Double number -> new BigDecimal(number.toString());
                default -> new BigDecimal(value.toString().strip());
            };
        } catch (NumberFormatException e) {
            throw new SQLException("value is not a number: column=" + column + ", value=" + value, "22018", e);
        }
    }

    public long getLong(int column) throws SQLException {
        return whole(column, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public int getInt(int column) throws SQLException {
        return (int) whole(column, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public short getShort(int column) throws SQLException {
        return (short) whole(column, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public byte getByte(int column) throws SQLException {
        return (byte) whole(column, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    private long whole(int column, long least, long greatest) throws SQLException {
        Object value = value(column);
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

    public double getDouble(int column) throws SQLException {
        Object value = value(column);
        if (value instanceof Double number) {
            return number;
        }
        BigDecimal number = getBigDecimal(column);
        return number == null ? 0 : number.doubleValue();
    }

    public float getFloat(int column) throws SQLException {
        return (float) getDouble(column);
    }

    public Timestamp getTimestamp(int column) throws SQLException {
        LocalDateTime time = dateTime(column);
        return time == null ? null : Timestamp.valueOf(time);
    }

    /// In the zone of the calendar.
    public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
        LocalDateTime time = dateTime(column);
        return time == null ? null : calendar == null ? Timestamp.valueOf(time)
                : Timestamp.from(time.atZone(zone(calendar)).toInstant());
    }

    private LocalDateTime dateTime(int column) throws SQLException {
        Object value = value(column);
        return switch (value) {
            case null -> null;
            case Long ns when columns.get(column - 1).type() == JDBCType.TIMESTAMP -> time(ns);
            case LocalDate date -> date.atStartOfDay();
            case String text -> time(Nanos.parse(text));
            default -> throw new SQLException("value is no timestamp: column=" + column + ", value=" + value, "22018");
        };
    }

    public Date getDate(int column) throws SQLException {
        LocalDateTime time = dateTime(column);
        return time == null ? null : Date.valueOf(time.toLocalDate());
    }

    /// At its beginning in the zone of the calendar.
    public Date getDate(int column, Calendar calendar) throws SQLException {
        LocalDateTime time = dateTime(column);
        return time == null ? null : new Date(time.toLocalDate().atStartOfDay(zone(calendar)).toInstant()
                .toEpochMilli());
    }

    public Time getTime(int column) throws SQLException {
        return getTime(column, null);
    }

    /// On the first day of 1970, in the zone of the calendar, with milliseconds.
    public Time getTime(int column, Calendar calendar) throws SQLException {
        Object value = value(column);
        return value == null ? null : time(value instanceof LocalTime time ? time : dateTime(column).toLocalTime(),
                zone(calendar));
    }

    private static Time time(LocalTime time, ZoneId zone) {
        return new Time(time.atDate(LocalDate.EPOCH).atZone(zone).toInstant().toEpochMilli());
    }

    private static ZoneId zone(Calendar calendar) {
        return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
    }

    public ResultSetMetaData getMetaData() {
        return ColumnsMetaData.of(columns);
    }

    public Statement getStatement() {
        return statement.get();
    }

    public int getRow() {
        return (int) Math.min(Integer.MAX_VALUE, atRow ? row : 0);
    }

    public boolean isBeforeFirst() {
        return row == 0 && !ended;
    }

    public boolean isAfterLast() {
        return ended && row > 0;
    }

    public boolean isFirst() {
        return atRow && row == 1;
    }

    public int getType() {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    public int getConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    public int getHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public int getFetchSize() {
        return 0;
    }

    public void setFetchSize(int count) { }

    public void setFetchDirection(int direction) throws SQLException {
        if (direction != ResultSet.FETCH_FORWARD) {
            throw new SQLFeatureNotSupportedException("rows are read forward: direction=" + direction, "0A000");
        }
    }

    public int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    public SQLWarning getWarnings() {
        return null;
    }

    public void clearWarnings() { }

    public void close() {
        if (!closed) {
            closed = true;
            result.close();
            closing.run();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public String toString() {
        return "rows of " + columns;
    }
}
