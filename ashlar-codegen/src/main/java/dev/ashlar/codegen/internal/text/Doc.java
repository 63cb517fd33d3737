// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.text;

import dev.ashlar.sbe.ir.Meta;

/// Markdown documentation comments from the descriptions of a schema, which are escaped so that they are plain text.
public final class Doc {
    private static final int WIDTH = 100;

    private Doc() {
    }

    /// A comment of the description, the fallback where there is none, and the deprecation; then the annotation for it.
    public static String of(Meta meta, String fallback) {
        String text = meta.description().isBlank() ? fallback : escape(meta.description());
        StringBuilder out = new StringBuilder(comment(text));
        if (meta.isDeprecated()) {
            if (!text.isEmpty()) {
                out.append("///\n");
            }
            out.append("/// @deprecated since version ").append(meta.deprecatedSince()).append(" of the schema\n");
            out.append("@Deprecated\n");
        }
        return out.toString();
    }

    /// A comment of a text that is Markdown already.
    public static String comment(String markdown) {
        StringBuilder out = new StringBuilder();
        markdown.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(line -> wrap(line, out));
        return out.toString();
    }

    /// The text with all characters escaped that have a meaning in Java, Javadoc, HTML or Markdown.
    static String escape(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\\' -> out.append("&#92;");
                case '@' -> out.append("&#64;");
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '[', ']', '`', '*', '_', '#', '~', '|' -> out.append("&#").append(c).append(';');
                case '\n', '\r', '\u2028', '\u2029', '\u0085' -> out.append('\n');
                case '\t' -> out.append(' ');
                default -> {
                    if (!Character.isISOControl(c)) {
                        out.appendCodePoint(c);
                    }
                }
            }
        });
        return out.toString();
    }

    private static void wrap(String line, StringBuilder out) {
        String rest = line;
        while (rest.length() > WIDTH) {
            int space = rest.lastIndexOf(' ', WIDTH);
            if (space <= 0) {
                space = rest.indexOf(' ', WIDTH);
            }
            if (space < 0) {
                break;
            }
            out.append("/// ").append(rest, 0, space).append('\n');
            rest = rest.substring(space).strip();
        }
        out.append("/// ").append(rest).append('\n');
    }
}
