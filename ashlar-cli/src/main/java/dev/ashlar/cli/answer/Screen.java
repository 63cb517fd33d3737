// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import java.nio.charset.Charset;

/// What answers are shown on: a terminal, which has bounds, or a file or pipe, which has none.
///
/// @param width   characters of a line; 0 for any number
/// @param height  lines; 0 for any number
/// @param rows    rows that an answer may show; 0 for all
/// @param styled  whether parts are bold or dim
/// @param unicode whether there are characters beyond ASCII
public record Screen(int width, int height, int rows, boolean styled, boolean unicode) {
    /// Lines that the names of columns, a note and the next prompt take.
    private static final int OTHER_LINES = 6;
    private static final int MIN_ROWS = 10;

    /// A file or a pipe.
    public static Screen none(Charset charset) {
        return new Screen(0, 0, 0, false, hasUnicode(charset));
    }

    /// A terminal.
    ///
    /// @param rows as the user wants: 0 for all, negative for as many as fit
    public static Screen terminal(int width, int height, int rows, boolean dumb, Charset charset) {
        int fitting = height == 0 ? 0 : Math.max(MIN_ROWS, height - OTHER_LINES);
        return new Screen(Math.max(0, width), Math.max(0, height), rows < 0 ? fitting : rows,
                !dumb && isColourWanted(), hasUnicode(charset));
    }

    /// Whether the environment allows colours: see no-color.org.
    public static boolean isColourWanted() {
        String without = System.getenv("NO_COLOR");
        return (without == null || without.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
    }

    private static boolean hasUnicode(Charset charset) {
        return charset.canEncode() && charset.newEncoder().canEncode("─█⣿…");
    }

    String bold(String text) {
        return styled ? "\u001b[1m" + text + "\u001b[m" : text;
    }

    String dim(String text) {
        return styled ? "\u001b[2m" + text + "\u001b[m" : text;
    }

    /// What stands for characters or columns that do not fit.
    String ellipsis() {
        return unicode ? "…" : "~";
    }
}
