// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.text;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/// Reads a decimal number from bytes: sign, magnitude, digits after the point, power of ten. One object reads many.
public final class NumberText {
    /// Powers of ten that a double holds exactly.
    private static final double[] EXACT_TENS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
        1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    /// Powers of ten that 64 bits hold.
    static final long[] TENS = {1L, 10L, 100L, 1_000L, 10_000L, 100_000L, 1_000_000L, 10_000_000L, 100_000_000L,
        1_000_000_000L, 10_000_000_000L, 100_000_000_000L, 1_000_000_000_000L, 10_000_000_000_000L,
        100_000_000_000_000L, 1_000_000_000_000_000L, 10_000_000_000_000_000L, 100_000_000_000_000_000L,
        1_000_000_000_000_000_000L};
    private static final int POINT = '.' ^ '0';
    /// Digits that always fit into 64 bits.
    private static final int LONG_DIGITS = 18;
    private static final int DOUBLE_DIGITS = 15;
    /// Of a double as the JDK writes it.
    private static final int MOST_DIGITS = 17;
    /// Some more than the least of 17 digits, below which there are others in between.
    private static final long LEAST_NEAREST = 10_000_000_000_000_100L;
    /// More than such sums are rounded by.
    private static final double TINY = 1e-9;
    private static final int DOUBLE_BITS = 53;
    private static final int FLOAT_BITS = 24;
    /// The bits of a double that a float does not have, and their value halfway between two floats.
    private static final long BELOW_FLOAT = (1L << DOUBLE_BITS - FLOAT_BITS) - 1;
    private static final long HALF_OF_FLOAT = 1L << DOUBLE_BITS - FLOAT_BITS - 1;
    private static final int MAX_EXPONENT_DIGITS = 4;
    private static final long LIMIT = Long.divideUnsigned(-1L, 10);
    private static final int MAX_CHARACTERS = 400;

    public boolean negative;
    /// All digits as a whole number, unsigned.
    public long magnitude;
    /// Whether the digits exceed 64 bits.
    public boolean overflow;
    /// Digits after the point.
    public int scale;
    /// Digits from the first that is not 0.
    public int digits;
    public int exponent;
    /// Whether the text has a power of ten.
    public boolean scientific;
    /// Whether a number would be written so: no plus, no leading zeros.
    public boolean canonical;
    private byte[] bytes;
    private int from;
    private int to;

    /// @return whether the bytes are a number
    public boolean parse(byte[] text, int begin, int end) {
        bytes = text;
        from = begin;
        to = end;
        int at = begin;
        negative = at < end && text[at] == '-';
        boolean plus = at < end && text[at] == '+';
        at += negative || plus ? 1 : 0;
        magnitude = 0;
        overflow = false;
        scale = 0;
        digits = 0;
        exponent = 0;
        scientific = false;
        int first = at;
        canonical = !plus;
        if (isPlain(first)) {
            return true;
        }
        int point = -1;
        for (; at < end; at++) {
            byte c = text[at];
            if (c == '.' && point < 0) {
                point = at;
            } else if (c >= '0' && c <= '9') {
                digit(c - '0');
            } else {
                break;
            }
        }
        int whole = (point < 0 ? at : point) - first;
        scale = point < 0 ? 0 : at - point - 1;
        if (point < 0 ? whole == 0 : scale == 0) {
            return false;
        }
        canonical &= !(whole > 1 && text[first] == '0');
        return end - begin <= MAX_CHARACTERS && (at == end || power(at));
    }

