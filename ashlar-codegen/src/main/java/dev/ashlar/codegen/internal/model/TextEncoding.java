// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;

/// How bytes of text are shown as JSON.
public enum TextEncoding {
    /// ISO 8859-1, of which US-ASCII is a part.
    LATIN_1,
    UTF_8,
    UTF_16LE,
    UTF_16BE,
    /// A charset that only Java decodes: `{"hex":"…"}`, from which a reader gets the same bytes.
    OTHER,
    /// No text: hexadecimal digits.
    BYTES;

    /// @param characterEncoding of the schema; empty for bytes
    public static TextEncoding of(String characterEncoding) {
        String name = characterEncoding.trim();
        if (name.isEmpty()) {
            return BYTES;
        }
        try {
            Charset charset = Charset.forName(name);
            return switch (charset.name()) {
                case "US-ASCII", "ISO-8859-1" -> LATIN_1;
                case "UTF-8" -> UTF_8;
                case "UTF-16LE" -> UTF_16LE;
                case "UTF-16BE" -> UTF_16BE;
                default -> charset.canEncode() ? OTHER : BYTES;
            };
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            return BYTES;
        }
    }

    /// Of a char array, which is text even without a charset.
    public static TextEncoding ofArray(String characterEncoding) {
        return of(characterEncoding.isEmpty() ? "US-ASCII" : characterEncoding);
    }
}
