// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf.internal;

import dev.ashlar.codec.AnyMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/// Text in the charset a schema names, to JSON and back without loss.
///
/// `US-ASCII` is read as its superset ISO 8859-1, so that bytes above 127 survive; a lenient encoder writes them back,
/// a strict one refuses them. Bytes that the charset cannot decode, or would encode differently, are not text: they
/// become `{"hex":"…"}`.
public final class TextCodec {
    /// The member of the object that represents bytes that are not text.
    public static final String HEX = "hex";

    private final Charset declared;
    private final Charset charset;
    private final int unit;

    private TextCodec(Charset declared, int unit) {
        this.declared = declared;
        this.charset = declared.equals(StandardCharsets.US_ASCII) ? StandardCharsets.ISO_8859_1 : declared;
        this.unit = unit;
    }

    /// The codec for a schema's `characterEncoding`, or `null` if it is empty or this JVM does not know it.
    static TextCodec of(String characterEncoding) {
        String name = characterEncoding.trim();
        if (name.isEmpty()) {
            return null;
        }
        try {
            Charset charset = Charset.forName(name);
            if (!charset.canEncode()) {
                return null;
            }
            String upper = charset.name().toUpperCase(Locale.ROOT);
            int unit = upper.contains("UTF-16") ? 2 : upper.contains("UTF-32") ? 4 : 1;
            return new TextCodec(charset, unit);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /// Bytes before the first NUL, which ends a text that is shorter than its array.
    public long contentLength(MemorySegment memory, long offset, long length) {
        for (long i = 0; i + unit <= length; i += unit) {
            int bits = 0;
            for (int j = 0; j < unit; j++) {
                bits |= AnyMemory.getByte(memory, offset + i + j, ByteOrder.LITTLE_ENDIAN);
            }
            if (bits == 0) {
                return i;
            }
        }
        return length;
    }

    /// Writes text as a string, or as an object with its bytes in hexadecimal.
    public void write(JsonOutput out, MemorySegment memory, long offset, long length) {
        if (charset.equals(StandardCharsets.ISO_8859_1) || unit == 1 && isAscii(memory, offset, length)
                && isAsciiCompatible()) {
            out.beginString();
            for (long i = 0; i < length; i++) {
                out.codePoint(AnyMemory.getByte(memory, offset + i, ByteOrder.LITTLE_ENDIAN) & 0xff);
            }
            out.endString();
            return;
        }
        String text = decode(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
        if (text != null) {
            out.string(text);
        } else {
            out.begin('{');
            out.name(HEX);
            writeHex(out, memory, offset, length);
            out.end('}');
        }
    }

    /// Writes bytes as a string of hexadecimal digits.
    public static void writeHex(JsonOutput out, MemorySegment memory, long offset, long length) {
        out.beginString();
        for (long i = 0; i < length; i++) {
            out.hex(AnyMemory.getByte(memory, offset + i, ByteOrder.LITTLE_ENDIAN));
        }
        out.endString();
    }

    private boolean isAsciiCompatible() {
        return charset.equals(StandardCharsets.UTF_8) || charset.name().startsWith("windows-125");
    }

    private static boolean isAscii(MemorySegment memory, long offset, long length) {
        for (long i = 0; i < length; i++) {
            if (AnyMemory.getByte(memory, offset + i, ByteOrder.LITTLE_ENDIAN) < 0) {
                return false;
            }
        }
        return true;
    }

    /// The text, or `null` if [#encode(String, boolean)] would not return these bytes.
    String decode(byte[] bytes) {
        try {
            String text = charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(bytes)).toString();
            return Arrays.equals(encode(text, false), bytes) ? text : null;
        } catch (CharacterCodingException | IllegalArgumentException _) {
            return null;
        }
    }

    /// The bytes of a text.
    ///
    /// @param strict whether `US-ASCII` ends at 127
    /// @throws IllegalArgumentException if the charset lacks one of its characters
    public byte[] encode(String text, boolean strict) {
        CharBuffer chars = CharBuffer.wrap(text);
        try {
            ByteBuffer encoded = (strict ? declared : charset).newEncoder().onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT).encode(chars);
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("text with a character that its charset lacks: index=" + chars.position()
                    + ", charset=" + declared, e);
        }
    }
}
