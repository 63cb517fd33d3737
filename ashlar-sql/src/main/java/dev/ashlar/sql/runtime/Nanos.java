// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.linq4j.function.Strict;

/// Functions of timestamps, which are nanoseconds since 1970, UTC, in a `long`. Calcite's own functions use
/// milliseconds.
@Strict
public final class Nanos {
    private static final long PER_MS = 1_000_000;
    private static final long PER_SECOND = 1_000_000_000;
    private static final long PER_DAY = 86_400 * PER_SECOND;
    private static final int DIGITS = 9;
    private static final DateTimeFormatter TEXT = new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, DIGITS, DIGITS, true).toFormatter();
    private static final DateTimeFormatter INPUT = new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd[ ]['T']")
            .appendPattern("[HH:mm[:ss").appendFraction(ChronoField.NANO_OF_SECOND, 0, DIGITS, true)
            .appendPattern("]][ ][XXX][XX][X]").parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
            .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0).parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
            .parseDefaulting(ChronoField.NANO_OF_SECOND, 0).parseDefaulting(ChronoField.OFFSET_SECONDS, 0).toFormatter()
            // Else the 30th of February would be the 28th.
            .withResolverStyle(ResolverStyle.STRICT);

    private Nanos() {
    }

    /// Formats a timestamp with nine digits after the point.
    public static String text(long ns) {
        return text(ns, DIGITS);
    }

    /// @param digits digits after the point, 0 to 9; further digits are truncated
    public static String text(long ns, int digits) {
        String text = TEXT.format(time(ns));
        return text.substring(0, text.length() - (digits == 0 ? DIGITS + 1 : DIGITS - digits));
    }

    /// Parses a date, or a date and a time with up to nine digits after the point: in UTC, or with an offset such as
    /// `+02:00`.
    public static long parse(String text) {
        return exact(read(text));
    }

    /// Parses the same formats for any year.
    public static LocalDateTime read(String text) {
        try {
            TemporalAccessor read = INPUT.parse(text.strip());
            return LocalDateTime.from(read).minusSeconds(read.get(ChronoField.OFFSET_SECONDS));
        } catch (DateTimeException e) {
            boolean infinite = text.strip().toLowerCase(Locale.ROOT).matches("[+-]?infinity");
            throw new QueryException(Reason.UNSUPPORTED, "not a timestamp: text='" + text + "'; write " + (infinite
                    ? "an open end as '9999-12-31'" : "it as '2026-01-31 09:30:00.123456789'"), e);
        }
    }

    /// Parses a timestamp and truncates it to `digits` digits after the point.
    public static long parsed(String text, int digits) {
        return truncated(parse(text), digits);
    }

    /// Truncates a timestamp to `digits` digits after the point.
    public static long truncated(long ns, int digits) {
        long unit = 1;
        for (int i = digits; i < DIGITS; i++) {
            unit *= 10;
        }
        return ns - Math.floorMod(ns, unit);
    }

    public static long ofDate(int days) {
        try {
            return Math.multiplyExact(days, PER_DAY);
        } catch (ArithmeticException e) {
            throw new QueryException(Reason.OVERFLOW, "timestamp out of range: date=" + localDate(days)
                    + ", least=1677-09-21, greatest=2262-04-11", e);
        }
    }

    public static int date(long ns) {
        return (int) Math.floorDiv(ns, PER_DAY);
    }

    /// The date of a timestamp at midnight.
    public static int wholeDate(long ns) {
        if (Math.floorMod(ns, PER_DAY) != 0) {
            throw new QueryException(Reason.UNSUPPORTED, "not a whole date: time=" + text(ns)
                    + "; cast the date to TIMESTAMP first");
        }
        return date(ns);
    }

    /// Milliseconds of the day.
    ///
    /// @param digits fractional digits of the second, 0 to 3; further digits are truncated
    public static int timeOfDay(long ns, int digits) {
        return (int) (truncated(Math.floorMod(ns, PER_DAY), Math.clamp(digits, 0, 3)) / PER_MS);
    }

    public static long ofMillis(long ms) {
        return times(ms, PER_MS);
    }

    public static long plusNanos(long ns, long span) {
        try {
            return Math.addExact(ns, span);
        } catch (ArithmeticException e) {
            throw outOfRange(ns, e);
        }
    }

    public static long minusNanos(long ns, long span) {
        try {
            return Math.subtractExact(ns, span);
        } catch (ArithmeticException e) {
            throw outOfRange(ns, e);
        }
    }

    public static long plusMonths(long ns, long months) {
        try {
            return exact(time(ns).plusMonths(months));
        } catch (DateTimeException e) {
            throw outOfRange(ns, e);
        }
    }

    public static long minusMonths(long ns, long months) {
        return plusMonths(ns, -months);
    }

    /// Nanoseconds from `right` to `left`.
    public static long between(long left, long right) {
        try {
            return Math.subtractExact(left, right);
        } catch (ArithmeticException e) {
            throw new QueryException(Reason.OVERFLOW, "times are too far apart: from=" + text(right) + ", to=" + text(left)
                    + ", greatest=" + Long.MAX_VALUE + " ns; cast them to DECIMAL", e);
        }
    }

    /// Whole months from `right` to `left`.
    public static long monthsBetween(long left, long right) {
        return ChronoUnit.MONTHS.between(time(right), time(left));
    }

    /// Whole units of time from one to the other.
    public static long difference(String unit, long from, long to) {
        long width = width(unit);
        if (width > 0) {
            return between(to, from) / width;
        }
        return (to < from ? -wholeMonths(to, from) : wholeMonths(from, to)) / months(unit);
    }

    /// The most months that [#plusMonths] can add to one time without passing a later one: a month lies between the
    /// 31st of January and the 28th of February.
    private static long wholeMonths(long from, long to) {
        long whole = monthsBetween(to, from);
        return time(from).plusMonths(whole + 1).isAfter(time(to)) ? whole : whole + 1;
    }

    /// Adds a number of time units.
    public static long plus(String unit, long count, long ns) {
        long width = width(unit);
        try {
            return width > 0 ? Math.addExact(ns, Math.multiplyExact(count, width))
                    : plusMonths(ns, Math.multiplyExact(count, months(unit)));
        } catch (ArithmeticException e) {
            throw outOfRange(ns, e);
        }
    }

    private static long months(String unit) {
        return switch (unit) {
            case "MONTH" -> 1;
            case "QUARTER" -> 3;
            case "YEAR" -> 12;
            default -> throw unknown(unit);
        };
    }

    /// One field of an interval, with the sign of the whole.
    public static long extractOfSpan(long ns, String unit) {
        long minute = TimeUnit.MINUTES.toNanos(1);
        return switch (unit) {
            case "EPOCH" -> ns / PER_SECOND;
            case "DAY" -> ns / PER_DAY;
            case "HOUR" -> ns % PER_DAY / TimeUnit.HOURS.toNanos(1);
            // Of an interval that has no days.
            case "HOURS" -> ns / TimeUnit.HOURS.toNanos(1);
            case "MINUTE" -> ns % TimeUnit.HOURS.toNanos(1) / minute;
            case "SECOND" -> ns % minute / PER_SECOND;
            case "MILLISECOND" -> ns % minute / PER_MS;
            case "MICROSECOND" -> ns % minute / 1_000;
            case "NANOSECOND" -> ns % minute;
            default -> throw unknown(unit);
        };
    }

    /// One field of an interval of months.
    public static long extractOfMonths(long months, String unit) {
        return switch (unit) {
            case "YEAR" -> months / 12;
            case "MONTH" -> months % 12;
            case "QUARTER" -> months % 12 / 3 + 1;
            default -> throw unknown(unit);
        };
    }

    /// The start of the time unit that contains the timestamp; weeks start on Monday.
    public static long floor(long ns, String unit) {
        long width = unit.equals("WEEK") ? 0 : width(unit);
        if (width > 0) {
            return bucket(ns, width);
        }
        return exact(floor(time(ns).truncatedTo(ChronoUnit.DAYS), unit));
    }

    /// The first day of the time unit that contains the date.
    ///
    /// @param days since 1970
    public static int floorOfDate(int days, String unit) {
        return unit.equals("WEEK") || width(unit) == 0 ? (int) floor(localDate(days).atStartOfDay(), unit).toLocalDate()
                .toEpochDay() : days;
    }

    /// The first day of the next unit of time, or the day itself if it is one.
    ///
    /// @param days since 1970
    public static int ceilOfDate(int days, String unit) {
        int floor = floorOfDate(days, unit);
        return floor == days ? days : (int) next(localDate(floor).atStartOfDay(), unit).toLocalDate().toEpochDay();
    }

    /// The start of the next unit of time, or the time itself if it is one.
    public static long ceil(long ns, String unit) {
        long floor = floor(ns, unit);
        if (floor == ns) {
            return ns;
        }
        long width = unit.equals("WEEK") ? 0 : width(unit);
        return width > 0 ? plusNanos(floor, width) : exact(next(time(floor), unit));
    }

    /// The start of the bucket that contains the timestamp; buckets are aligned to 1970.
    public static long bucket(long ns, long width) {
        try {
            return Math.multiplyExact(Math.floorDiv(ns, width), width);
        } catch (ArithmeticException e) {
            throw outOfRange(ns, e);
        }
    }

    /// The first day of the bucket of months that contains the timestamp; buckets are aligned to January 2000.
    public static long bucketOfMonths(long ns, long months) {
        if (months <= 0) {
            throw new QueryException(Reason.UNSUPPORTED, "width of a bucket must be above 0: months=" + months);
        }
        LocalDateTime month = time(ns).truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1);
        long number = month.getYear() * 12L + month.getMonthValue() - 1 - 2_000 * 12;
        return exact(month.minusMonths(Math.floorMod(number, months)));
    }

    /// Nanoseconds of a time unit; 0 if its length varies.
    public static long width(String unit) {
        return switch (unit) {
            case "NANOSECOND" -> 1;
            case "MICROSECOND" -> TimeUnit.MICROSECONDS.toNanos(1);
            case "MILLISECOND" -> PER_MS;
            case "SECOND" -> PER_SECOND;
            case "MINUTE" -> TimeUnit.MINUTES.toNanos(1);
            case "HOUR" -> TimeUnit.HOURS.toNanos(1);
            case "DAY" -> PER_DAY;
            case "WEEK" -> 7 * PER_DAY;
            default -> 0;
        };
    }

    private static LocalDateTime floor(LocalDateTime day, String unit) {
        return switch (unit) {
            case "WEEK" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case "MONTH" -> day.withDayOfMonth(1);
            case "QUARTER" -> day.with(IsoFields.DAY_OF_QUARTER, 1);
            case "YEAR" -> day.withDayOfYear(1);
            case "DECADE" -> year(day, Math.floorDiv(day.getYear(), 10) * 10);
            case "CENTURY" -> year(day, Math.floorDiv(day.getYear() - 1, 100) * 100 + 1);
            case "MILLENNIUM" -> year(day, Math.floorDiv(day.getYear() - 1, 1_000) * 1_000 + 1);
            default -> throw unknown(unit);
        };
    }

    private static LocalDateTime year(LocalDateTime day, int year) {
        return day.withDayOfYear(1).withYear(year);
    }

    private static LocalDateTime next(LocalDateTime begin, String unit) {
        return switch (unit) {
            case "WEEK" -> begin.plusWeeks(1);
            case "MONTH" -> begin.plusMonths(1);
            case "QUARTER" -> begin.plusMonths(3);
            case "YEAR" -> begin.plusYears(1);
            case "DECADE" -> begin.plusYears(10);
            case "CENTURY" -> begin.plusYears(100);
            case "MILLENNIUM" -> begin.plusYears(1_000);
            default -> throw unknown(unit);
        };
    }

    /// One field of a date and time; fields below the second include the seconds, as in the SQL standard.
    public static long extract(long ns, String unit) {
        return extract(time(ns), unit);
    }

    /// One field of a date.
    ///
    /// @param days since 1970
    public static long extractOfDate(int days, String unit) {
        return extract(localDate(days).atStartOfDay(), unit);
    }

    private static long extract(LocalDateTime time, String unit) {
        return switch (unit) {
            case "EPOCH" -> time.toEpochSecond(ZoneOffset.UTC);
            case "NANOSECOND" -> time.getSecond() * PER_SECOND + time.getNano();
            case "MICROSECOND" -> (time.getSecond() * PER_SECOND + time.getNano()) / 1_000;
            case "MILLISECOND" -> (time.getSecond() * PER_SECOND + time.getNano()) / PER_MS;
            case "SECOND" -> time.getSecond();
            case "MINUTE" -> time.getMinute();
            case "HOUR" -> time.getHour();
            case "DAY" -> time.getDayOfMonth();
            // As PostgreSQL has it: Sunday is 0.
            case "DOW" -> time.getDayOfWeek().getValue() % 7;
            case "ISODOW" -> time.getDayOfWeek().getValue();
            case "DOY" -> time.getDayOfYear();
            case "WEEK" -> time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case "MONTH" -> time.getMonthValue();
            case "QUARTER" -> time.get(IsoFields.QUARTER_OF_YEAR);
            case "YEAR" -> time.getYear();
            case "ISOYEAR" -> time.get(IsoFields.WEEK_BASED_YEAR);
            case "DECADE" -> Math.floorDiv(time.getYear(), 10);
            case "CENTURY" -> Math.floorDiv(time.getYear() - 1, 100) + 1;
            case "MILLENNIUM" -> Math.floorDiv(time.getYear() - 1, 1_000) + 1;
            default -> throw unknown(unit);
        };
    }

    /// The date as `java.time` has it.
    public static LocalDate localDate(int days) {
        return LocalDate.ofEpochDay(days);
    }

    /// The same in UTC.
    public static LocalDateTime time(long ns) {
        return LocalDateTime.ofEpochSecond(Math.floorDiv(ns, PER_SECOND), (int) Math.floorMod(ns, PER_SECOND),
                ZoneOffset.UTC);
    }

    private static long exact(LocalDateTime time) {
        Instant instant = time.toInstant(ZoneOffset.UTC);
        try {
            // Not seconds × 10⁹ + nanoseconds, which overflows on the way for the least second.
            long seconds = instant.getEpochSecond();
            return seconds < 0 ? Math.addExact(Math.multiplyExact(seconds + 1, PER_SECOND),
                    instant.getNano() - PER_SECOND) : Math.addExact(Math.multiplyExact(seconds, PER_SECOND),
                    instant.getNano());
        } catch (ArithmeticException e) {
            throw new QueryException(Reason.OVERFLOW, "timestamp out of range: time=" + time
                    + ", least=1677-09-21, greatest=2262-04-11", e);
        }
    }

    private static long times(long count, long ns) {
        try {
            return Math.multiplyExact(count, ns);
        } catch (ArithmeticException e) {
            throw outOfRange(count, e);
        }
    }

    private static QueryException outOfRange(long from, RuntimeException e) {
        return new QueryException(Reason.OVERFLOW, "timestamp out of range: from=" + from
                + ", least=1677-09-21, greatest=2262-04-11", e);
    }

    private static QueryException unknown(String unit) {
        return new QueryException(Reason.UNSUPPORTED, "no such unit of time for timestamps: unit=" + unit);
    }
}
