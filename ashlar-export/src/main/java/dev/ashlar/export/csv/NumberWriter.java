// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.csv;

import dev.ashlar.export.pipeline.ByteSink;
import java.time.LocalDate;

/// Writes decimals and timestamps as text, without objects.
///
/// **Threading**: one thread.
final class NumberWriter {
    private static final long PER_SECOND = 1_000_000_000;
    private static final long PER_DAY = 86_400 * PER_SECOND;
    private static final int NANO_DIGITS = 9;
    /// Of any `long`, with a sign, a point and a zero before it.
    private static final int MOST_BYTES = 64;
    private static final int SHORT = 60;

    private final ByteSink to;
    private final byte[] room = new byte[MOST_BYTES];
    private final byte[] date = new byte[16];
    private int dateLength;
    private long day = Long.MIN_VALUE;

    NumberWriter(ByteSink to) {
        this.to = to;
    }

    /// The plain text of a number, with as many digits after the point as it has.
    ///
    /// @param scale 38 at most
    void decimal(long digits, int scale) {
        int at = MOST_BYTES;
        int after = scale;
        // Negative, since there are more of these.
        long left = digits < 0 ? digits : -digits;
        while (left != 0 || after >= 0) {
            room[--at] = (byte) ('0' - left % 10);
            left /= 10;
            after--;
            if (after == 0) {
                room[--at] = '.';
            }
        }
        if (digits < 0) {
            room[--at] = '-';
        }
        to.write(room, at, MOST_BYTES - at);
    }

    /// `2026-01-31 09:30:00.123456789`, with 0 to 9 digits after the point.
    void timestamp(long ns, int digits) {
        long days = Math.floorDiv(ns, PER_DAY);
        if (days != day) {
            day = days;
            String text = LocalDate.ofEpochDay(days) + " ";
            dateLength = text.length();
            for (int i = 0; i < dateLength; i++) {
                date[i] = (byte) text.charAt(i);
            }
        }
        to.write(date, 0, dateLength);
        long ofDay = ns - days * PER_DAY;
        int seconds = (int) (ofDay / PER_SECOND);
        int nanos = (int) (ofDay % PER_SECOND);
        two(seconds / (SHORT * SHORT), 0);
        room[2] = ':';
        two(seconds / SHORT % SHORT, 3);
        room[5] = ':';
        two(seconds % SHORT, 6);
        room[8] = '.';
        for (int i = NANO_DIGITS; i > 0; i--) {
            room[8 + i] = (byte) ('0' + nanos % 10);
            nanos /= 10;
        }
        to.write(room, 0, digits == 0 ? 8 : 9 + digits);
    }

    private void two(int number, int at) {
        room[at] = (byte) ('0' + number / 10);
        room[at + 1] = (byte) ('0' + number % 10);
    }
}
