// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.value;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/// Decodes and compares the text of fields.
public final class Texts {
    /// What bytes that are no text begin with where they are shown.
    public static final String HEX = "0x";

    private Texts() {
    }

    /// The character of one byte; no character if it is 0.
    public static String letter(long bits) {
        return bits == 0 ? "" : Character.toString((char) bits);
    }

    /// The text before the first NUL. Bytes that are no text in the charset are shown as `0x` and hexadecimal digits;
    /// those of `US-ASCII` above 127 are read as ISO 8859-1.
    public static String decode(byte[] bytes, String charsetName) {
        Charset charset = charset(charsetName);
        if (charset == null) {
            return hex(bytes);
        }
        byte[] content = Arrays.copyOf(bytes, contentLength(bytes, unit(charset)));
        try {
            return charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException _) {
            return hex(content);
        }
    }

    private static String hex(byte[] bytes) {
        return HEX + HexFormat.of().formatHex(bytes);
    }

    /// The charset, or null if this JVM has none of this name.
    public static Charset charset(String name) {
        try {
            Charset charset = Charset.forName(name.trim());
            return charset.equals(StandardCharsets.US_ASCII) ? StandardCharsets.ISO_8859_1 : charset;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            return null;
        }
    }

    private static int unit(Charset charset) {
        String name = charset.name().toUpperCase(Locale.ROOT);
        return name.contains("UTF-16") ? 2 : name.contains("UTF-32") ? 4 : 1;
    }

    private static int contentLength(byte[] bytes, int unit) {
        for (int i = 0; i + unit <= bytes.length; i += unit) {
            int bits = 0;
            for (int j = 0; j < unit; j++) {
                bits |= bytes[i + j];
            }
            if (bits == 0) {
                return i;
            }
        }
        return bytes.length;
    }

    /// By code points.
    static int compare(String a, String b) {
        int i = 0;
        while (i < a.length() && i < b.length()) {
            int left = a.codePointAt(i);
            int right = b.codePointAt(i);
            if (left != right) {
                return Integer.compare(left, right);
            }
            i += Character.charCount(left);
        }
        return Integer.compare(a.length(), b.length());
    }
}
