// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf.internal;

/// Writes a time as `2016-11-12T09:30:00.123456789Z`, without garbage.
public final class UtcTime {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final int DAYS_PER_ERA = 146_097;
    /// Days from 0000-03-01, where the leap-year cycle is counted from, to 1970-01-01.
    private static final int DAYS_TO_EPOCH = 719_468;

    private UtcTime() {
    }

    /// @param epochNs nanoseconds since 1970-01-01T00:00Z; all of a `long` lies within the years 1677 to 2262
    public static void write(JsonOutput out, long epochNs) {
        long seconds = Math.floorDiv(epochNs, NS_PER_SECOND);
        int second = (int) Math.floorMod(seconds, SECONDS_PER_DAY);
        out.beginString();
        date(out, Math.floorDiv(seconds, SECONDS_PER_DAY) + DAYS_TO_EPOCH);
        out.raw('T');
        digits(out, second / 3600, 10);
        out.raw(':');
        digits(out, second / 60 % 60, 10);
        out.raw(':');
        digits(out, second % 60, 10);
        out.raw('.');
        digits(out, (int) Math.floorMod(epochNs, NS_PER_SECOND), 100_000_000);
        out.raw('Z');
        out.endString();
    }

    private static void date(JsonOutput out, long days) {
        int dayOfEra = (int) Math.floorMod(days, (long) DAYS_PER_ERA);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int marchMonth = (5 * dayOfYear + 2) / 153;
        int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        long year = yearOfEra + Math.floorDiv(days, (long) DAYS_PER_ERA) * 400 + (month <= 2 ? 1 : 0);
        digits(out, (int) year, 1000);
        out.raw('-');
        digits(out, month, 10);
        out.raw('-');
        digits(out, dayOfYear - (153 * marchMonth + 2) / 5 + 1, 10);
    }

    private static void digits(JsonOutput out, int value, int place) {
        for (int p = place; p > 0; p /= 10) {
            out.raw('0' + value / p % 10);
        }
    }
}
