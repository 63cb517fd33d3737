// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.measure.report.Html;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Turns the Markdown that suites write into HTML: tables and paragraphs, no more.
final class MarkdownBlocks {
    private static final String CELL = "(?<!\\\\)\\|";

    private MarkdownBlocks() {
    }

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
            // The second line says how columns are aligned: words to the left, figures to the right.
            int words = (int) cells(block.get(1)).stream().takeWhile(cell -> !cell.endsWith(":")).count();
            Html.table(cells(block.getFirst()), words, block.stream().skip(2).map(MarkdownBlocks::cells).toList(), out);
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
