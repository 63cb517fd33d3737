// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Points with lines between them, and thin lines from the least to the greatest.
public final class SvgLines {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 380;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 56;
    private static final int BOTTOM = 52;
    /// Names of places that stand apart by less than this would lie on each other.
    private static final int LEAST_APART = 58;
    private static final int COLOURS = 8;

    private final Chart chart;
    private final Axis x;
    private final Axis y;
    private final StringBuilder out = new StringBuilder();

    private SvgLines(Chart chart) {
        this.chart = chart;
        List<Chart.Point> points = points().toList();
        x = Axis.over(points.stream().map(Chart.Point::x).toList(), chart.logX(), LEFT, WIDTH - (double) RIGHT);
        y = Axis.over(points.stream().flatMap(point -> Stream.of(point.y().min(), point.y().max())).toList(),
                chart.logY(), HEIGHT - (double) BOTTOM, TOP);
    }

    /// For a page with the style of [Html].
    public static String of(Chart chart) {
        return new SvgLines(chart).draw();
    }

    /// As a file of its own.
    public static String alone(Chart chart) {
        return of(chart).replaceFirst("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ")
                .replace("</title>", "</title><style>" + Html.style() + "</style>") + "\n";
    }

    private Stream<Chart.Point> points() {
        return chart.series().stream().flatMap(series -> series.points().stream());
    }

    private String draw() {
        put("<svg viewBox=\"0 0 %d %d\" role=\"img\"><title>%s</title>", WIDTH, HEIGHT, Html.text(chart.title()));
        put("<text class=\"title\" x=\"4\" y=\"18\">%s</text>", Html.text(chart.title()));
        axes();
        double legend = LEFT;
        for (int i = 0; i < chart.series().size(); i++) {
            Chart.Series series = chart.series().get(i);
            put("<rect class=\"bar s%d\" x=\"%.1f\" y=\"30\" width=\"10\" height=\"10\"/>", i % COLOURS, legend);
            put("<text class=\"tick\" x=\"%.1f\" y=\"39\">%s</text>", legend + 14, Html.text(series.name()));
            legend += 30 + 6.6 * series.name().length();
            series(series, i % COLOURS);
        }
        return out.append("</svg>").toString();
    }

    private void axes() {
        for (double tick : y.ticks()) {
            put("<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%3$.1f\" y2=\"%3$.1f\"/>", LEFT, WIDTH - RIGHT, y.at(tick));
            put("<text class=\"tick\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s</text>", LEFT - 6, y.at(tick) + 4,
                    Axis.name(tick));
        }
        double last = Double.NEGATIVE_INFINITY;
        List<Chart.Point> named = points().filter(point -> !point.label().isEmpty())
                .sorted((a, b) -> Double.compare(a.x(), b.x())).toList();
        for (Chart.Point point : named) {
            if (x.at(point.x()) - last >= LEAST_APART) {
                last = x.at(point.x());
                place(last, point.label());
            }
        }
        if (named.isEmpty()) {
            x.ticks().forEach(tick -> place(x.at(tick), Axis.name(tick)));
        }
        put("<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%3$d\" y2=\"%3$d\"/>", LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM);
        put("<text class=\"label\" text-anchor=\"middle\" x=\"%d\" y=\"%d\">%s</text>", (LEFT + WIDTH - RIGHT) / 2,
                HEIGHT - 10, Html.text(chart.x()));
        int middle = (TOP + HEIGHT - BOTTOM) / 2;
        put("<text class=\"label\" text-anchor=\"middle\" transform=\"rotate(-90 14 %1$d)\" x=\"14\" y=\"%1$d\">%2$s</text>",
                middle, Html.text(chart.y()));
    }

    private void place(double at, String name) {
        put("<line class=\"grid\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\"/>", at, TOP, HEIGHT - BOTTOM);
        put("<text class=\"tick\" text-anchor=\"middle\" x=\"%.1f\" y=\"%d\">%s</text>", at, HEIGHT - BOTTOM + 16,
                Html.text(name));
    }

    private void series(Chart.Series series, int colour) {
        List<String> places = new ArrayList<>();
        for (Chart.Point point : series.points()) {
            places.add(String.format(Locale.ROOT, "%.1f,%.1f", x.at(point.x()), y.at(point.y().median())));
        }
        put("<polyline class=\"line s%d\" points=\"%s\"/>", colour, String.join(" ", places));
        for (Chart.Point point : series.points()) {
            Range range = point.y();
            if (range.min() < range.max()) {
                put("<path class=\"error s%d\" d=\"M%2$.1f %3$.1fV%4$.1f\"/>", colour, x.at(point.x()), y.at(range.min()),
                        y.at(range.max()));
            }
            put("<circle class=\"bar s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", colour, x.at(point.x()), y.at(range.median()));
        }
    }

    private void put(String form, Object... values) {
        out.append(String.format(Locale.ROOT, form, values));
    }
}
