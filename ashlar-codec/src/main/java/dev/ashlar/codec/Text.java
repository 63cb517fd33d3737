// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Text in messages: character arrays padded with NUL, and variable-length strings.
///
/// US-ASCII, ISO-8859-1 and UTF-8 are written without allocation, other charsets through a `CharsetEncoder`. A text
/// that is `null` counts as empty, as SBE users expect.
///
/// **Failure**: text with a character outside its charset, or with half of a surrogate pair, is refused with an
/// [IllegalArgumentException] before anything is written.
public final class Text {
    /// Single bytes have no order, but the methods require one.
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int MAX_ASCII = 0x7f;
    private static final int MAX_LATIN1 = 0xff;

    private Text() {
    }

    /// Encoded length of the text in bytes.
    ///
    /// @param what name of the field or data, for error messages
    /// @throws IllegalArgumentException if the charset lacks a character of the text
    public static int length(CharSequence text, Charset charset, String what) {
        if (text == null) {
            return 0;
        }
        if (!isSingleByte(charset) && charset != StandardCharsets.UTF_8) {
            return encoded(text, charset, what).remaining();
        }
        int bits = 0;
        for (int i = 0; i < text.length(); i++) {
            bits |= text.charAt(i);
        }
        if (bits <= (charset == StandardCharsets.ISO_8859_1 ? MAX_LATIN1 : MAX_ASCII)) {
            return text.length();
        }
        if (charset == StandardCharsets.UTF_8) {
            return utf8Length(text, what);
        }
        int index = 0;
        while (text.charAt(index) <= (charset == StandardCharsets.US_ASCII ? MAX_ASCII : MAX_LATIN1)) {
            index++;
        }
        throw lacking(index, charset, what);
    }

    /// Writes a text whose length was computed by [#length(CharSequence, Charset, String)].
    public static void put(MemorySegment memory, long offset, CharSequence text, int length, Charset charset) {
        if (length == 0) {
            return;
        }
        if (isSingleByte(charset) || charset == StandardCharsets.UTF_8 && length == text.length()) {
            for (int i = 0; i < length; i++) {
                AnyMemory.putByte(memory, offset + i, (byte) text.charAt(i), ORDER);
            }
        } else if (charset == StandardCharsets.UTF_8) {
            putUtf8(memory, offset, text, length);
        } else {
            MemorySegment.copy(MemorySegment.ofBuffer(encoded(text, charset, "")), 0, memory, offset, length);
        }
    }

    /// Writes a text into an array of `capacity` bytes and fills the rest with NUL.
    ///
    /// @throws IllegalArgumentException if it is too long or the charset lacks one of its characters; nothing is
    ///     written then
    public static void putPadded(MemorySegment memory, long offset, int capacity, CharSequence text, Charset charset,
            String what) {
        int length = length(text, charset, what);
        if (length > capacity) {
            throw tooLong(length, capacity, what);
        }
        put(memory, offset, text, length, charset);
        for (int i = length; i < capacity; i++) {
            AnyMemory.putByte(memory, offset + i, (byte) 0, ORDER);
        }
    }

    /// Copies bytes into an array of `capacity` bytes and fills the rest with NUL.
    ///
    /// @throws IllegalArgumentException if `length` exceeds `capacity`; nothing is written then
    public static void putPadded(Flyweight flyweight, long offset, int capacity, byte[] src, int srcOffset, int length,
            String what) {
        if (length > capacity) {
            throw tooLong(length, capacity, what);
        }
        Bytes.put(flyweight, offset, src, srcOffset, length);
        for (int i = length; i < capacity; i++) {
            AnyMemory.putByte(flyweight.memory, offset + i, (byte) 0, ORDER);
        }
    }

    /// Copies bytes into an array of `capacity` bytes and fills the rest with NUL.
    ///
    /// @throws IllegalArgumentException if `length` exceeds `capacity`; nothing is written then
    public static void putPadded(MemorySegment memory, long offset, int capacity, MemorySegment src, long srcOffset,
            int length, String what) {
        if (length > capacity) {
            throw tooLong(length, capacity, what);
        }
        MemorySegment.copy(src, srcOffset, memory, offset, length);
        for (int i = length; i < capacity; i++) {
            AnyMemory.putByte(memory, offset + i, (byte) 0, ORDER);
        }
    }

    /// Bytes before the first NUL, at most `capacity`.
    public static int lengthToNul(MemorySegment memory, long offset, int capacity) {
        int length = 0;
        while (length < capacity && AnyMemory.getByte(memory, offset + length, ORDER) != 0) {
            length++;
        }
        return length;
    }

