// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.util.ArrayList;
import java.util.List;

/// All figures of a measurement, as one table.
public final class FigureTables {
    private static final String MISSING = "–";

    private FigureTables() {
    }

    /// The heads of the columns: nothing for the subject, then a measure each.
    public static List<String> head(Figures figures) {
        List<String> head = new ArrayList<>(List.of(""));
        figures.measures().forEach(measure -> head.add(measure.head()));
        return head;
    }

    /// A row for each subject; what was not measured is a dash.
    public static List<List<String>> rows(Figures figures) {
        List<List<String>> rows = new ArrayList<>();
        for (String subject : figures.subjects()) {
            List<String> row = new ArrayList<>(List.of(subject));
            for (Measure measure : figures.measures()) {
                row.add(figures.figure(subject, measure).map(Figure::text).orElse(MISSING));
            }
            rows.add(row);
        }
        return rows;
    }

    /// The table in Markdown; empty if there are no figures.
    public static String markdown(Figures figures) {
        List<List<String>> rows = rows(figures);
        return rows.isEmpty() ? "" : MarkdownTable.of(head(figures), 1, rows);
    }
}
