// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;

/// How the bytes of text appear in JSON.
public enum TextEncoding {
    /// Decoded as ISO 8859-1, its superset.
    ASCII("US-ASCII"),
    LATIN_1("ISO-8859-1"),
    UTF_8("UTF-8"),
    UTF_16LE("UTF-16LE"),
    UTF_16BE("UTF-16BE"),
    WINDOWS_1252("windows-1252"),
    /// A charset that only Java decodes: `{"hex":"…"}`, from which a reader gets the same bytes.
    OTHER(""),
    /// Not text: hexadecimal digits.
    BYTES("");

    private final String charset;

    TextEncoding(String charset) {
        this.charset = charset;
    }

    /// The standard's name of the charset; empty if it is one of several or none.
    public String charset() {
        return charset;
    }

    /// @param characterEncoding of the schema; empty for bytes
    public static TextEncoding of(String characterEncoding) {
        String name = characterEncoding.trim();
        if (name.isEmpty()) {
            return BYTES;
        }
        try {
            Charset charset = Charset.forName(name);
            return switch (charset.name()) {
                case "US-ASCII" -> ASCII;
                case "ISO-8859-1" -> LATIN_1;
                case "UTF-8" -> UTF_8;
                case "UTF-16LE" -> UTF_16LE;
                case "UTF-16BE" -> UTF_16BE;
                case "windows-1252" -> WINDOWS_1252;
                default -> charset.canEncode() ? OTHER : BYTES;
            };
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            return BYTES;
        }
    }

    /// Whether text is padded with NULs of one byte, and so can be in a char array.
    public boolean isByteText() {
        return this == ASCII || this == LATIN_1 || this == UTF_8;
    }

    /// Whether JSON shows a char array of it as text.
    public boolean isArrayText() {
        return isByteText() || this == WINDOWS_1252;
    }

    /// Of a char array, which is text even without a charset, and which UTF-16 cannot be in.
    public static TextEncoding ofArray(String characterEncoding) {
        TextEncoding encoding = of(characterEncoding.isEmpty() ? "US-ASCII" : characterEncoding);
        return encoding == UTF_16LE || encoding == UTF_16BE ? OTHER : encoding;
    }
}
