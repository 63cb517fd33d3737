// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.text;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Charsets as schemas name them, as Java expressions.
public final class Charsets {
    private Charsets() {
    }

    /// The expression of a charset; empty if Java does not know it, in which case codecs offer only bytes.
    public static Optional<String> expression(String characterEncoding) {
        return find(characterEncoding).map(charset -> {
            if (charset.equals(StandardCharsets.US_ASCII)) {
                return "StandardCharsets.US_ASCII";
            }
            if (charset.equals(StandardCharsets.UTF_8)) {
                return "StandardCharsets.UTF_8";
            }
            if (charset.equals(StandardCharsets.ISO_8859_1)) {
                return "StandardCharsets.ISO_8859_1";
            }
            return "Charset.forName(\"" + charset.name() + "\")";
        });
    }

    /// The charset's own name; as given if Java does not know it.
    public static String name(String characterEncoding) {
        return find(characterEncoding).map(Charset::name).orElse(characterEncoding);
    }

    /// How many NUL characters make a text as long as its array.
    public static int padding(String text, String characterEncoding, int length) {
        Charset charset = find(characterEncoding).orElse(StandardCharsets.US_ASCII);
        int missing = length - text.getBytes(charset).length;
        return Math.max(0, missing / ("\0\0".getBytes(charset).length - "\0".getBytes(charset).length));
    }

    private static Optional<Charset> find(String characterEncoding) {
        try {
            return Charset.isSupported(characterEncoding.strip())
                    ? Optional.of(Charset.forName(characterEncoding.strip()))
                    : Optional.empty();
        } catch (IllegalCharsetNameException e) {
            return Optional.empty();
        }
    }
}
