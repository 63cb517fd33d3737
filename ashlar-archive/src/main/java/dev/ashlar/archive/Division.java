// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.Objects;

/// How an archive divides time: into the days of a time zone, or into their hours.
///
/// A day with a change to or from daylight saving time has 23 or 25 hours. Hours are those of local clocks; an hour
/// that clocks show twice is two periods, distinguished by their offsets from UTC.
///
/// **Threading**: immutable.
public record Division(Unit unit, ZoneId zone) {
    /// The length of a period.
    public enum Unit { DAY, HOUR }

    /// One day or hour of an archive: the time that one store covers.
    ///
    /// @param name    of its folder: `2026-01-05`, or `2026-01-05T13+0100`
    /// @param date    its date in the zone of the archive
    /// @param startNs its beginning, in nanoseconds since 1970
    /// @param endNs   its end, exclusive
    public record Period(String name, LocalDate date, long startNs, long endNs) implements Comparable<Period> {
        public Period {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(date, "date");
            if (startNs >= endNs) {
                throw new IllegalArgumentException("empty period: name=" + name + ", startNs=" + startNs + ", endNs="
                        + endNs);
            }
        }

        public boolean contains(long timeNs) {
            return timeNs >= startNs && timeNs < endNs;
        }

        @Override
        public int compareTo(Period other) {
            return Long.compare(startNs, other.startNs);
        }
    }

    private static final DateTimeFormatter HOUR_NAME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HHxx");
    private static final long NS_PER_SECOND = 1_000_000_000L;

    public Division {
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(zone, "zone");
    }

    /// Days from midnight to midnight in a time zone.
    public static Division daily(ZoneId zone) {
        return new Division(Unit.DAY, zone);
    }

    /// Hours of a time zone.
    public static Division hourly(ZoneId zone) {
        return new Division(Unit.HOUR, zone);
    }

    /// Parses `day`, `hour`, `day:Europe/London` and the like; without a zone, the zone is UTC.
    ///
    /// @throws IllegalArgumentException if the text has another form, or there is no such zone
    public static Division parse(String text) {
        int colon = text.indexOf(':');
        String unit = colon < 0 ? text : text.substring(0, colon);
        try {
            ZoneId zone = colon < 0 ? ZoneOffset.UTC : ZoneId.of(text.substring(colon + 1));
            return switch (unit) {
                case "day" -> daily(zone);
                case "hour" -> hourly(zone);
                default -> throw new IllegalArgumentException("neither day nor hour: '" + text
                        + "'; give day, hour, day:ZONE or hour:ZONE, such as day:Europe/London");
            };
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("no such time zone: '" + text.substring(colon + 1)
                    + "'; give one such as UTC, Europe/London or +01:00", e);
        }
    }

    /// The period that a time is in.
    ///
    /// @param timeNs nanoseconds since 1970
    public Period periodOf(long timeNs) {
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(timeNs, NS_PER_SECOND),
                Math.floorMod(timeNs, NS_PER_SECOND));
        ZonedDateTime local = instant.atZone(zone);
        return unit == Unit.DAY ? dayOf(local.toLocalDate(), timeNs) : hour(local.toOffsetDateTime());
    }

    /// A clock that is set back across midnight shows the end of a date again, after the next date has begun.
    private Period dayOf(LocalDate date, long timeNs) {
        Period day = day(date);
        return timeNs < day.endNs ? day : day(date.plusDays(1));
    }

    /// The period whose folder has this name.
    ///
    /// @throws IllegalArgumentException if no period has this name
    public Period parsePeriod(String name) {
        try {
            Period found = unit == Unit.DAY ? day(LocalDate.parse(name)) : hour(OffsetDateTime.of(
                    LocalDateTime.parse(name, HOUR_NAME), ZoneOffset.from(HOUR_NAME.parse(name))));
            if (found.name.equals(name)) {
                return found;
            }
        } catch (DateTimeException | ArithmeticException _) {
            // Reported below.
        }
        throw notAName(name);
    }

    private IllegalArgumentException notAName(String name) {
        return new IllegalArgumentException("not the name of " + (unit == Unit.DAY ? "a day, such as 2026-01-05"
                : "an hour of " + zone + ", such as 2026-01-05T13+0000") + ": '" + name + "'");
    }

    /// A period with the bounds that an archive lists for it: time zone rules change, and this machine's rules may give
    /// other bounds.
    ///
    /// @throws IllegalArgumentException if the name has another form
    public Period listed(String name, long startNs, long endNs) {
        try {
            LocalDate date = unit == Unit.DAY ? LocalDate.parse(name)
                    : LocalDateTime.parse(name, HOUR_NAME).toLocalDate();
            if (name.equals(unit == Unit.DAY ? date.toString() : HOUR_NAME.format(HOUR_NAME.parse(name)))) {
                return new Period(name, date, startNs, endNs);
            }
        } catch (DateTimeException _) {
            // Reported below.
        }
        throw notAName(name);
    }

    private Period day(LocalDate date) {
        return new Period(date.toString(), date, nanoseconds(date.atStartOfDay(zone).toInstant()),
                nanoseconds(date.plusDays(1).atStartOfDay(zone).toInstant()));
    }

    /// Clocks may be changed in the middle of an hour; each part is then a period.
    private Period hour(OffsetDateTime time) {
        OffsetDateTime start = time.truncatedTo(ChronoUnit.HOURS);
        if (!zone.getRules().isValidOffset(time.toLocalDateTime(), time.getOffset())) {
            // The name of an hour that begins with a change of the clocks may be that of a time that was skipped.
            OffsetDateTime last = start.plusMinutes(59);
            if (!zone.getRules().isValidOffset(last.toLocalDateTime(), last.getOffset())) {
                throw new DateTimeException("no such hour: " + time);
            }
        }
        Instant from = start.toInstant();
        Instant to = start.plusHours(1).toInstant();
        ZoneOffsetTransition change = zone.getRules().nextTransition(from.minusNanos(1));
        if (change != null && change.getInstant().isBefore(to)) {
            Instant at = change.getInstant();
            from = change.getOffsetAfter().equals(time.getOffset()) ? at : from;
            to = change.getOffsetBefore().equals(time.getOffset()) ? at : to;
        }
        return new Period(HOUR_NAME.format(start), start.toLocalDate(), nanoseconds(from), nanoseconds(to));
    }

    private static long nanoseconds(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS_PER_SECOND), instant.getNano());
    }

    /// The text that [#parse] reads.
    @Override
    public String toString() {
        return (unit == Unit.DAY ? "day:" : "hour:") + zone;
    }
}
