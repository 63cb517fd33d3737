// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.column;

import dev.ashlar.query.internal.value.Texts;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Converts text to the bytes that a field stores for it, for kernels.
public final class TextBytes {
    private TextBytes() {
    }

    /// Whether texts are equal if and only if their bytes are, and a NUL is one byte.
    public static boolean isByteWise(String charsetName) {
        return isUtf8(charsetName) || StandardCharsets.ISO_8859_1.equals(Texts.charset(charsetName));
    }

    public static boolean isUtf8(String charsetName) {
        return StandardCharsets.UTF_8.equals(Texts.charset(charsetName));
    }

    /// The words of a text in a field, as a kernel has them; null if no field of this length can hold it.
    public static long[] words(String text, String charsetName, int length) {
        byte[] bytes;
        try {
            ByteBuffer encoded = Texts.charset(charsetName).newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT).encode(CharBuffer.wrap(text));
            bytes = Arrays.copyOf(encoded.array(), encoded.limit());
        } catch (CharacterCodingException _) {
            return null;
        }
        if (bytes.length > length || text.indexOf(0) >= 0) {
            return null;
        }
        long[] words = new long[Math.max(1, (length + 7) / 8)];
        for (int i = 0; i < bytes.length; i++) {
            words[i / 8] |= (bytes[i] & 0xffL) << 8 * (i % 8);
        }
        return words;
    }

    /// The text that words stand for.
    public static String text(long[] from, int at, Placement.Characters placement) {
        byte[] bytes = new byte[placement.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (from[at + i / 8] >>> 8 * (i % 8));
        }
        return Texts.decode(bytes, placement.charset());
    }
}
