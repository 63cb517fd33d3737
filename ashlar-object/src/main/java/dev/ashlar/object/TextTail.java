// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.codec.Bytes;
import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes and reads texts, each char in one byte if all fit, else in two.
///
/// It is not UTF-8: with that, some bytes would not be text, some texts would have no bytes (half of a surrogate pair),
/// and lengths would be known only after reading every char.
final class TextTail {
    private static final int MAX_NARROW = 0xff;
    private static final int MAX_CHARS = Integer.MAX_VALUE >> 1;

    /// The slot of a text: −1 for null, else twice the number of its chars, plus one if they take two bytes each.
    static int code(String text) {
        if (text == null) {
            return -1;
        }
        int length = text.length();
        if (length > MAX_CHARS) {
            throw new IllegalArgumentException("text too long: length=" + length + ", maxLength=" + MAX_CHARS);
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) > MAX_NARROW) {
                return length << 1 | 1;
            }
        }
        return length << 1;
    }

    /// Length in bytes of a text with this slot.
    static long length(int code) {
        return code < 0 ? 0 : (long) (code >> 1) << (code & 1);
    }

    /// The end of a text.
    ///
    /// @throws MalformedMessageException if there are fewer bytes
    static long end(int code, long at, long end) {
        if (code < -1 || length(code) > end - at) {
            throw new MalformedMessageException("text longer than the object: code=" + code + ", remainingBytes="
                    + (end - at) + ", offset=" + at);
        }
        return at + length(code);
    }

    /// @param code of this text
    /// @return where it ends
    static long put(MemorySegment memory, long at, String text, int code, boolean little) {
        if (code < 0) {
            return at;
        }
        int length = code >> 1;
        if ((code & 1) == 0) {
            for (int i = 0; i < length; i++) {
                AnyMemory.putByte(memory, at + i, (byte) text.charAt(i), ByteOrder.LITTLE_ENDIAN);
            }
        } else {
            ByteOrder order = order(little);
            for (int i = 0; i < length; i++) {
                AnyMemory.putShort(memory, at + 2L * i, (short) text.charAt(i), order);
            }
        }
        return at + length(code);
    }

    /// @param code   as checked by `end`
    /// @param reused returned if it is the same text, so that an unchanged text is not allocated again; may be null
    static String get(MemorySegment memory, long at, int code, String reused, boolean little) {
        if (code < 0) {
            return null;
        }
        int length = code >> 1;
        if (reused != null && reused.length() == length && isSame(memory, at, code, reused, little)) {
            return reused;
        }
        byte[] bytes = new byte[(int) length(code)];
        Bytes.get(memory, at, bytes, 0, bytes.length);
        if ((code & 1) == 0) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        return wide(bytes, length, little);
    }

    /// A charset decoder would replace unpaired surrogates.
    private static String wide(byte[] bytes, int length, boolean little) {
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            int first = bytes[2 * i] & 0xff;
            int second = bytes[2 * i + 1] & 0xff;
            chars[i] = (char) (little ? first | second << 8 : first << 8 | second);
        }
        return new String(chars);
    }

    private static boolean isSame(MemorySegment memory, long at, int code, String text, boolean little) {
        int length = code >> 1;
        if ((code & 1) == 0) {
            for (int i = 0; i < length; i++) {
                if (text.charAt(i) != (AnyMemory.getByte(memory, at + i, ByteOrder.LITTLE_ENDIAN) & 0xff)) {
                    return false;
                }
            }
            return true;
        }
        ByteOrder order = order(little);
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != (char) AnyMemory.getShort(memory, at + 2L * i, order)) {
                return false;
            }
        }
        return true;
    }

    private static ByteOrder order(boolean little) {
        return little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }
}
