// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.report.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What [JsonReport] has written, as far as it is compared.
///
/// **Failure**: read as a whole or refused: who measures for an hour hears before that the file is of no use.
public record OlderReport(String scale, boolean complete, Map<String, String> environment,
        Map<String, Part> experiments) {
    /// @param workload what it measured, in words that change if it does
    public record Part(String workload, List<Figure> figures) {
        public Part {
            figures = List.copyOf(figures);
        }
    }

    public OlderReport {
        environment = Map.copyOf(environment);
        experiments = Map.copyOf(experiments);
    }

    /// @param resource its name, for messages
    /// @throws IllegalArgumentException if it is no report, or one of another version
    public static OlderReport parse(String json, String resource) {
        Object value;
        try {
            value = JsonText.parse(json);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no report of the lab: " + e.getMessage() + " (" + resource + ")", e);
        }
        if (!(value instanceof Map<?, ?> map) || !JsonReport.FORMAT.equals(map.get("format"))) {
            throw new IllegalArgumentException("no report of the lab: write one with --json (" + resource + ")");
        }
        if (!Double.valueOf(JsonReport.VERSION).equals(map.get("version"))) {
            throw new IllegalArgumentException("a report of another version: version=" + map.get("version")
                    + ", expected=" + JsonReport.VERSION + "; measure again (" + resource + ")");
        }
        try {
            return report(JsonText.members(value));
        } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
            throw new IllegalArgumentException("no report of the lab: a field is missing, or not what it must be ("
                    + resource + ")", e);
        }
    }

    private static OlderReport report(Map<String, Object> report) {
        Map<String, String> environment = new LinkedHashMap<>();
        JsonText.members(report.get("environment")).forEach((name, value) -> environment.put(name, (String) value));
        Map<String, Part> experiments = new LinkedHashMap<>();
        for (Object element : JsonText.elements(report.get("experiments"))) {
            Map<String, Object> experiment = JsonText.members(element);
            experiments.put((String) experiment.get("name"), new Part((String) experiment.get("workload"),
                    JsonText.elements(experiment.get("figures")).stream()
                            .map(figure -> figure(JsonText.members(figure))).toList()));
        }
        return new OlderReport((String) report.get("scale"), (Boolean) report.get("complete"), environment,
                experiments);
    }

    private static Figure figure(Map<String, Object> figure) {
        Measure measure = new Measure((String) figure.get("measure"), (String) figure.get("unit"),
                Measure.Better.valueOf(((String) figure.get("better")).toUpperCase(Locale.ROOT)));
        List<List<Double>> forks = new ArrayList<>();
        for (Object fork : JsonText.elements(figure.get("forks"))) {
            forks.add(JsonText.elements(fork).stream().map(Double.class::cast).toList());
        }
        return new Figure((String) figure.get("subject"), measure, forks, (Boolean) figure.get("noisy"),
                (Boolean) figure.get("moreThreadsThanCores"));
    }
}
