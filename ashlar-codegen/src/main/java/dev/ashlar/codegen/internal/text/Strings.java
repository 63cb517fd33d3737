// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// String literals.
public final class Strings {
    private Strings() {
    }

    /// A literal whose printable characters of ASCII are printed as they are.
    ///
    /// @param characters bytes, chars or code points, as the language counts them
    /// @param escape     writes all other characters
    public static String quoted(IntStream characters, IntFunction<String> escape) {
        StringBuilder out = new StringBuilder("\"");
        characters.forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c >= 0x20 && c < 0x7f) {
                out.append((char) c);
            } else {
                out.append(escape.apply(c));
            }
        });
        return out.append('"').toString();
    }

    /// A literal of the UTF-8 of a text, for languages whose strings are bytes.
    ///
    /// @param escape format of a byte that is not printed as it is
    public static String utf8(String value, String escape) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return quoted(IntStream.range(0, bytes.length).map(i -> bytes[i] & 0xff),
                c -> String.format(Locale.ROOT, escape, c));
    }

    /// A literal of Java.
    public static String literal(String value) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (Character.isISOControl(c) || Character.isSurrogate(c)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