    /// Reads a number of few digits, perhaps with a point, eight characters at a time: the usual case.
    ///
    /// @return whether it is one; if not, it may yet be a number
    private boolean isPlain(int first) {
        int length = to - first;
        if (length == 0 || length > LONG_DIGITS + 1 || !DigitWords.hasWord(bytes, to)) {
            return false;
        }
        long sum = 0;
        int places = -1;
        int at = first;
        for (int part = (length - 1) % Long.BYTES + 1; at < to; at += part, part = Long.BYTES) {
            long word = DigitWords.digits(bytes, at, part);
            long others = DigitWords.others(word);
            int shift = part;
            int behind = part;
            if (others != 0) {
                int bit = Long.numberOfTrailingZeros(others) - (Byte.SIZE - 1);
                if ((others & others - 1) != 0 || (word >>> bit & 0xff) != POINT || places >= 0) {
                    return false;
                }
                long before = word & (1L << bit) - 1;
                word = before << Byte.SIZE | word & -2L << bit + Byte.SIZE - 1;
                shift--;
                places = 0;
                behind = Long.BYTES - 1 - bit / Byte.SIZE;
            }
            places += places < 0 ? 0 : behind;
            sum = sum * TENS[shift] + DigitWords.number(word);
        }
        if (places == 0 || places < 0 && length > LONG_DIGITS) {
            return false;
        }
        magnitude = sum;
        scale = Math.max(places, 0);
        int log = (Long.SIZE - Long.numberOfLeadingZeros(sum)) * 1233 >>> 12;
        digits = log + (log < TENS.length && sum >= TENS[log] ? 1 : 0);
        canonical &= bytes[first] != '0' || (places < 0 ? length : length - places - 1) == 1;
        return true;
    }

    private void digit(int digit) {
        if (digits > 0 || digit > 0) {
            digits++;
        }
        int order = Long.compareUnsigned(magnitude, LIMIT);
        // 2^64 - 1 ends with the digit 5.
        overflow |= order > 0 || order == 0 && digit > 5;
        magnitude = magnitude * 10 + digit;
    }

    private boolean power(int letter) {
        int at = letter + 1;
        if (bytes[letter] != 'e' && bytes[letter] != 'E') {
            return false;
        }
        boolean down = at < to && bytes[at] == '-';
        at += down || at < to && bytes[at] == '+' ? 1 : 0;
        if (at == to || to - at > MAX_EXPONENT_DIGITS) {
            return false;
        }
        for (; at < to; at++) {
            if (bytes[at] < '0' || bytes[at] > '9') {
                return false;
            }
            exponent = exponent * 10 + bytes[at] - '0';
        }
        exponent = down ? -exponent : exponent;
        scientific = true;
        return true;
    }

    /// Where the number ends without the zeros at the end of its digits after the point.
    public int significantEnd() {
        int end = to;
        for (int i = 0; i < scale && bytes[end - 1] == '0'; i++) {
            end--;
        }
        return bytes[end - 1] == '.' ? end - 1 : end;
    }

    public boolean isNegativeZero() {
        return negative && magnitude == 0 && !overflow;
    }

    /// Whether a double holds the number as [#isExact] says, whatever it is.
    public boolean isShort() {
        return digits <= DOUBLE_DIGITS && Math.abs(exponent - scale) < EXACT_TENS.length;
    }

    /// The number in units of 10^-`places`, if 64 bits hold it.
    public long mantissa(int places) {
        long units = magnitude * TENS[places - scale];
        return negative ? -units : units;
    }

    /// The nearest double, as [Double#parseDouble] finds it.
    public double toDouble() {
        int power = exponent - scale;
        if (isShort()) {
            double value = power < 0 ? magnitude / EXACT_TENS[-power] : magnitude * EXACT_TENS[power];
            return negative ? -value : value;
        }
        double value = digits <= LONG_DIGITS && power < 0 && -power < EXACT_TENS.length ? quotient(EXACT_TENS[-power])
                : Double.NaN;
        return Double.isNaN(value) ? Double.parseDouble(text()) : negative ? -value : value;
    }

    /// The magnitude by a power of ten: a quotient of doubles, and a second one of what the first leaves. NaN if the
    /// sum is so close to the middle of two doubles that it does not say which is nearer.
    private double quotient(double tens) {
        double high = magnitude;
        double first = high / tens;
        double rest = Math.fma(-first, tens, high) + (magnitude - (long) high);
        double second = rest / tens;
        double sum = first + second;
        double lost = second - (sum - first);
        double half = Math.ulp(sum) / 2;
        // Below a power of two, doubles lie closer together.
        boolean power = (Double.doubleToRawLongBits(sum) & (1L << DOUBLE_BITS - 1) - 1) == 0;
        return power || half - Math.abs(lost) < half * TINY ? Double.NaN : sum;
    }

    /// The nearest float, as [Float#parseFloat] finds it.
    public float toFloat() {
        if (isShort()) {
            double value = toDouble();
            // A double that was rounded to the middle of two floats does not say on which side of it the number is.
            if ((Double.doubleToRawLongBits(value) & BELOW_FLOAT) != HALF_OF_FLOAT) {
                return (float) value;
            }
        }
        return Float.parseFloat(text());
    }

