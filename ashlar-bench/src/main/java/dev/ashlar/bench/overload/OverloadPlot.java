// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.overload;

import dev.ashlar.bench.overload.LoadProcess.Found;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// What came of each load, as two plots side by side: useful answers, and how long accepted requests took.
final class OverloadPlot {
    private static final int WIDTH = 340;
    private static final int HEIGHT = 220;
    private static final int LEFT = 60;
    private static final int TOP = 34;
    private static final double MOST_MULTIPLE = 5;
    private static final double LEAST_TOP = 1.2;

    private OverloadPlot() {
    }

    static String svg(Found bounded, Found unbounded, int boundMs) {
        StringBuilder out = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 320" font-family="sans-serif" font-size="12">
                <style>text{fill:#555}.grid{stroke:#999;stroke-width:.5}.a{stroke:#2b7a4b;fill:none;stroke-width:2}\
                .u{stroke:#b3261e;fill:none;stroke-width:2;stroke-dasharray:6 4}</style>
                """);
        double most = Stream.of(bounded, unbounded).flatMap(found -> found.results().stream()
                .map(r -> r.inTime() / found.capacity())).reduce(LEAST_TOP, Double::max);
        panel(out, LEFT, "in time per second, part of capacity", bounded, most,
                Stream.iterate(0.0, mark -> mark <= most, mark -> mark + 0.5).toList(),
                value -> String.format(Locale.ROOT, "%.1f", value));
        plot(out, LEFT, bounded, "a", r -> r.inTime() / bounded.capacity() / most);
        plot(out, LEFT, unbounded, "u", r -> r.inTime() / unbounded.capacity() / most);
        int right = LEFT + WIDTH + 90;
        panel(out, right, "p99 of accepted, ms (bound " + boundMs + ")", bounded, 5,
                List.of(0.0, 1.0, 2.0, 3.0, 4.0, 5.0), value -> "1" + "0".repeat((int) value));
        plot(out, right, bounded, "a", r -> Math.log10(Math.max(1, r.p99Ms())) / 5);
        plot(out, right, unbounded, "u", r -> Math.log10(Math.max(1, r.p99Ms())) / 5);
        line(out, "grid", right, y(Math.log10(boundMs) / 5), right + WIDTH, y(Math.log10(boundMs) / 5));
        out.append("<path class=\"a\" d=\"M60 308h30\"/><text x=\"96\" y=\"312\">bounded admission</text>\n")
                .append("<path class=\"u\" d=\"M240 308h30\"/><text x=\"276\" y=\"312\">unbounded queue</text>\n");
        return out.append("</svg>\n").toString();
    }

    /// @param most what the top of the axis is
    private static void panel(StringBuilder out, int left, String title, Found loads, double most,
            List<Double> marks, DoubleFunction<String> label) {
        out.append("<text x=\"").append(left).append("\" y=\"18\">").append(title).append("</text>\n");
        for (double mark : marks) {
            line(out, "grid", left, y(mark / most), left + WIDTH, y(mark / most));
            out.append("<text text-anchor=\"end\" x=\"").append(left - 6).append("\" y=\"").append(y(mark / most) + 4)
                    .append("\">").append(label.apply(mark)).append("</text>\n");
        }
        for (LoadResult result : loads.results()) {
            out.append("<text text-anchor=\"middle\" x=\"").append(x(left, result)).append("\" y=\"")
                    .append(TOP + HEIGHT + 18).append("\">").append(result.multiple()).append("</text>\n");
        }
        out.append("<text text-anchor=\"middle\" x=\"").append(left + WIDTH / 2).append("\" y=\"")
                .append(TOP + HEIGHT + 36).append("\">offered, times capacity</text>\n");
    }

    private static void plot(StringBuilder out, int left, Found found, String style,
            ToDoubleFunction<LoadResult> height) {
        StringBuilder path = new StringBuilder();
        for (LoadResult result : found.results()) {
            path.append(path.isEmpty() ? 'M' : 'L').append(x(left, result)).append(' ')
                    .append(y(height.applyAsDouble(result)));
        }
        out.append("<path class=\"").append(style).append("\" d=\"").append(path).append("\"/>\n");
    }

    private static void line(StringBuilder out, String style, int x1, int y1, int x2, int y2) {
        out.append("<path class=\"").append(style).append("\" d=\"M").append(x1).append(' ').append(y1).append('L')
                .append(x2).append(' ').append(y2).append("\"/>\n");
    }

    private static int x(int left, LoadResult result) {
        return (int) Math.round(left + WIDTH * result.multiple() / MOST_MULTIPLE);
    }

    private static int y(double part) {
        return (int) Math.round(TOP + HEIGHT * (1 - part));
    }
}
