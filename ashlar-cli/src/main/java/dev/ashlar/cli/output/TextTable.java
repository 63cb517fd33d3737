// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// Rows of text in columns as wide as their widest value.
public final class TextTable {
    private final boolean[] right;
    private final List<String[]> rows = new ArrayList<>();

    /// @param heads of the columns; those that begin with `>` are right-aligned
    public TextTable(String... heads) {
        right = new boolean[heads.length];
        String[] row = new String[heads.length];
        for (int i = 0; i < heads.length; i++) {
            right[i] = heads[i].startsWith(">");
            row[i] = right[i] ? heads[i].substring(1) : heads[i];
        }
        rows.add(row);
    }

    public void row(String... cells) {
        if (cells.length != right.length) {
            throw new IllegalArgumentException("cells=" + cells.length + ", columns=" + right.length);
        }
        rows.add(cells);
    }

    /// @param indent prefix of each row
    public void print(PrintWriter out, String indent) {
        int[] widths = new int[right.length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < row.length; i++) {
                String padding = " ".repeat(widths[i] - row[i].length());
                line.append(i == 0 ? "" : "  ").append(right[i] ? padding + row[i] : row[i] + padding);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
