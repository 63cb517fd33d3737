// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import dev.ashlar.lab.ExperimentResult;
import dev.ashlar.lab.LabReport;
import dev.ashlar.lab.figures.Chart;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A report as one page that needs nothing else: no network, no script, no fonts of its own. It follows the reader's
/// choice of light and dark, and is light on paper.
public final class HtmlReport {
    private HtmlReport() {
    }

    /// @param comparison with an older report, if there is one
    public static String of(LabReport report, Optional<Comparison> comparison) {
        StringBuilder out = new StringBuilder();
        out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>Ashlar lab</title>\n<style>\n").append(style()).append("</style></head><body>\n")
                .append("<h1>Ashlar lab</h1>\n<p class=\"machine\">")
                .append(text(report.environment().getOrDefault("cpu", "?"))).append(", ")
                .append(text(report.environment().getOrDefault("cores", "?"))).append(" cores, ")
                .append(text(report.environment().getOrDefault("jdk", "?"))).append(", ")
                .append(text(report.environment().getOrDefault("date", "?"))).append("</p>\n");
        if (!report.complete()) {
            out.append("<p class=\"alarm\">Interrupted: this is a part of the report.</p>\n");
        }
        out.append("<nav><ol>\n");
        report.results().forEach(result -> out.append("<li><a href=\"#").append(result.experiment().name())
                .append("\">").append(text(result.experiment().name())).append("</a> ").append(text(result.verdict()))
                .append("</li>\n"));
        out.append("</ol></nav>\n");
        report.results().forEach(result -> result(result, out));
        comparison.ifPresent(beside -> comparison(beside, out));
        out.append("<section><h2>Machine and software</h2>\n<p>").append(text(TextReport.legend(report)))
                .append("</p>\n<dl>\n");
        report.environment().forEach((name, value) -> out.append("<dt>").append(text(name)).append("</dt><dd>")
                .append(text(value)).append("</dd>\n"));
        TextReport.notCounted(report.missing()).ifPresent(line -> out.append("<dt>counters</dt><dd>")
                .append(text(line.substring(line.indexOf(':') + 2))).append("</dd>\n"));
        return out.append("</dl></section>\n</body></html>\n").toString();
    }

    private static void result(ExperimentResult result, StringBuilder out) {
        String name = result.experiment().name();
        out.append("<section id=\"").append(name).append("\">\n<h2>").append(text(name)).append("</h2>\n<p class=\"question\">")
                .append(text(result.experiment().question())).append("<br><small>")
                .append(text(result.experiment().source())).append("</small></p>\n<p class=\"verdict\">")
                .append(text(result.verdict())).append("</p>\n");
        List<String> remarks = TextReport.remarks(result);
        if (!remarks.isEmpty()) {
            out.append("<ul class=\"remarks\">\n");
            remarks.forEach(remark -> out.append("<li").append(remark.startsWith("NOISY") || remark.startsWith("failed")
                    ? " class=\"alarm\"" : "").append('>').append(text(remark)).append("</li>\n"));
            out.append("</ul>\n");
        }
        result.experiment().charts(result.findings()).stream().filter(chart -> !chart.isEmpty())
                .forEach(chart -> out.append("<figure>").append(chart.kind() == Chart.Kind.BARS ? SvgBars.of(chart)
                        : SvgLines.of(chart)).append("</figure>\n"));
        table(TextReport.RATIO_HEAD, TextReport.ratios(result), out);
        table(TextReport.head(result.findings()), TextReport.rows(result.findings()), out);
        out.append("<details><summary>Trials and their flags</summary><ul>\n");
        result.plan().trials().forEach(trial -> out.append("<li>").append(text(trial.name())).append(": <code>")
                .append(text(String.join(" ", trial.flags()))).append("</code></li>\n"));
        out.append("</ul></details>\n</section>\n");
    }

    private static void comparison(Comparison comparison, StringBuilder out) {
        out.append("<section id=\"comparison\"><h2>Beside the older report</h2>\n<ul class=\"remarks\">\n");
        comparison.warnings().forEach(warning -> out.append("<li class=\"alarm\">").append(text(warning)).append("</li>\n"));
        out.append("</ul>\n");
        table(List.of("experiment", "subject", "measure", "before", "now", "verdict"), comparison.rows().stream()
                .map(row -> List.of(row.experiment(), row.subject(), row.measure(), row.before(), row.now(),
                        row.verdict())).toList(), out);
        out.append("</section>\n");
    }

    private static void table(List<String> head, List<List<String>> rows, StringBuilder out) {
        if (rows.isEmpty()) {
            return;
        }
        out.append("<div class=\"wide\"><table><thead><tr>");
        head.forEach(cell -> out.append("<th>").append(text(cell)).append("</th>"));
        out.append("</tr></thead><tbody>\n");
        rows.forEach(row -> {
            out.append("<tr>");
            row.forEach(cell -> out.append("<td>").append(text(cell)).append("</td>"));
            out.append("</tr>\n");
        });
        out.append("</tbody></table></div>\n");
    }

    private static String style() {
        try (InputStream css = HtmlReport.class.getResourceAsStream("lab.css")) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// With what has a meaning in HTML put otherwise.
    static String text(String plain) {
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
