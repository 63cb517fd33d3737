// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

/// Which characters of a JSON string are escaped as a backslash, `u` and four hexadecimal digits. Readers get the same
/// text whichever is chosen.
///
/// **Threading**: any thread.
public enum JsonEscapes {
    /// Those that JSON requires: the control characters below the space.
    MINIMAL,
    /// Also DEL, the control characters after it, and characters that change the text direction: terminals act on them.
    CONTROLS,
    /// Also unpaired surrogates, which UTF-8 cannot encode.
    ALL;

    /// Appends a text with its quotes.
    public void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || this != MINIMAL && isControl(c) || this == ALL && isHalf(text, i)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static boolean isControl(char c) {
        return c >= 0x7f && c <= 0x9f || c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069';
    }

    /// Whether the character is an unpaired surrogate.
    private static boolean isHalf(String text, int index) {
        char c = text.charAt(index);
        return Character.isHighSurrogate(c)
                ? index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1))
                : Character.isLowSurrogate(c) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }
}
