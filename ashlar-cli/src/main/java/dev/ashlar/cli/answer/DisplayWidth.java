// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import org.jline.utils.WCWidth;

/// How wide text is on a terminal: wide characters take two columns, combining ones none.
public final class DisplayWidth {
    private static final int LAST_ASCII = 0x7e;

    private DisplayWidth() {
    }

    /// Columns that a text takes.
    public static int of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > LAST_ASCII) {
                return text.codePoints().map(DisplayWidth::of).sum();
            }
        }
        return text.length();
    }

    private static int of(int character) {
        return character <= LAST_ASCII ? 1 : Math.max(0, WCWidth.wcwidth(character));
    }

    /// A text that takes no more columns than this, with a mark where it was cut.
    public static String cut(String text, int columns, String mark) {
        if (of(text) <= columns) {
            return text;
        }
        int end = 0;
        int width = 0;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            width += of(character);
            if (width > columns - 1) {
                break;
            }
            end += Character.charCount(character);
        }
        return text.substring(0, end) + mark;
    }

    /// With blanks behind it, or before it, up to a width.
    static String padded(String text, int columns, boolean right) {
        String blanks = " ".repeat(Math.max(0, columns - of(text)));
        return right ? blanks + text : text + blanks;
    }
}
