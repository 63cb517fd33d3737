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

/// Converts values of parameters: unchanged, in the zone of a calendar, or to another type.
final class ParameterValues {
    private static final DateTimeFormatter TEXT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.nnnnnnnnn");

    private static JDBCType type(int number) throws SQLException {
        try {
            return JDBCType.valueOf(number);
        } catch (IllegalArgumentException e) {
            throw new SQLException("no such type: type=" + number, "HY004", e);
        }
    }

    /// Converts a value to one that queries accept: JDBC dates and times to those of `java.time`.
    static Object plain(Object value) {
        return switch (value) {
            case null -> null;
            case Timestamp time -> time.toLocalDateTime();
            case OffsetDateTime time -> time.toInstant();
            case ZonedDateTime time -> time.toInstant();
            case Date date -> date.toLocalDate();
            // Its own toLocalTime drops the milliseconds.
            case Time time -> time.toLocalTime().withNano(Math.floorMod(time.getTime(), 1_000) * 1_000_000);
            default -> value;
        };
    }

    /// The local date and time of an instant in the zone of a calendar.
    ///
    /// @param calendar calendar; null for the zone of the JVM
    static Object in(Calendar calendar, java.util.Date value) {
        if (calendar == null || value == null) {
            return value;
        }
        ZoneId zone = calendar.getTimeZone().toZoneId();
        Instant time = Instant.ofEpochMilli(value.getTime());
        return switch (value) {
            case Timestamp timestamp -> LocalDateTime.ofInstant(timestamp.toInstant(), zone);
            case Date _ -> time.atZone(zone).toLocalDate();
            default -> time.atZone(zone).toLocalTime();
        };
    }

    /// Converts a value to a type.
    ///
    /// @param number constant of `java.sql.Types`
    /// @param scale  digits after the point; negative for those of the value
    static Object typed(Object value, int number, int scale) throws SQLException {
        if (value == null) {
            return null;
        }
        JDBCType type = type(number);
        try {
            return switch (type) {
                case TINYINT -> number(value).setScale(0, RoundingMode.DOWN).byteValueExact();
                case SMALLINT -> number(value).setScale(0, RoundingMode.DOWN).shortValueExact();
                case INTEGER -> number(value).setScale(0, RoundingMode.DOWN).intValueExact();
                case BIGINT -> number(value).setScale(0, RoundingMode.DOWN).longValueExact();
                case DECIMAL, NUMERIC -> scale < 0 ? number(value) : number(value).setScale(scale,
                        RoundingMode.HALF_UP);
                case REAL -> narrow(real(value));
                case FLOAT, DOUBLE -> real(value);
                case BIT, BOOLEAN -> truth(value);
                case CHAR, VARCHAR, LONGVARCHAR, NCHAR, NVARCHAR, LONGNVARCHAR -> text(value);
                case DATE -> value instanceof String text ? LocalDate.parse(text.strip()) : time(value).toLocalDate();
                case TIME -> value instanceof String text ? LocalTime.parse(text.strip()) : time(value).toLocalTime();
                case TIMESTAMP, TIMESTAMP_WITH_TIMEZONE -> time(value);
                case NULL -> null;
                case JAVA_OBJECT, OTHER -> value;
                default -> throw new SQLFeatureNotSupportedException("unsupported parameter type: type=" + type,
                        "0A000");
            };
        } catch (ArithmeticException | NumberFormatException | DateTimeException e) {
            throw new SQLException("value cannot be converted: value=" + value + ", type=" + type, "22018",
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

    private static double real(Object value) {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        double real = number(value).doubleValue();
        if (Double.isInfinite(real)) {
            throw new ArithmeticException("beyond a double");
        }
        return real;
    }

    private static float narrow(double value) {
        float real = (float) value;
        if (Float.isInfinite(real) && !Double.isInfinite(value)) {
            throw new ArithmeticException("beyond a float");
        }
        return real;
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

    /// A date, a time or both, as shown by a UTC clock.
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
            default -> Nanos.time(Nanos.parse(value.toString()));
        };
    }
}
