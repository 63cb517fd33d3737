// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A Markdown table that is also readable as plain text.
public final class MarkdownTable {
    private MarkdownTable() {
    }

    /// @param left columns that are aligned to the left; the others are to the right
    public static String of(List<String> head, int left, List<List<String>> rows) {
        int[] widths = IntStream.range(0, head.size())
                .map(i -> Stream.concat(Stream.of(head), rows.stream()).mapToInt(row -> row.get(i).length()).max()
                        .getAsInt())
                .toArray();
        StringBuilder out = new StringBuilder();
        append(head, widths, left, out);
        for (int i = 0; i < widths.length; i++) {
            out.append('|').append("-".repeat(widths[i] + 1)).append(i < left ? '-' : ':');
        }
        out.append("|\n");
        rows.forEach(row -> append(row, widths, left, out));
        return out.toString();
    }

    private static void append(List<String> row, int[] widths, int left, StringBuilder out) {
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - row.get(i).length());
            out.append("| ").append(i < left ? row.get(i) + padding : padding + row.get(i)).append(' ');
        }
        out.append("|\n");
    }
}
