// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import java.math.BigDecimal;
import java.sql.JDBCType;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.regex.Pattern;

/// The value of a parameter, parsed as the type that its place requires.
final class ParameterValue {
    private static final Pattern OFFSET = Pattern.compile(".*T.*(Z|[+-]\\d\\d(:?\\d\\d)?)");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    /// Digits that an exact number may have; longer ones of floating-point places are taken as such.
    private static final int MAX_DIGITS = 38;

    /// @throws IllegalArgumentException if the text is not such a value; the message says what was expected
    static Object of(String text, JDBCType type) {
        String stripped = text.strip();
        return switch (type) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, NUMERIC -> number(stripped);
            case REAL, FLOAT, DOUBLE -> real(stripped);
            case BOOLEAN, BIT -> truth(stripped);
            case TIMESTAMP, TIMESTAMP_WITH_TIMEZONE, DATE, TIME -> time(stripped, type);
            default -> text;
        };
    }

    private static BigDecimal number(String text) {
        try {
            BigDecimal number = new BigDecimal(text);
            if (Math.max(number.precision() - Math.min(0L, number.scale()), number.scale()) <= MAX_DIGITS) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Below.
        }
        throw new IllegalArgumentException("not a number of at most " + MAX_DIGITS + " digits");
    }

    private static Number real(String text) {
        try {
            return number(text);
        } catch (IllegalArgumentException e) {
            // Not an exact one.
        }
        try {
            double value = Double.parseDouble(text);
            // Java reads 1f and 0x1p3, too, and a number that is too great as infinite.
            if (text.matches("[+-]?(NaN|Infinity)") || Double.isFinite(value) && !text.matches("(?i).*[dfx].*")) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Below.
        }
        throw new IllegalArgumentException("not a number in the range of DOUBLE");
    }

    private static Boolean truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "1" -> true;
            case "false", "f", "no", "0" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    /// Times without an offset are UTC.
    private static Object time(String text, JDBCType type) {
        String iso = text.replaceFirst("^(\\d{4}-\\d\\d-\\d\\d) +(?=\\d)", "$1T").toUpperCase(Locale.ROOT);
        try {
            if (type == JDBCType.TIME) {
                return LocalTime.parse(iso);
            }
            if (DATE.matcher(iso).matches()) {
                LocalDate date = LocalDate.parse(iso);
                return type == JDBCType.DATE ? date : date.atStartOfDay();
            }
            if (type != JDBCType.DATE) {
                return OFFSET.matcher(iso).matches() ? OffsetDateTime.parse(iso).toInstant()
                        : LocalDateTime.parse(iso);
            }
        } catch (DateTimeException e) {
            // Below.
        }
        throw new IllegalArgumentException(switch (type) {
            case DATE -> "not a date such as 2026-01-31";
            case TIME -> "not a time of day such as 09:30:00.5";
            default -> "not a time such as 2026-01-31 09:30:00.123456789, in UTC or with an offset";
        });
    }
}
