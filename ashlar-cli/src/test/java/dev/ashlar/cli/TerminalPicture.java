// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.util.List;

/// Draws lines of a terminal as SVG.
final class TerminalPicture {
    private static final int LINE_PX = 17;
    private static final int MARGIN_PX = 16;
    private static final double COLUMN_PX = 7.83;

    static String of(List<String> lines) {
        int columns = lines.stream().mapToInt(String::length).max().orElse(0);
        int width = (int) (2 * MARGIN_PX + columns * COLUMN_PX);
        int height = 2 * MARGIN_PX + lines.size() * LINE_PX;
        StringBuilder out = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">
                <rect width="100%%" height="100%%" rx="8" fill="#1b1f24"/>
                <g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="13" fill="#d1d7de">
                """.formatted(width, height, width, height));
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isEmpty()) {
                // A fixed length keeps columns straight whatever the font is.
                out.append("<text xml:space=\"preserve\" x=\"%d\" y=\"%d\" textLength=\"%d\"%s>%s</text>\n".formatted(MARGIN_PX,
                        MARGIN_PX + LINE_PX * i + LINE_PX - 4, Math.round(line.length() * COLUMN_PX),
                        line.startsWith("$ ") ? " fill=\"#7ee787\"" : "", escaped(line)));
            }
        }
        return out.append("</g>\n</svg>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