    /// The text of these bytes.
    public static String get(MemorySegment memory, long offset, int length, Charset charset) {
        if (length == 0) {
            return "";
        }
        byte[] bytes = new byte[length];
        Bytes.get(memory, offset, bytes, 0, length);
        return new String(bytes, charset);
    }

    /// Appends the text of these bytes. Allocates nothing if they are ASCII and the appendable does not allocate.
    ///
    /// @return `length`
    /// @throws UncheckedIOException if the appendable fails
    public static int append(MemorySegment memory, long offset, int length, Charset charset, Appendable destination) {
        try {
            if (charset == StandardCharsets.US_ASCII || isAscii(memory, offset, length, charset)) {
                for (int i = 0; i < length; i++) {
                    byte b = AnyMemory.getByte(memory, offset + i, ORDER);
                    destination.append(b < 0 ? '\uFFFD' : (char) b);
                }
            } else {
                destination.append(get(memory, offset, length, charset));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return length;
    }

    private static boolean isSingleByte(Charset charset) {
        return charset == StandardCharsets.US_ASCII || charset == StandardCharsets.ISO_8859_1;
    }

    private static boolean isAscii(MemorySegment memory, long offset, int length, Charset charset) {
        if (charset != StandardCharsets.UTF_8 && charset != StandardCharsets.ISO_8859_1) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (AnyMemory.getByte(memory, offset + i, ORDER) < 0) {
                return false;
            }
        }
        return true;
    }

    private static ByteBuffer encoded(CharSequence text, Charset charset, String what) {
        CharBuffer chars = CharBuffer.wrap(text);
        try {
            return charset.newEncoder().encode(chars);
        } catch (CharacterCodingException _) {
            throw lacking(chars.position(), charset, what);
        }
    }

    private static int utf8Length(CharSequence text, String what) {
        int chars = text.length();
        int length = chars;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c > MAX_ASCII) {
                if (c < 0x800) {
                    length = Math.addExact(length, 1);
                } else if (!Character.isSurrogate(c)) {
                    length = Math.addExact(length, 2);
                } else if (isPair(text, i)) {
                    length = Math.addExact(length, 2);
                    i++;
                } else {
                    throw lacking(i, StandardCharsets.UTF_8, what);
                }
            }
        }
        return length;
    }

    private static void putUtf8(MemorySegment memory, long offset, CharSequence text, int length) {
        long to = offset;
        for (int i = 0; to < offset + length; i++) {
            char c = text.charAt(i);
            if (c <= MAX_ASCII) {
                AnyMemory.putByte(memory, to++, (byte) c, ORDER);
            } else if (c < 0x800) {
                AnyMemory.putByte(memory, to++, (byte) (0xc0 | c >> 6), ORDER);
                AnyMemory.putByte(memory, to++, (byte) (0x80 | c & 0x3f), ORDER);
            } else if (!Character.isSurrogate(c)) {
                AnyMemory.putByte(memory, to++, (byte) (0xe0 | c >> 12), ORDER);
                AnyMemory.putByte(memory, to++, (byte) (0x80 | c >> 6 & 0x3f), ORDER);
                AnyMemory.putByte(memory, to++, (byte) (0x80 | c & 0x3f), ORDER);
            } else {
                int point = Character.toCodePoint(c, text.charAt(++i));
                AnyMemory.putByte(memory, to++, (byte) (0xf0 | point >> 18), ORDER);
                AnyMemory.putByte(memory, to++, (byte) (0x80 | point >> 12 & 0x3f), ORDER);
                AnyMemory.putByte(memory, to++, (byte) (0x80 | point >> 6 & 0x3f), ORDER);
                AnyMemory.putByte(memory, to++, (byte) (0x80 | point & 0x3f), ORDER);
            }
        }
    }

    private static boolean isPair(CharSequence text, int i) {
        return Character.isHighSurrogate(text.charAt(i)) && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }

    private static IllegalArgumentException lacking(int index, Charset charset, String what) {
        return new IllegalArgumentException("text with a character that its charset lacks: index=" + index + ", charset="
                + charset.name() + " (" + what + ")");
    }

    private static IllegalArgumentException tooLong(int length, int capacity, String what) {
        return new IllegalArgumentException(
                "text longer than its field: length=" + length + ", capacity=" + capacity + " (" + what + ")");
    }
}
