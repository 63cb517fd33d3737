// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import dev.ashlar.cli.answer.ColumnFit.Fitted;
import dev.ashlar.sql.SqlColumn;
import java.util.List;
import java.util.stream.Collectors;

/// What stands around the cells of a table.
enum TableStyle {
    /// Blanks, and a rule under the names.
    PLAIN,
    /// Lines.
    BOX,
    /// Bars, as Markdown wants them.
    MARKDOWN;

    /// Characters between two columns.
    int around() {
        return this == PLAIN ? 2 : 3;
    }

    /// Characters before the first column and after the last one.
    int ends() {
        return this == PLAIN ? 0 : 4;
    }

    String text(String text) {
        return this == MARKDOWN ? text.replace("\\", "\\\\").replace("|", "\\|") : text;
    }

    String line(List<String> cells, boolean unicode) {
        String bar = this == BOX && unicode ? "│" : "|";
        return this == PLAIN ? String.join("  ", cells).stripTrailing()
                : cells.stream().collect(Collectors.joining(" " + bar + " ", bar + " ", " " + bar));
    }

    String top(List<Fitted> columns, boolean unicode) {
        return this == BOX ? border(columns, unicode ? "┌┬┐" : "+++", unicode) : "";
    }

    String bottom(List<Fitted> columns, boolean unicode) {
        return this == BOX ? border(columns, unicode ? "└┴┘" : "+++", unicode) : "";
    }

    String rule(List<Fitted> columns, List<SqlColumn> all, boolean unicode) {
        return switch (this) {
            case PLAIN -> columns.stream().map(c -> "-".repeat(c.width())).collect(Collectors.joining("  "));
            case BOX -> border(columns, unicode ? "├┼┤" : "+++", unicode);
            case MARKDOWN -> columns.stream().map(c -> {
                boolean right = c.index() != ColumnFit.HIDDEN && all.get(c.index()).isNumber();
                return "-".repeat(c.width() + 1) + (right ? ":" : "-");
            }).collect(Collectors.joining("|", "|", "|"));
        };
    }

    private static String border(List<Fitted> columns, String corners, boolean unicode) {
        String line = unicode ? "─" : "-";
        return columns.stream().map(c -> line.repeat(c.width() + 2)).collect(Collectors.joining(corners.substring(1, 2),
                corners.substring(0, 1), corners.substring(2)));
    }
}
