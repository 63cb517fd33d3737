// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Parts of a self-contained page, without network access, scripts or fonts of its own. It follows the reader's light
/// or dark mode, and prints in light mode.
public final class Html {
    /// The end of a page that [#begin] began.
    public static final String END = "</body></html>\n";
    private static final List<String> MACHINE = List.of("jdk", "date");

    private Html() {
    }

    /// Head, title and the line that names the machine.
    ///
    /// @param environment facts by name
    public static void begin(String title, Map<String, String> environment, StringBuilder out) {
        out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>").append(text(title)).append("</title>\n<style>\n").append(style())
                .append("</style></head><body>\n<h1>").append(text(title)).append("</h1>\n<p class=\"machine\">")
                .append(text(environment.getOrDefault("cpu", "?"))).append(", ")
                .append(text(environment.getOrDefault("cores", "?"))).append(" cores");
        MACHINE.forEach(fact -> out.append(", ").append(text(environment.getOrDefault(fact, "?"))));
        out.append("</p>\n");
    }

    /// A table whose first column is text; nothing if there are no rows.
    public static void table(List<String> head, List<List<String>> rows, StringBuilder out) {
        table(head, 1, rows, out);
    }

    /// A table; nothing if there are no rows.
    ///
    /// @param words number of leading columns with text, which is left-aligned and may be wrapped
    public static void table(List<String> head, int words, List<List<String>> rows, StringBuilder out) {
        if (rows.isEmpty()) {
            return;
        }
        out.append("<div class=\"wide\"><table><thead>");
        row("th", head, words, out);
        out.append("</thead><tbody>\n");
        rows.forEach(row -> {
            row("td", row, words, out);
            out.append('\n');
        });
        out.append("</tbody></table></div>\n");
    }

    private static void row(String tag, List<String> cells, int words, StringBuilder out) {
        out.append("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            out.append('<').append(tag).append(i > 0 && i < words ? " class=\"words\">" : ">").append(text(cells.get(i)))
                    .append("</").append(tag).append('>');
        }
        out.append("</tr>");
    }

    /// Names and values as a list of definitions.
    public static void facts(Map<String, String> facts, StringBuilder out) {
        facts.forEach((name, value) -> out.append("<dt>").append(text(name)).append("</dt><dd>").append(text(value))
                .append("</dd>\n"));
    }

    static String style() {
        try (InputStream css = Html.class.getResourceAsStream("report.css")) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Escapes text for HTML.
    public static String text(String plain) {
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
