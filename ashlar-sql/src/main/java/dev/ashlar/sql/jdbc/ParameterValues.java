// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.runtime.Nanos;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Calendar;
import java.util.Locale;
import java.util.Set;

/// What JDBC's many setters of parameters mean: the value itself, read by a calendar, or made one of another type.
final class ParameterValues {
    private static final DateTimeFormatter TEXT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.nnnnnnnnn");
    private static final Set<String> PLAIN = Set.of("setBoolean", "setByte", "setShort", "setInt", "setLong",
            "setFloat", "setDouble", "setBigDecimal", "setString", "setNString", "setTimestamp", "setDate", "setTime", "setObject");

    private ParameterValues() {
    }

    /// Whether a method sets a parameter to what can be compared with a column.
    static boolean isSetter(String method, Object[] arguments) {
        return arguments != null && arguments.length >= 2 && arguments[0] instanceof Integer
                && (PLAIN.contains(method) || method.equals("setNull"));
    }

    /// The value that a setter was given, without calendar and type.
    static Object of(String method, Object[] arguments) throws SQLException {
        Object value = arguments[1];
        Object how = arguments.length > 2 ? arguments[2] : null;
        if (method.equals("setNull") || value == null) {
            return null;
        }
        return switch (how) {
            case null -> value;
            case Calendar calendar -> in(calendar.getTimeZone().toZoneId(), value);
            case SQLType type -> typed(value, type(type.getVendorTypeNumber()), scale(arguments));
            case Integer type -> typed(value, type(type), scale(arguments));
            default -> throw new SQLException("no type and no calendar: " + how, "HY004");
        };
    }

    private static int scale(Object[] arguments) {
        return arguments.length > 3 && arguments[3] instanceof Integer scale ? scale : -1;
    }

    private static JDBCType type(int number) throws SQLException {
        try {
            return JDBCType.valueOf(number);
        } catch (IllegalArgumentException e) {
            throw new SQLException("no such type: type=" + number, "HY004", e);
        }
    }

    /// What clocks of a zone show.
    private static Object in(ZoneId zone, Object value) {
        return switch (value) {
            case Timestamp time -> LocalDateTime.ofInstant(time.toInstant(), zone);
            case Date date -> Instant.ofEpochMilli(date.getTime()).atZone(zone).toLocalDate();
            case Time time -> Instant.ofEpochMilli(time.getTime()).atZone(zone).toLocalTime();
            default -> value;
        };
    }

    private static Object typed(Object value, JDBCType type, int scale) throws SQLException {
        try {
            return switch (type) {
                case TINYINT -> number(value).setScale(0, RoundingMode.DOWN).byteValueExact();
                case SMALLINT -> number(value).setScale(0, RoundingMode.DOWN).shortValueExact();
                case INTEGER -> number(value).setScale(0, RoundingMode.DOWN).intValueExact();
                case BIGINT -> number(value).setScale(0, RoundingMode.DOWN).longValueExact();
                case DECIMAL, NUMERIC -> scale < 0 ? number(value) : number(value).setScale(scale,
                        RoundingMode.HALF_UP);
                case REAL -> real(value).floatValue();
                case FLOAT, DOUBLE -> real(value);
                case BIT, BOOLEAN -> truth(value);
                case CHAR, VARCHAR, LONGVARCHAR, NCHAR, NVARCHAR, LONGNVARCHAR -> text(value);
                case DATE -> value instanceof String text ? LocalDate.parse(text.strip()) : time(value).toLocalDate();
                case TIME -> value instanceof String text ? LocalTime.parse(text.strip()) : time(value).toLocalTime();
                case TIMESTAMP, TIMESTAMP_WITH_TIMEZONE -> time(value);
                case NULL -> null;
                case JAVA_OBJECT, OTHER -> value;
                default -> throw new SQLFeatureNotSupportedException("no column is of this type: type=" + type, "0A000");
            };
        } catch (ArithmeticException | NumberFormatException | DateTimeException e) {
            throw new SQLException("value cannot be made one of the type: value=" + value + ", type=" + type, "22018",
                    e);
        }
    }

    private static BigDecimal number(Object value) {
        return switch (value) {
            case BigDecimal number -> number;
            case BigInteger number -> new BigDecimal(number);
            case Boolean truth -> truth ? BigDecimal.ONE : BigDecimal.ZERO;
            case Number number when number instanceof Double || number instanceof Float ->
                new BigDecimal(number.toString());
            case Number number -> BigDecimal.valueOf(number.longValue());
            default -> new BigDecimal(value.toString().strip());
        };
    }

    private static Double real(Object value) {
        return value instanceof Double || value instanceof Float ? ((Number) value).doubleValue()
                : number(value).doubleValue();
    }

    private static Boolean truth(Object value) {
        return switch (value) {
            case Boolean truth -> truth;
            case String text -> switch (text.strip().toLowerCase(Locale.ROOT)) {
                case "true", "1" -> true;
                case "false", "0" -> false;
                default -> throw new NumberFormatException(text);
            };
            default -> number(value).signum() != 0;
        };
    }

    private static String text(Object value) {
        return switch (value) {
            case BigDecimal number -> number.toPlainString();
            case Timestamp time -> TEXT.format(time.toLocalDateTime());
            case LocalDateTime time -> TEXT.format(time);
            default -> value.toString();
        };
    }

    /// A date, a time or both as digits of UTC.
    private static LocalDateTime time(Object value) {
        return switch (value) {
            case Timestamp time -> time.toLocalDateTime();
            case Date date -> date.toLocalDate().atStartOfDay();
            case Time time -> LocalDateTime.ofInstant(Instant.ofEpochMilli(time.getTime()), ZoneId.systemDefault());
            case java.util.Date date -> LocalDateTime.ofInstant(date.toInstant(), ZoneId.systemDefault());
            case LocalDateTime time -> time;
            case LocalDate date -> date.atStartOfDay();
            case LocalTime time -> time.atDate(LocalDate.EPOCH);
            case Instant time -> LocalDateTime.ofInstant(time, ZoneOffset.UTC);
            case OffsetDateTime time -> time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
            case ZonedDateTime time -> LocalDateTime.ofInstant(time.toInstant(), ZoneOffset.UTC);
            case Calendar calendar -> LocalDateTime.ofInstant(calendar.toInstant(), calendar.getTimeZone().toZoneId());
            default -> OpenRows.time(Nanos.parse(value.toString()));
        };
    }
}
