// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figure;
import java.util.List;
import java.util.Locale;

/// Lying bars with a name each; a thin line from the least to the greatest.
public final class SvgBars {
    private static final int WIDTH = 760;
    private static final int LEAST_NAMES = 140;
    private static final double LETTER = 7.2;
    private static final int VALUES = 90;
    private static final int TOP = 34;
    private static final int ROW = 22;
    private static final int BOTTOM = 40;

    private SvgBars() {
    }

    public static String of(Chart chart) {
        List<Chart.Point> points = chart.series().stream().flatMap(series -> series.points().stream()).toList();
        int height = TOP + ROW * points.size() + BOTTOM;
        double base = TOP + ROW * points.size() + 4.0;
        int letters = points.stream().mapToInt(point -> point.label().length()).max().orElse(0);
        Axis axis = Axis.over(points.stream().map(point -> point.y().max()).toList(), false,
                Math.max(LEAST_NAMES, letters * LETTER), WIDTH - (double) VALUES);
        StringBuilder out = new StringBuilder();
        out.append(String.format(Locale.ROOT, "<svg viewBox=\"0 0 %d %d\" role=\"img\"><title>%s</title>", WIDTH,
                height, Html.text(chart.title())));
        out.append("<text class=\"title\" x=\"4\" y=\"18\">").append(Html.text(chart.title())).append("</text>");
        for (double tick : axis.ticks()) {
            out.append(String.format(Locale.ROOT, "<line class=\"grid\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" "
                    + "y2=\"%3$.1f\"/><text class=\"tick\" text-anchor=\"middle\" x=\"%1$.1f\" y=\"%4$.1f\">%5$s</text>",
                    axis.at(tick), TOP - 4, base, base + 14, Axis.name(tick)));
        }
        out.append(String.format(Locale.ROOT, "<text class=\"label\" text-anchor=\"middle\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                (axis.from() + axis.to()) / 2, base + 30, Html.text(chart.x())));
        for (int i = 0; i < points.size(); i++) {
            bar(points.get(i), TOP + ROW * i, axis, out);
        }
        return out.append("</svg>").toString();
    }

    private static void bar(Chart.Point point, int top, Axis axis, StringBuilder out) {
        double middle = top + ROW / 2.0;
        double zero = axis.at(0);
        out.append(String.format(Locale.ROOT, "<text class=\"name\" text-anchor=\"end\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                axis.from() - 8, middle + 4, Html.text(point.label())));
        out.append(String.format(Locale.ROOT, "<rect class=\"bar s0\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>",
                zero, top + 4.0, Math.max(1, axis.at(point.y().median()) - zero), ROW - 8));
        if (point.y().min() < point.y().max()) {
            out.append(String.format(Locale.ROOT, "<path class=\"error\" d=\"M%1$.1f %2$.1fH%3$.1fM%1$.1f %4$.1fv8M%3$.1f "
                    + "%4$.1fv8\"/>", axis.at(point.y().min()), middle, axis.at(point.y().max()), middle - 4));
        }
        out.append(String.format(Locale.ROOT, "<text class=\"value\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                axis.at(point.y().max()) + 6, middle + 4, Figure.number(point.y().median())));
    }
}
