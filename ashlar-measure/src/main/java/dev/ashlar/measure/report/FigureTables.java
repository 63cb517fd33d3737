// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.util.List;
import java.util.stream.Stream;

/// All figures of a measurement, as one table.
public final class FigureTables {
    private static final String MISSING = "–";

    private FigureTables() {
    }

    /// The headings of the columns: empty for the subject, then one for each measure.
    public static List<String> head(Figures figures) {
        return Stream.concat(Stream.of(""), figures.measures().stream().map(Measure::head)).toList();
    }

    /// One row for each subject, with a dash for missing figures.
    public static List<List<String>> rows(Figures figures) {
        return figures.subjects().stream().map(subject -> row(subject, figures)).toList();
    }

    private static List<String> row(String subject, Figures figures) {
        return Stream.concat(Stream.of(subject), figures.measures().stream().map(measure ->
                figures.figure(subject, measure).map(Figure::text).orElse(MISSING))).toList();
    }

    /// The table in Markdown; empty if there are no figures.
    public static String markdown(Figures figures) {
        List<List<String>> rows = rows(figures);
        return rows.isEmpty() ? "" : MarkdownTable.of(head(figures), 1, rows);
    }
}
