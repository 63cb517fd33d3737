// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.function;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.runtime.CodePoints;
import dev.ashlar.sql.runtime.Nanos;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;
import org.apache.calcite.linq4j.function.Strict;

/// Formats and parses times by a pattern such as `%Y-%m-%d %H:%M:%S`. Specifiers have the same meaning as in DuckDB;
/// `-` after `%` omits leading zeros.
@Strict
public final class TimeFormats {
    private static final int SHOWN = 40;
    private static final String WRITTEN = "%a %A %b %B %d %f %g %G %H %I %j %m %M %n %p %S %u %V %w %y %Y %%";
    private static final String READ = "%b %B %d %f %g %H %I %j %m %M %n %p %S %y %Y %%";

    private TimeFormats() {
    }

    /// @param ns nanoseconds since 1970
    public static String format(long ns, String pattern) {
        LocalDateTime time = Nanos.time(ns);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c != '%') {
                text.append(c);
                continue;
            }
            boolean bare = i + 1 < pattern.length() && pattern.charAt(i + 1) == '-';
            i += bare ? 2 : 1;
            String value = value(time, i < pattern.length() ? pattern.charAt(i) : ' ', pattern);
            text.append(bare ? value.replaceFirst("^0+(?=\\d)", "") : value);
        }
        return text.toString();
    }

    private static String value(LocalDateTime time, char sign, String pattern) {
        return switch (sign) {
            case 'a' -> time.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'A' -> time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'b' -> time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'B' -> time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'd' -> digits(time.getDayOfMonth(), 2);
            case 'f' -> digits(time.getNano() / 1_000, 6);
            case 'g' -> digits(time.getNano() / 1_000_000, 3);
            case 'G' -> digits(time.get(IsoFields.WEEK_BASED_YEAR), 4);
            case 'H' -> digits(time.getHour(), 2);
            case 'I' -> digits(time.get(ChronoField.CLOCK_HOUR_OF_AMPM), 2);
            case 'j' -> digits(time.getDayOfYear(), 3);
            case 'm' -> digits(time.getMonthValue(), 2);
            case 'M' -> digits(time.getMinute(), 2);
            case 'n' -> digits(time.getNano(), 9);
            case 'p' -> time.getHour() < 12 ? "AM" : "PM";
            case 'S' -> digits(time.getSecond(), 2);
            case 'u' -> digits(time.getDayOfWeek().getValue(), 1);
            case 'V' -> digits(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
            case 'w' -> digits(time.getDayOfWeek().getValue() % 7, 1);
            case 'y' -> digits(Math.floorMod(time.getYear(), 100), 2);
            case 'Y' -> digits(time.getYear(), 4);
            case '%' -> "%";
            default -> throw wrong(pattern, WRITTEN);
        };
    }

    private static String digits(int number, int digits) {
        String text = String.valueOf(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    private static QueryException wrong(String pattern, String signs) {
        return new QueryException(Reason.UNSUPPORTED, "not a time format: '" + pattern + "'; specifiers: " + signs);
    }

    /// Parses a text to nanoseconds since 1970.
    public static long parse(String text, String pattern) {
        try {
            return Nanos.parse(new Reader(text, pattern).time().toString());
        } catch (DateTimeException e) {
            throw not(text, pattern, e);
        }
    }

    private static SqlException not(String text, String pattern, RuntimeException cause) {
        String shown = text.length() <= SHOWN ? text : CodePoints.cut(text, SHOWN) + "…";
        return new SqlException(SqlException.Reason.INVALID, "text does not match the pattern: '" + shown + "', pattern='" + pattern
                + "'", cause);
    }

    private static final class Reader {
        private final String text;
        private final String pattern;
        private int at;
        private int year = 1900;
        private int month = 1;
        private int day = 1;
        private int dayOfYear;
        private int hour;
        private boolean half;
        private boolean afternoon;
        private int minute;
        private int second;
        private int nano;

        Reader(String text, String pattern) {
            this.text = text.strip();
            this.pattern = pattern;
        }

        LocalDateTime time() {
            for (int i = 0; i < pattern.length(); i++) {
                char c = pattern.charAt(i);
                if (c != '%') {
                    literal(c);
                    continue;
                }
                i += i + 1 < pattern.length() && pattern.charAt(i + 1) == '-' ? 2 : 1;
                read(i < pattern.length() ? pattern.charAt(i) : ' ');
            }
            if (at < text.length()) {
                throw not(text, pattern, null);
            }
            if (half) {
                hour = hour % 12 + (afternoon ? 12 : 0);
            }
            LocalDate date = dayOfYear > 0 ? LocalDate.ofYearDay(year, dayOfYear) : LocalDate.of(year, month, day);
            return date.atTime(hour, minute, second, nano);
        }

        private void literal(char c) {
            if (at >= text.length() || text.charAt(at) != c) {
                throw not(text, pattern, null);
            }
            at++;
        }

        private void read(char sign) {
            switch (sign) {
                case 'Y' -> year = number(4);
                case 'y' -> {
                    int of = number(2);
                    year = of + (of < 69 ? 2000 : 1900);
                }
                case 'm' -> month = number(2);
                case 'b', 'B' -> month = named(sign == 'b' ? TextStyle.SHORT : TextStyle.FULL);
                case 'd' -> day = number(2);
                case 'j' -> dayOfYear = number(3);
                case 'H' -> hour = number(2);
                case 'I' -> {
                    hour = number(2);
                    half = true;
                    if (hour < 1 || hour > 12) {
                        throw not(text, pattern, null);
                    }
                }
                case 'p' -> {
                    afternoon = text.regionMatches(true, at, "PM", 0, 2);
                    if (!afternoon && !text.regionMatches(true, at, "AM", 0, 2)) {
                        throw not(text, pattern, null);
                    }
                    at += 2;
                }
                case 'M' -> minute = number(2);
                case 'S' -> second = number(2);
                case 'g' -> nano = fraction(3);
                case 'f' -> nano = fraction(6);
                case 'n' -> nano = fraction(9);
                case '%' -> literal('%');
                default -> throw wrong(pattern, READ);
            }
        }

        private int number(int most) {
            int begin = at;
            while (at < text.length() && at - begin < most && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            if (begin == at) {
                throw not(text, pattern, null);
            }
            return Integer.parseInt(text.substring(begin, at));
        }

        /// Digits after the point, of which those at the end may be missing.
        private int fraction(int most) {
            int begin = at;
            long number = number(most);
            for (int digits = at - begin; digits < 9; digits++) {
                number *= 10;
            }
            return (int) number;
        }

        private int named(TextStyle style) {
            for (Month of : Month.values()) {
                String name = of.getDisplayName(style, Locale.ENGLISH);
                if (text.regionMatches(true, at, name, 0, name.length())) {
                    at += name.length();
                    return of.getValue();
                }
            }
            throw not(text, pattern, null);
        }
    }
}