    /// Whether a double holds the number: a whole number exactly; another also if the double is written with the same
    /// digits, as 0.1 is.
    ///
    /// @param value of [#toDouble]
    public boolean isExact(double value) {
        if (isShort()) {
            return true;
        }
        if (!Double.isFinite(value)) {
            return false;
        }
        return isWhole() ? hasBits(DOUBLE_BITS, value) : isAlone(Math.ulp(value)) || isNearest(value)
                || isWritten(Double.toString(value)) || equalsExactly(value);
    }

    /// Whether a float holds the number, likewise.
    ///
    /// @param value of [#toFloat]
    public boolean isExact(float value) {
        if (!Float.isFinite(value)) {
            return false;
        }
        return isWhole() ? hasBits(FLOAT_BITS, value) : isAlone(Math.ulp(value))
                || isWritten(Float.toString(value)) || equalsExactly(value);
    }

    private boolean isWhole() {
        return scale == 0 && !scientific;
    }

    /// Whether the magnitude of a whole number takes no more bits.
    private boolean hasBits(int most, double value) {
        if (overflow) {
            return equalsExactly(value);
        }
        return magnitude == 0
                || Long.SIZE - Long.numberOfLeadingZeros(magnitude) - Long.numberOfTrailingZeros(magnitude) <= most;
    }

    private boolean equalsExactly(double value) {
        return new BigDecimal(text()).compareTo(new BigDecimal(value)) == 0;
    }

    /// Whether no other number with as many digits after the point rounds to the same value, so that the value is
    /// written with these digits. It is often so, and found without a text.
    ///
    /// @param ulp from the value to the next
    private boolean isAlone(double ulp) {
        int power = exponent - scale;
        return Math.abs(power) < EXACT_TENS.length
                && (power < 0 ? ulp * EXACT_TENS[-power] < 1 : ulp < EXACT_TENS[power]);
    }

    /// Whether a number of 17 digits is how the double is written: none of 16 digits rounds to the double, and none of
    /// 17 is nearer to it. Often so, too, and found without a text: two doubles hold the product of the double and a
    /// power of ten.
    private boolean isNearest(double value) {
        int power = exponent - scale;
        if (digits != MOST_DIGITS || magnitude < LEAST_NEAREST || power > 0 || -power >= EXACT_TENS.length) {
            return false;
        }
        double tens = EXACT_TENS[-power];
        double size = Math.abs(value);
        double high = size * tens;
        double low = Math.fma(size, tens, -high);
        // All in units of the last digit: from the double to the number, and to the multiple of ten below.
        double distance = magnitude - (long) high - low;
        double above = magnitude % 10 - distance;
        double half = Math.ulp(size) / 2 * tens + TINY;
        return Math.abs(distance) < 0.5 - TINY && above > half && 10 - above > half;
    }

    /// Whether a value has the digits of the number.
    ///
    /// @param shortest the value as the JDK writes it: with a point, perhaps with an exponent
    private boolean isWritten(String shortest) {
        if (overflow) {
            return new BigDecimal(text()).compareTo(new BigDecimal(shortest)) == 0;
        }
        long other = 0;
        int power = 0;
        boolean behindPoint = false;
        int letter = shortest.indexOf('E');
        int end = letter < 0 ? shortest.length() : letter;
        for (int i = shortest.charAt(0) == '-' ? 1 : 0; i < end; i++) {
            if (shortest.charAt(i) == '.') {
                behindPoint = true;
            } else {
                other = other * 10 + shortest.charAt(i) - '0';
                power -= behindPoint ? 1 : 0;
            }
        }
        power += letter < 0 ? 0 : Integer.parseInt(shortest, letter + 1, shortest.length(), 10);
        long own = magnitude;
        int ownPower = exponent - scale;
        for (; own != 0 && Long.remainderUnsigned(own, 10) == 0; ownPower++) {
            own = Long.divideUnsigned(own, 10);
        }
        for (; other != 0 && other % 10 == 0; power++) {
            other /= 10;
        }
        return own == other && (own == 0 || ownPower == power);
    }

    private String text() {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    }
}
