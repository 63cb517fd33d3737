// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.text;

/// Reads a point in time in ISO form from bytes: `2026-03-09`, `2026-03-09 10:00`, `2026-03-09T10:00:00.000000001Z`,
/// `…+02:00`. Without an offset it is UTC; a date is its midnight. One object reads many.
public final class TimeText {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int SECONDS_PER_DAY = 86_400;
    public static final long NS_PER_DAY = SECONDS_PER_DAY * NS_PER_SECOND;
    private static final int DATE_LENGTH = 10;
    private static final int NS_DIGITS = 9;
    private static final int MAX_OFFSET_HOURS = 18;

    /// Two colons between digits, where [DigitWords#digits] has them.
    private static final long COLONS = (long) (':' ^ '0') << 2 * Byte.SIZE | (long) (':' ^ '0') << 5 * Byte.SIZE;
    private static final int TIME_LENGTH = 8;

    /// Nanoseconds since 1970.
    public long epochNs;
    /// The date that was read last: its first characters, its last two, and its midnight.
    private long yearAndMonth;
    private int dayText = -1;
    private long midnight;
    private byte[] bytes;
    private int at;
    private int to;

    /// @return whether the bytes are a time that 64 bits hold, null value excluded
    public boolean parse(byte[] text, int from, int end) {
        bytes = text;
        at = from;
        to = end;
        if (end - from < DATE_LENGTH) {
            return false;
        }
        // Times are often of the same day as those before them.
        long head = DigitWords.word(text, from);
        int tail = (text[from + DATE_LENGTH - 2] & 0xff) << Byte.SIZE | text[from + DATE_LENGTH - 1] & 0xff;
        if (head == yearAndMonth && tail == dayText) {
            at += DATE_LENGTH;
        } else if (!date()) {
            return false;
        }
        yearAndMonth = head;
        dayText = tail;
        long seconds = midnight;
        int fraction = 0;
        if (at < to) {
            if (!skip('T') && !skip(' ')) {
                return false;
            }
            int ofDay = ofDay();
            if (ofDay < 0) {
                return false;
            }
            fraction = skip('.') ? fraction() : 0;
            int offset = fraction < 0 ? Integer.MIN_VALUE : offset();
            if (offset == Integer.MIN_VALUE || at != to) {
                return false;
            }
            seconds += ofDay - offset;
        }
        return combine(seconds, fraction);
    }

    private boolean date() {
        dayText = -1;
        int year = number(4);
        boolean separated = skip('-');
        int month = number(2);
        separated &= skip('-');
        int day = number(2);
        if (!separated || year < 0 || month < 1 || month > 12 || day < 1 || day > length(year, month)) {
            return false;
        }
        midnight = epochDay(year, month, day) * SECONDS_PER_DAY;
        return true;
    }

    /// Seconds of `10:00` or `10:00:00`, or -1.
    private int ofDay() {
        if (to - at >= TIME_LENGTH && DigitWords.hasWord(bytes, at)) {
            long digits = DigitWords.digits(bytes, at, TIME_LENGTH) ^ COLONS;
            // Of 23:59:59, 23059059.
            int number = (int) DigitWords.number(digits);
            int hour = number / 1_000_000;
            int minute = number / 1_000 % 1_000;
            int second = number % 1_000;
            if (DigitWords.others(digits) == 0 && hour < 24 && minute < 60 && second < 60) {
                at += TIME_LENGTH;
                return hour * 3600 + minute * 60 + second;
            }
        }
        int hour = number(2);
        boolean minutes = skip(':');
        int minute = number(2);
        int second = skip(':') ? number(2) : 0;
        return !minutes || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 ? -1
                : hour * 3600 + minute * 60 + second;
    }

    private boolean combine(long seconds, int fraction) {
        // The least second does not fit into 64 bits, but its last nanoseconds do: count back from the next second.
        long from = seconds < 0 ? seconds + 1 : seconds;
        long rest = seconds < 0 ? fraction - NS_PER_SECOND : fraction;
        long low = from * NS_PER_SECOND;
        if (Math.multiplyHigh(from, NS_PER_SECOND) != low >> Long.SIZE - 1) {
            return false;
        }
        epochNs = low + rest;
        return rest < 0 == epochNs < low && epochNs != Long.MIN_VALUE;
    }

    /// The number of this many digits, or -1.
    private int number(int count) {
        int value = 0;
        if (to - at < count) {
            return -1;
        }
        for (int i = 0; i < count; i++, at++) {
            if (bytes[at] < '0' || bytes[at] > '9') {
                return -1;
            }
            value = value * 10 + bytes[at] - '0';
        }
        return value;
    }

    private boolean skip(char c) {
        if (at < to && bytes[at] == c) {
            at++;
            return true;
        }
        return false;
    }

    /// Nanoseconds of 1 to 9 digits, or -1.
    private int fraction() {
        int value = 0;
        int count = 0;
        int rest = to - at;
        if (rest > 0 && rest <= Long.BYTES && DigitWords.hasWord(bytes, at)) {
            long digits = DigitWords.digits(bytes, at, rest);
            if (DigitWords.others(digits) == 0) {
                at = to;
                return (int) (DigitWords.number(digits) * NumberText.TENS[NS_DIGITS - rest]);
            }
        }
        for (; at < to && bytes[at] >= '0' && bytes[at] <= '9'; at++, count++) {
            if (count == NS_DIGITS) {
                return -1;
            }
            value = value * 10 + bytes[at] - '0';
        }
        for (int i = count; i < NS_DIGITS; i++) {
            value *= 10;
        }
        return count == 0 ? -1 : value;
    }

    /// Seconds east of UTC, or the least int.
    private int offset() {
        if (at == to || skip('Z')) {
            return 0;
        }
        boolean west = skip('-');
        if (!west && !skip('+')) {
            return Integer.MIN_VALUE;
        }
        int hours = number(2);
        boolean colon = skip(':');
        int minutes = at == to && !colon ? 0 : number(2);
        if (hours < 0 || hours > MAX_OFFSET_HOURS || minutes < 0 || minutes > 59) {
            return Integer.MIN_VALUE;
        }
        int seconds = hours * 3600 + minutes * 60;
        return west ? -seconds : seconds;
    }

    private static int length(int year, int month) {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        return month == 2 ? leap ? 29 : 28 : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /// Days since 1970-01-01, counted in years that begin in March.
    private static long epochDay(int year, int month, int day) {
        long y = month <= 2 ? year - 1L : year;
        long era = Math.floorDiv(y, 400L);
        long yearOfEra = y - era * 400;
        long dayOfYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468;
    }
}
