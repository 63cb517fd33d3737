// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/// Reads a decimal number from bytes: sign, magnitude, digits after the point, power of ten. One object reads many.
final class NumberText {
    /// Powers of ten that a double holds exactly.
    private static final double[] EXACT_TENS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
        1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    private static final int DOUBLE_DIGITS = 15;
    private static final int MAX_EXPONENT_DIGITS = 4;
    private static final long LIMIT = Long.divideUnsigned(-1L, 10);
    private static final int MAX_CHARACTERS = 400;

    boolean negative;
    /// All digits as a whole number, unsigned.
    long magnitude;
    /// Whether the digits exceed 64 bits.
    boolean overflow;
    /// Digits after the point.
    int scale;
    /// Digits from the first that is not 0.
    int digits;
    int exponent;
    /// Whether the text has a power of ten.
    boolean scientific;
    /// Whether a number would be written so: no plus, no leading zeros.
    boolean canonical;
    private byte[] bytes;
    private int from;
    private int to;

    /// @return whether the bytes are a number
    boolean parse(byte[] text, int begin, int end) {
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
        canonical = !plus && !(whole > 1 && text[first] == '0');
        return end - begin <= MAX_CHARACTERS && (at == end || power(at));
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

    boolean isNegativeZero() {
        return negative && magnitude == 0 && !overflow;
    }

    /// The nearest double, as [Double#parseDouble] finds it.
    double toDouble() {
        int power = exponent - scale;
        if (digits <= DOUBLE_DIGITS && Math.abs(power) < EXACT_TENS.length) {
            double value = power < 0 ? magnitude / EXACT_TENS[-power] : magnitude * EXACT_TENS[power];
            return negative ? -value : value;
        }
        return Double.parseDouble(text());
    }

    /// Whether the double nearest to it is written with the same digits, so that none is lost.
    boolean isExactDouble() {
        if (digits <= DOUBLE_DIGITS && Math.abs(exponent - scale) < EXACT_TENS.length) {
            return true;
        }
        double value = toDouble();
        if (Double.isFinite(value) && isText(Double.toString(value))) {
            return true;
        }
        return Double.isFinite(value) && new BigDecimal(text()).compareTo(new BigDecimal(Double.toString(value))) == 0;
    }

    private boolean isText(String other) {
        if (other.length() != to - from) {
            return false;
        }
        for (int i = 0; i < other.length(); i++) {
            if (other.charAt(i) != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }

    private String text() {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    }
}
