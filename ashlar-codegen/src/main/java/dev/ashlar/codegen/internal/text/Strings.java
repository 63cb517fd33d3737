// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// String literals.
public final class Strings {
    private Strings() {
    }

    /// A literal of the UTF-8 of a text, for languages whose strings are bytes.
    ///
    /// @param escape format of a byte that is not printed as it is
    public static String utf8(String value, String escape) {
        StringBuilder out = new StringBuilder("\"");
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            int c = b & 0xff;
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < 0x20 || c >= 0x7f) {
                out.append(String.format(Locale.ROOT, escape, c));
            } else {
                out.append((char) c);
            }
        }
        return out.append('"').toString();
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
