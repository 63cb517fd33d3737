// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Range;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Draws charts: horizontal bars with names, or points connected by lines; thin lines go from the least to the greatest
/// value.
public final class Svg {
    private static final int WIDTH = 760;
    private final Chart chart;
    private final StringBuilder out = new StringBuilder();

    private Svg(Chart chart) {
        this.chart = chart;
    }

    /// A chart for a page with the style of [Html].
    public static String of(Chart chart) {
        Svg svg = new Svg(chart);
        if (chart.kind() == Chart.Kind.BARS) {
            svg.new Bars().draw();
        } else {
            svg.new Lines().draw();
        }
        return svg.out.append("</svg>").toString();
    }

    /// A chart as a separate file.
    public static String alone(Chart chart) {
        return of(chart).replaceFirst("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ")
                .replace("</title>", "</title><style>" + Html.style() + "</style>") + "\n";
    }

    private Stream<Chart.Point> points() {
        return chart.series().stream().flatMap(series -> series.points().stream());
    }

    private void put(String text, Object... values) {
        out.append(String.format(Locale.ROOT, text, values));
    }

    private void begin(int height) {
        put("<svg viewBox=\"0 0 %d %d\" role=\"img\"><title>%s</title>", WIDTH, height, Html.text(chart.title()));
        put("<text class=\"title\" x=\"4\" y=\"18\">%s</text>", Html.text(chart.title()));
    }

    private final class Bars {
        private static final int LEAST_NAMES = 140;
        private static final double LETTER = 7.2;
        private static final int VALUES = 90;
        private static final int TOP = 34;
        private static final int ROW = 22;
        private static final int BOTTOM = 40;
        private final List<Chart.Point> points = points().toList();
        private final int letters = points.stream().mapToInt(point -> point.label().length()).max().orElse(0);
        private final Axis axis = Axis.over(points.stream().map(point -> point.y().max()).toList(), false,
                Math.max(LEAST_NAMES, letters * LETTER), WIDTH - (double) VALUES);

        void draw() {
            begin(TOP + ROW * points.size() + BOTTOM);
            double base = TOP + ROW * points.size() + 4.0;
            for (double tick : axis.ticks()) {
                put("<line class=\"grid\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$.1f\"/><text class=\"tick\" "
                        + "text-anchor=\"middle\" x=\"%1$.1f\" y=\"%4$.1f\">%5$s</text>",
                        axis.at(tick), TOP - 4, base, base + 14, Axis.name(tick));
            }
            put("<text class=\"label\" text-anchor=\"middle\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                    (axis.from() + axis.to()) / 2, base + 30, Html.text(chart.x()));
            for (int i = 0; i < points.size(); i++) {
                bar(points.get(i), TOP + ROW * i);
            }
        }

        private void bar(Chart.Point point, int top) {
            double middle = top + ROW / 2.0;
            double zero = axis.at(0);
            put("<text class=\"name\" text-anchor=\"end\" x=\"%.1f\" y=\"%.1f\">%s</text>", axis.from() - 8, middle + 4,
                    Html.text(point.label()));
            put("<rect class=\"bar s0\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>", zero, top + 4.0,
                    Math.max(1, axis.at(point.y().median()) - zero), ROW - 8);
            if (point.y().min() < point.y().max()) {
                put("<path class=\"error\" d=\"M%1$.1f %2$.1fH%3$.1fM%1$.1f %4$.1fv8M%3$.1f %4$.1fv8\"/>",
                        axis.at(point.y().min()), middle, axis.at(point.y().max()), middle - 4);
            }
            put("<text class=\"value\" x=\"%.1f\" y=\"%.1f\">%s</text>", axis.at(point.y().max()) + 6, middle + 4,
                    Figure.number(point.y().median()));
        }
    }

    private final class Lines {
        private static final int HEIGHT = 380;
        private static final int LEFT = 70;
        private static final int RIGHT = 20;
        private static final int TOP = 56;
        private static final int BOTTOM = 52;
        /// Labels closer together than this would overlap.
        private static final int LEAST_APART = 58;
        private static final int COLOURS = 8;
        private final Axis x = Axis.over(points().map(Chart.Point::x).toList(), chart.logX(), LEFT,
                WIDTH - (double) RIGHT);
        private final Axis y = Axis.over(points().map(Chart.Point::y).flatMap(one -> Stream.of(one.min(), one.max()))
                .toList(), chart.logY(), HEIGHT - (double) BOTTOM, TOP);

        void draw() {
            begin(HEIGHT);
            axes();
            double legend = LEFT;
            for (int i = 0; i < chart.series().size(); i++) {
                Chart.Series series = chart.series().get(i);
                put("<rect class=\"bar s%d\" x=\"%.1f\" y=\"30\" width=\"10\" height=\"10\"/>", i % COLOURS, legend);
                put("<text class=\"tick\" x=\"%.1f\" y=\"39\">%s</text>", legend + 14, Html.text(series.name()));
                legend += 30 + 6.6 * series.name().length();
                series(series, i % COLOURS);
            }
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
            put("<polyline class=\"line s%d\" points=\"%s\"/>", colour, series.points().stream()
                    .map(point -> String.format(Locale.ROOT, "%.1f,%.1f", x.at(point.x()), y.at(point.y().median())))
                    .collect(Collectors.joining(" ")));
            for (Chart.Point point : series.points()) {
                Range range = point.y();
                if (range.min() < range.max()) {
                    put("<path class=\"error s%d\" d=\"M%2$.1f %3$.1fV%4$.1f\"/>", colour, x.at(point.x()), y.at(range.min()),
                            y.at(range.max()));
                }
                put("<circle class=\"bar s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", colour, x.at(point.x()), y.at(range.median()));
            }
        }
    }
}
