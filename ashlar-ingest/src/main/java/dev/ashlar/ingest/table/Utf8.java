// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.ingest.internal.text.DigitWords;

/// Checks text in UTF-8.
public final class Utf8 {
    public static final int ASCII = 0;
    public static final int WIDE = 1;
    public static final int INVALID = 2;
    public static final int NUL = 3;

    private Utf8() {
    }

    /// What the bytes are: [#ASCII], other text ([#WIDE]), not UTF-8 ([#INVALID]), or text with a NUL, which would end
    /// it in a field ([#NUL]).
    public static int kind(byte[] bytes, int from, int to) {
        int ascii = from;
        while (ascii <= to - Long.BYTES && isAscii(DigitWords.word(bytes, ascii))) {
            ascii += Long.BYTES;
        }
        int rest = to - ascii;
        if (rest == 0) {
            return ASCII;
        }
        if (rest < Long.BYTES && DigitWords.hasWord(bytes, ascii) && isAscii(DigitWords.word(bytes, ascii)
                << (Long.BYTES - rest) * Byte.SIZE | DigitWords.EACH >>> rest * Byte.SIZE)) {
            return ASCII;
        }
        for (int i = ascii; i < to; i++) {
            if (bytes[i] <= 0) {
                return bytes[i] == 0 ? NUL : wide(bytes, i, to);
            }
        }
        return ASCII;
    }

    /// Whether all eight bytes are ASCII, and none is NUL.
    private static boolean isAscii(long word) {
        return ((word - DigitWords.EACH | word) & 0x80 * DigitWords.EACH) == 0;
    }

    /// Why bytes are no text of a field.
    public static String problem(int kind) {
        return kind == NUL ? "text has a NUL, which would end it in a field; if the file is UTF-16, convert it: "
                + "iconv -f UTF-16 -t UTF-8" : "text is not UTF-8; convert the file: iconv -f WINDOWS-1252 -t UTF-8";
    }

    private static int wide(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            int c = bytes[i++] & 0xff;
            if (c == 0) {
                return NUL;
            }
            if (c < 0x80) {
                continue;
            }
            int more = c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : -1;
            if (more < 0 || i + more > to) {
                return INVALID;
            }
            int point = c & 0x3f >> more;
            for (int end = i + more; i < end; i++) {
                if ((bytes[i] & 0xc0) != 0x80) {
                    return INVALID;
                }
                point = point << 6 | bytes[i] & 0x3f;
            }
            boolean overlong = more == 2 && point < 0x800 || more == 3 && (point < 0x10000 || point > 0x10ffff);
            if (overlong || point >= 0xd800 && point < 0xe000) {
                return INVALID;
            }
        }
        return WIDE;
    }
}
