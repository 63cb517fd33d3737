// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import dev.ashlar.cli.answer.PlotData.Series;
import java.util.List;
import java.util.Locale;

/// Draws an answer as SVG: all series over one horizontal axis, with a legend if there are several.
final class SvgPlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;
    private static final int LEFT = 90;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final int TICKS = 5;
    /// Labels of bars; of more, every second, third … is written.
    private static final int MAX_LABELS = 12;
    private static final int LABEL_LENGTH = 14;
    private static final List<String> COLOURS = List.of("#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2");

    private final PlotData data;
    private final boolean bars;
    private final double min;
    private final double max;
    private final StringBuilder svg = new StringBuilder();

    private SvgPlot(PlotData data, boolean bars) {
        this.data = data;
        this.bars = bars;
        double least = data.series().stream().mapToDouble(Series::min).min().orElse(0);
        double most = data.series().stream().mapToDouble(Series::max).max().orElse(0);
        min = bars ? Math.min(0, least) : least;
        // A level line is drawn at the bottom.
        max = Math.max(bars ? Math.max(0, most) : most, Math.nextUp(min));
    }

    static String of(PlotData data, Plot.Kind kind) {
        return new SvgPlot(data, kind == Plot.Kind.BAR).draw();
    }

    private String draw() {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">", WIDTH, HEIGHT,
                WIDTH, HEIGHT);
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>");
        add("<g font-family=\"ui-sans-serif, system-ui, sans-serif\" font-size=\"12\" fill=\"#334155\">");
        for (int tick = 0; tick <= TICKS; tick++) {
            double value = min + (max - min) * tick / TICKS;
            add("<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e2e8f0\"/>", LEFT, WIDTH - RIGHT, y(value),
                    y(value));
            text(LEFT - 8, y(value) + 4, "end", Plot.number(value));
        }
        for (int i = 0; i < data.series().size(); i++) {
            series(i);
        }
        labels();
        text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", data.axis());
        add("</g>");
        add("</svg>");
        return svg.toString();
    }

    private void series(int index) {
        Series series = data.series().get(index);
        String colour = COLOURS.get(index % COLOURS.size());
        add("<rect x=\"%d\" y=\"14\" width=\"12\" height=\"12\" fill=\"%s\"/>", LEFT + index * 160, colour);
        text(LEFT + index * 160 + 18, 24, "start", DisplayWidth.cut(series.name(), 20, "…"));
        if (bars) {
            bars(series, index, colour);
        } else {
            lines(series, colour);
        }
    }

    private void bars(Series series, int index, String colour) {
        double room = (double) (WIDTH - LEFT - RIGHT) / data.size();
        double width = room * 0.8 / data.series().size();
        for (int i = 0; i < data.size(); i++) {
            double value = series.ys()[i];
            if (!Double.isNaN(value)) {
                add("<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>", LEFT + room * (i + 0.1)
                        + width * index, Math.min(y(value), y(0)), width, Math.abs(y(value) - y(0)), colour);
            }
        }
    }

    /// One path, broken where there is no value. Points that fall on one another are drawn once.
    private void lines(Series series, String colour) {
        StringBuilder path = new StringBuilder();
        boolean open = false;
        String last = "";
        for (int i = 0; i < data.size(); i++) {
            double value = series.ys()[i];
            if (Double.isNaN(value)) {
                open = false;
                continue;
            }
            String point = String.format(Locale.ROOT, "%.1f,%.1f", x(i), y(value));
            if (!open || !point.equals(last)) {
                path.append(open ? "L" : "M").append(point);
            }
            open = true;
            last = point;
        }
        add("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" stroke-linecap=\"round\"/>", path, colour);
    }

    private void labels() {
        if (!bars && !data.isText()) {
            text(LEFT, HEIGHT - BOTTOM + 18, "start", data.labels().getFirst());
            text(WIDTH - RIGHT, HEIGHT - BOTTOM + 18, "end", data.labels().getLast());
            return;
        }
        int step = (data.size() + MAX_LABELS - 1) / MAX_LABELS;
        double room = (double) (WIDTH - LEFT - RIGHT) / data.size();
        for (int i = 0; i < data.size(); i += step) {
            text(bars ? LEFT + room * (i + 0.5) : x(i), HEIGHT - BOTTOM + 18, "middle",
                    DisplayWidth.cut(data.labels().get(i), data.size() > 2 ? LABEL_LENGTH : 3 * LABEL_LENGTH, "…"));
        }
    }

    private double x(int point) {
        double from = data.xs()[0];
        double width = data.xs()[data.size() - 1] - from;
        double inner = WIDTH - LEFT - RIGHT;
        return LEFT + (width == 0 ? inner / 2 : (data.xs()[point] - from) / width * inner);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - (value - min) / (max - min) * (HEIGHT - TOP - BOTTOM);
    }

    private void text(double x, double y, String anchor, String text) {
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(text));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
