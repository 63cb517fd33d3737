// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.measure.report.Html;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The page as self-contained HTML, for light and dark screens and for print.
public final class HtmlPage {
    public static String of(BenchRun run) {
        StringBuilder out = new StringBuilder();
        List<List<SuiteRun>> groups = run.byEnvironment();
        Html.begin("Ashlar bench", groups.isEmpty() ? Map.of() : groups.getFirst().getFirst().environment(), out);
        run.warnings().forEach(warning -> out.append("<p class=\"alarm\">").append(Html.text(warning)).append("</p>\n"));
        out.append("<nav><ol>\n");
        run.suites().forEach(suite -> out.append("<li><a href=\"#").append(Html.text(suite.name())).append("\">")
                .append(Html.text(suite.name())).append("</a></li>\n"));
        out.append("</ol></nav>\n<section><h2>All suites</h2>\n<p class=\"verdict\">").append(Html.text(run.tally()))
                .append("</p>\n");
        Html.table(PageTable.HEAD, PageTable.LEFT, PageTable.rows(run), out);
        out.append("<p class=\"remarks\">").append(Html.text(PageTable.LEGEND)).append("</p>\n</section>\n");
        run.suites().forEach(suite -> detail(suite, out));
        out.append("<section><h2>Machine and software</h2>\n");
        for (List<SuiteRun> group : groups) {
            out.append("<h3>").append(Html.text(MarkdownPage.names(group))).append("</h3>\n<dl>\n");
            Html.facts(group.getFirst().environment(), out);
            Html.facts(Map.of("effort", group.getFirst().effort()), out);
            group.stream().filter(suite -> !suite.disturbances().isEmpty()).forEach(suite -> Html.facts(
                    Map.of("disturbed: " + suite.name(), String.join(", ", suite.disturbances())), out));
            out.append("</dl>\n");
        }
        return out.append("</section>\n").append(Html.END).toString();
    }

    private static void detail(SuiteRun suite, StringBuilder out) {
        out.append("<section id=\"").append(Html.text(suite.name())).append("\">\n<h2>").append(Html.text(suite.name()))
                .append("</h2>\n");
        if (!suite.isMeasured()) {
            out.append("<p class=\"alarm\">").append(Html.text(suite.outcome() == SuiteRun.Outcome.FAILED
                    ? "failed: " + suite.failure() : "interrupted")).append("</p>\n");
        }
        // Drawings made by the suites, without third-party text, so they need no escaping.
        suite.plots().values().forEach(picture -> out.append("<figure>").append(picture).append("</figure>\n"));
        MarkdownBlocks.html(suite.text(), out);
        out.append("</section>\n");
    }

    /// Converts the Markdown of suites to HTML: only tables and paragraphs.
    static final class MarkdownBlocks {
        private static final String CELL = "(?<!\\\\)\\|";

        static void html(String markdown, StringBuilder out) {
            List<String> block = new ArrayList<>();
            for (String line : (markdown + "\n").split("\n", -1)) {
                boolean table = !block.isEmpty() && block.getFirst().startsWith("|");
                if (!block.isEmpty() && (line.isBlank() || table != line.startsWith("|"))) {
                    end(block, out);
                }
                if (!line.isBlank()) {
                    block.add(line);
                }
            }
        }

        private static void end(List<String> block, StringBuilder out) {
            if (block.getFirst().startsWith("|") && block.size() > 1) {
                // The second line has the alignment of columns: text left, figures right.
                int words = (int) cells(block.get(1)).stream().takeWhile(cell -> !cell.endsWith(":")).count();
                Html.table(cells(block.getFirst()), words, block.stream().skip(2).map(MarkdownBlocks::cells).toList(),
                        out);
            } else {
                out.append("<p>").append(Html.text(String.join("\n", block))).append("</p>\n");
            }
            block.clear();
        }

        private static List<String> cells(String line) {
            String inside = line.strip();
            inside = inside.substring(1, inside.endsWith("|") ? inside.length() - 1 : inside.length());
            return Arrays.stream(inside.split(CELL, -1)).map(cell -> cell.strip().replace("\\|", "|")).toList();
        }
    }
}
