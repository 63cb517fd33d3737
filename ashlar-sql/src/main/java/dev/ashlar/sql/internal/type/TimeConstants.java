// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.sql.runtime.Nanos;
import java.time.LocalDateTime;
import java.util.Optional;
import org.apache.calcite.util.TimestampString;

/// Reads time constants of Calcite, including those that 64-bit nanoseconds cannot represent.
public final class TimeConstants {
    private static final LocalDateTime LEAST = Nanos.time(Long.MIN_VALUE);
    private static final LocalDateTime GREATEST = Nanos.time(Long.MAX_VALUE);
    private static final int LAST_YEAR = 9999;

    /// A time that no timestamp can have, in the years 1 to 9999; empty for all others.
    ///
    /// @throws dev.ashlar.query.QueryException if it is not a time
    public static Optional<TimestampString> outside(String text) {
        LocalDateTime time = Nanos.read(text);
        return side(time) == 0 || time.getYear() < 1 || time.getYear() > LAST_YEAR ? Optional.empty()
                : Optional.of(of(time));
    }

    public static TimestampString of(long ns) {
        return of(Nanos.time(ns));
    }

    private static TimestampString of(LocalDateTime time) {
        return new TimestampString(time.getYear(), time.getMonthValue(), time.getDayOfMonth(), time.getHour(),
                time.getMinute(), time.getSecond()).withNanos(time.getNano());
    }

    /// Negative before the least timestamp, positive after the greatest, else 0.
    public static int side(TimestampString time) {
        return side(Nanos.read(time.toString()));
    }

    private static int side(LocalDateTime time) {
        return time.isBefore(LEAST) ? -1 : time.isAfter(GREATEST) ? 1 : 0;
    }
}
