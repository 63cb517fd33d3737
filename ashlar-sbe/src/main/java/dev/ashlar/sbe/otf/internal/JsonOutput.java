// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// JSON as UTF-8 in a buffer that grows and is used again. Puts the commas between names and values itself.
///
/// **Threading**: for one thread.
public final class JsonOutput {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_ZEROS = 40;
    private static final int MAX_DIGITS = 20;

    private byte[] bytes = new byte[1024];
    private int size;
    private boolean comma;

    public void clear() {
        size = 0;
        comma = false;
    }

    public int size() {
        return size;
    }

    /// Drops the value that began at this size; the next call writes its replacement.
    public void replaceFrom(int begin) {
        size = begin;
        comma = false;
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    /// Opens an object or array.
    public void begin(char bracket) {
        separate();
        raw(bracket);
        comma = false;
    }

    /// Closes an object or array.
    public void end(char bracket) {
        raw(bracket);
        comma = true;
    }

    /// A name; the next call gives its value.
    public void name(String name) {
        string(name);
        raw(':');
        comma = false;
    }

    public void nullValue() {
        literal("null");
    }

    /// A number or literal that is already JSON.
    public void literal(String ascii) {
        separate();
        rawAscii(ascii);
    }

    /// A line feed after everything.
    public void endLine() {
        raw('\n');
    }

    public void string(String text) {
        beginString();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                codePoint(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                codePoint(c);
            }
        }
        endString();
    }

    public void beginString() {
        separate();
        raw('"');
    }

    public void endString() {
        raw('"');
    }

    /// One code point inside a string, escaped if JSON requires it; an unpaired surrogate, which UTF-8 cannot encode,
    /// is always escaped.
    public void codePoint(int c) {
        if (c < 0x80) {
            ascii(c);
        } else if (c < 0x800) {
            raw(0xc0 | c >> 6);
            raw(0x80 | c & 0x3f);
        } else if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
            escaped(c);
        } else if (c < 0x1_0000) {
            raw(0xe0 | c >> 12);
            raw(0x80 | c >> 6 & 0x3f);
            raw(0x80 | c & 0x3f);
        } else {
            raw(0xf0 | c >> 18);
            raw(0x80 | c >> 12 & 0x3f);
            raw(0x80 | c >> 6 & 0x3f);
            raw(0x80 | c & 0x3f);
        }
    }

    private void ascii(int c) {
        switch (c) {
            case '"', '\\' -> {
                raw('\\');
                raw(c);
            }
            case '\n' -> rawAscii("\\n");
            case '\r' -> rawAscii("\\r");
            case '\t' -> rawAscii("\\t");
            default -> {
                if (c < 0x20 || c == 0x7f) {
                    escaped(c);
                } else {
                    raw(c);
                }
            }
        }
    }

    private void escaped(int c) {
        rawAscii("\\u");
        raw(HEX[c >> 12 & 0xf]);
        raw(HEX[c >> 8 & 0xf]);
        raw(HEX[c >> 4 & 0xf]);
        raw(HEX[c & 0xf]);
    }

    /// Two hexadecimal digits inside a string.
    void hex(int b) {
        raw(HEX[b >> 4 & 0xf]);
        raw(HEX[b & 0xf]);
    }

    /// A signed number.
    public void number(long value) {
        decimal(value < 0, value < 0 ? -value : value, 0, false);
    }

    /// The 64 bits as an unsigned number.
    public void unsigned(long value) {
        decimal(false, value, 0, false);
    }

    /// A number with exactly this mantissa and power of ten, as plain digits where that keeps both and is not absurdly
    /// long.
    ///
    /// @param magnitude     of the mantissa, unsigned
    /// @param exponentKnown whether a reader knows the exponent, so that zeros may stand for it
    public void decimal(boolean negative, long magnitude, int exponent, boolean exponentKnown) {
        separate();
        reserve(2 * MAX_DIGITS + MAX_ZEROS);
        if (negative) {
            bytes[size++] = '-';
        }
        int begin = size;
        long rest = magnitude;
        do {
            long quotient = Long.divideUnsigned(rest, 10);
            bytes[size++] = (byte) ('0' + (rest - quotient * 10));
            rest = quotient;
        } while (rest != 0);
        if (exponent < 0 && exponent >= -MAX_ZEROS) {
            fraction(begin, -exponent);
        } else {
            reverse(begin);
            if (exponent != 0) {
                power(magnitude, exponent, exponentKnown);
            }
        }
    }

    private void fraction(int begin, int places) {
        while (size - begin <= places) {
            bytes[size++] = '0';
        }
        reverse(begin);
        int point = size - places;
        System.arraycopy(bytes, point, bytes, point + 1, places);
        bytes[point] = '.';
        size++;
    }

    private void power(long magnitude, int exponent, boolean exponentKnown) {
        if (exponentKnown && magnitude == 0) {
            return;
        }
        if (exponentKnown && exponent > 0 && exponent <= MAX_ZEROS) {
            Arrays.fill(bytes, size, size + exponent, (byte) '0');
            size += exponent;
        } else {
            raw('E');
            rawAscii(Integer.toString(exponent));
        }
    }

    private void reverse(int begin) {
        for (int i = begin, j = size - 1; i < j; i++, j--) {
            byte b = bytes[i];
            bytes[i] = bytes[j];
            bytes[j] = b;
        }
    }

    private void separate() {
        if (comma) {
            raw(',');
        }
        comma = true;
    }

    private void rawAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            raw(text.charAt(i));
        }
    }

    /// One byte, unchanged.
    void raw(int b) {
        reserve(1);
        bytes[size++] = (byte) b;
    }

    private void reserve(int count) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length + count, Math.addExact(bytes.length,
                    bytes.length >> 1)));
        }
    }
}
