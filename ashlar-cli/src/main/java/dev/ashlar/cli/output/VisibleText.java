// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

/// Text for a terminal, which may come from a store: characters that would break lines or control the terminal are
/// shown as escapes.
public final class VisibleText {
    private VisibleText() {
    }

    /// A message as one line.
    public static String line(String message) {
        return of(message.replaceAll("\\s*[\\r\\n]+\\s*", " ").strip());
    }

    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isHidden(text.charAt(i))) {
                return escaped(text);
            }
        }
        return text;
    }

    private static String escaped(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        text.chars().forEach(c -> {
            if (isHidden((char) c)) {
                visible.append(String.format("\\u%04x", c));
            } else {
                visible.append((char) c);
            }
        });
        return visible.toString();
    }

    /// Controls, line ends of Unicode, and what changes the direction of writing.
    private static boolean isHidden(char c) {
        return Character.isISOControl(c) || c == '\u2028' || c == '\u2029' || c >= '\u202a' && c <= '\u202e'
                || c >= '\u2066' && c <= '\u2069';
    }
}
