// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import dev.ashlar.lab.ExperimentResult;
import dev.ashlar.lab.LabReport;
import dev.ashlar.lab.report.TextReport.Overview;
import dev.ashlar.measure.report.FigureTables;
import dev.ashlar.measure.report.Html;
import dev.ashlar.measure.report.Svg;
import java.util.List;
import java.util.Optional;

/// A report as one self-contained page, without network access, scripts or fonts of its own. It follows the reader's
/// light or dark mode, and prints in light mode.
public final class HtmlReport {
    private HtmlReport() {
    }

    public static String of(LabReport report, Optional<Comparison> comparison) {
        StringBuilder out = new StringBuilder();
        Html.begin("Ashlar lab", report.environment(), out);
        if (!report.complete()) {
            out.append("<p class=\"alarm\">Interrupted: this is a part of the report.</p>\n");
        }
        Html.table(Overview.HEAD, Overview.HEAD.size(), Overview.rows(report), out);
        out.append("<nav><ol>\n");
        report.results().forEach(result -> out.append("<li><a href=\"#").append(result.experiment().name())
                .append("\">").append(Html.text(result.experiment().name())).append("</a></li>\n"));
        out.append("</ol></nav>\n");
        report.results().forEach(result -> result(result, out));
        comparison.ifPresent(one -> comparison(one, out));
        out.append("<section><h2>Machine and software</h2>\n<p>").append(Html.text(TextReport.legend(report)))
                .append("</p>\n<dl>\n");
        Html.facts(report.environment(), out);
        TextReport.notCounted(report.missing()).ifPresent(line -> out.append("<dt>counters</dt><dd>")
                .append(Html.text(line.substring(line.indexOf(':') + 2))).append("</dd>\n"));
        return out.append("</dl></section>\n").append(Html.END).toString();
    }

    private static void result(ExperimentResult result, StringBuilder out) {
        String name = result.experiment().name();
        out.append("<section id=\"").append(name).append("\">\n<h2>").append(Html.text(name)).append("</h2>\n<p class=\"question\">")
                .append(Html.text(result.experiment().question())).append("<br><small>")
                .append(Html.text(result.experiment().source())).append("</small></p>\n<p class=\"verdict\">")
                .append(Html.text(result.verdict())).append("</p>\n");
        List<String> remarks = TextReport.remarks(result);
        if (!remarks.isEmpty()) {
            out.append("<ul class=\"remarks\">\n");
            remarks.forEach(remark -> out.append("<li").append(remark.startsWith("NOISY") || remark.startsWith("failed")
                    ? " class=\"alarm\"" : "").append('>').append(Html.text(remark)).append("</li>\n"));
            out.append("</ul>\n");
        }
        result.experiment().charts(result.figures()).stream().filter(chart -> !chart.isEmpty())
                .forEach(chart -> out.append("<figure>").append(Svg.of(chart)).append("</figure>\n"));
        Html.table(TextReport.RATIO_HEAD, TextReport.ratios(result), out);
        Html.table(FigureTables.head(result.figures()), FigureTables.rows(result.figures()), out);
        out.append("<details><summary>Trials and their flags</summary><ul>\n");
        result.plan().trials().forEach(trial -> out.append("<li>").append(Html.text(trial.name())).append(": <code>")
                .append(Html.text(String.join(" ", trial.flags()))).append("</code></li>\n"));
        out.append("</ul></details>\n</section>\n");
    }

    private static void comparison(Comparison comparison, StringBuilder out) {
        out.append("<section id=\"comparison\"><h2>Next to the older report</h2>\n<ul class=\"remarks\">\n");
        comparison.warnings().forEach(warning -> out.append("<li class=\"alarm\">").append(Html.text(warning)).append("</li>\n"));
        out.append("</ul>\n");
        Html.table(Comparison.HEAD, 3, comparison.rows().stream().map(Comparison.Row::cells).toList(), out);
        out.append("</section>\n");
    }
}
