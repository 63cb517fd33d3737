// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.function;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.runtime.CodePoints;
import dev.ashlar.sql.runtime.ExactNumbers;
import dev.ashlar.sql.runtime.Nanos;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.calcite.linq4j.function.Strict;

/// Casts of text, and `TRY_CAST`, which returns NULL if a value cannot be converted.
@Strict
public final class TextCasts {
    private static final int SHOWN = 40;
    private static final int NS_PER_MS = 1_000_000;

    private TextCasts() {
    }

    private static SqlException not(String what, String text, RuntimeException e) {
        return new SqlException(SqlException.Reason.INVALID, "text is not " + what + ": '" + shown(text) + "'", e);
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : CodePoints.cut(text, SHOWN) + "…";
    }

    /// A whole number within bounds.
    public static long whole(String text, long least, long greatest) {
        BigDecimal number;
        try {
            number = new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            throw not("a number", text, e);
        }
        if (number.signum() != 0 && number.scale() > 0 && number.stripTrailingZeros().scale() > 0) {
            throw not("a whole number", text, null);
        }
        // Not one of a billion digits.
        if ((long) number.precision() - number.scale() > 20
                || number.compareTo(BigDecimal.valueOf(least)) < 0
                || number.compareTo(BigDecimal.valueOf(greatest)) > 0) {
            throw new QueryException(Reason.OVERFLOW, "whole number out of range: value=" + text.strip() + ", least="
                    + least + ", greatest=" + greatest);
        }
        return number.longValue();
    }

    public static double real(String text) {
        String number = text.strip();
        try {
            return switch (number.toLowerCase(Locale.ROOT)) {
                case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
                case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
                case "nan" -> Double.NaN;
                default -> finite(number, text);
            };
        } catch (NumberFormatException e) {
            throw not("a number", text, e);
        }
    }

    private static double finite(String number, String text) {
        char last = number.isEmpty() ? 'x' : number.charAt(number.length() - 1);
        if (!Character.isDigit(last) && last != '.') {
            // Java reads 1f and 0x1p3, too.
            throw not("a number", text, null);
        }
        double value = Double.parseDouble(number);
        if (Double.isInfinite(value)) {
            throw new QueryException(Reason.OVERFLOW, "number out of range: value=" + number);
        }
        return value;
    }

    public static boolean truth(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "on", "1" -> true;
            case "false", "f", "no", "n", "off", "0" -> false;
            default -> throw new SqlException(SqlException.Reason.INVALID, "text is neither true nor false: '" + shown(text)
                    + "'", null);
        };
    }

    /// Days since 1970; of a timestamp its date.
    public static int date(String text) {
        try {
            return Nanos.date(Nanos.parse(text));
        } catch (QueryException e) {
            throw e.reason() == Reason.UNSUPPORTED ? not("a date", text, e) : e;
        }
    }

    /// Milliseconds of the day.
    public static int time(String text) {
        try {
            LocalTime time = LocalTime.parse(text.strip(), DateTimeFormatter.ISO_LOCAL_TIME);
            if (time.getNano() % NS_PER_MS != 0) {
                throw new QueryException(Reason.UNSUPPORTED, "TIME has milliseconds: text='" + text
                        + "'; cast a text with a date to TIMESTAMP");
            }
            return (int) (time.toNanoOfDay() / NS_PER_MS);
        } catch (DateTimeException e) {
            throw not("a time of day", text, e);
        }
    }

    private static <T> T tried(Supplier<T> cast) {
        try {
            return cast.get();
        } catch (QueryException | SqlException e) {
            return null;
        }
    }

    public static Long tryWhole(String text, long least, long greatest) {
        return tried(() -> whole(text, least, greatest));
    }

    public static BigDecimal tryDecimal(String text, int precision, int scale) {
        return tried(() -> CodePoints.toDecimal(text, precision, scale));
    }

    public static Double tryReal(String text) {
        return tried(() -> real(text));
    }

    public static Boolean tryTruth(String text) {
        return tried(() -> truth(text));
    }

    public static Long tryTimestamp(String text, int digits) {
        return tried(() -> Nanos.parsed(text, digits));
    }

    public static Integer tryDate(String text) {
        return tried(() -> date(text));
    }

    public static Integer tryTime(String text) {
        return tried(() -> time(text));
    }

    public static Long tryInRange(long number, long least, long greatest) {
        return number < least || number > greatest ? null : Long.valueOf(number);
    }

    public static Long tryWholeOfDecimal(BigDecimal number, long least, long greatest) {
        return tried(() -> ExactNumbers.inRange(ExactNumbers.wholeOfDecimal(number), least, greatest));
    }

    public static Long tryWholeOfDouble(double number, long least, long greatest) {
        return tried(() -> ExactNumbers.inRange(ExactNumbers.wholeOfDouble(number), least, greatest));
    }

    public static BigDecimal tryDecimalOf(BigDecimal number, int precision, int scale) {
        return tried(() -> ExactNumbers.decimalOf(number, precision, scale));
    }

    public static BigDecimal tryDecimalOfWhole(long number, int precision, int scale) {
        return tried(() -> ExactNumbers.decimalOfWhole(number, precision, scale));
    }

    public static BigDecimal tryDecimalOfDouble(double number, int precision, int scale) {
        return tried(() -> ExactNumbers.decimalOfDouble(number, precision, scale));
    }
}
