// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// All figures of a measurement, as one table and as JSON.
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

    /// An array with every sample, for programs.
    public static String json(Figures figures) {
        return figures.all().stream().map(FigureTables::json)
                .collect(Collectors.joining(",\n        ", "[\n        ", "]"));
    }

    private static String json(Figure figure) {
        String forks = figure.forks().stream().map(samples -> samples.stream().map(Json::exact)
                .collect(Collectors.joining(", ", "[", "]"))).collect(Collectors.joining(", ", "[", "]"));
        return "{\"subject\": " + Json.string(figure.subject()) + ", \"measure\": " + Json.string(figure.measure().name())
                + ", \"unit\": " + Json.string(figure.measure().unit()) + ", \"better\": "
                + Json.string(figure.measure().better().name().toLowerCase(Locale.ROOT)) + ", \"noisy\": "
                + figure.isDoubtful() + ", \"moreThreadsThanCores\": " + figure.crowded() + ", \"forks\": " + forks + "}";
    }
}
