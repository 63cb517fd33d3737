// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import dev.ashlar.cli.answer.PlotData.Series;
import java.io.PrintWriter;

/// Draws lines of Braille dots, two by four in a character; each series in its own picture, because dots have no
/// colours.
final class LinePlot {
    private static final int LINES = 12;
    private static final int MIN_WIDTH = 20;
    /// Bits of a Braille character by line and column of its dots.
    private static final int[][] DOTS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    private static final char BRAILLE = '\u2800';

    private final int columns;
    private final int lines;
    private final int perColumn;
    private final int perLine;
    private final int[][] cells;

    private LinePlot(int columns, int lines, boolean unicode) {
        this.columns = columns;
        this.lines = lines;
        perColumn = unicode ? 2 : 1;
        perLine = unicode ? 4 : 1;
        cells = new int[lines][columns];
    }

    static void print(PlotData data, PrintWriter out, int width, Screen screen) {
        for (Series series : data.series()) {
            picture(data, series, out, width, screen);
            AnswerPrinter.requireOutput(out);
        }
    }

    private static void picture(PlotData data, Series series, PrintWriter out, int width, Screen screen) {
        double min = series.min();
        double max = series.max();
        String top = Plot.number(max);
        String bottom = Plot.number(min);
        int numbers = Math.max(top.length(), bottom.length());
        LinePlot plot = new LinePlot(Math.max(MIN_WIDTH, width - numbers - 3), LINES, screen.unicode());
        plot.draw(data.xs(), series.ys(), min, max);
        out.println(screen.bold(DisplayWidth.cut(series.name(), width, screen.ellipsis())));
        String bar = screen.unicode() ? " ┤" : " |";
        for (int line = 0; line < LINES; line++) {
            String number = line == 0 ? top : line == LINES - 1 ? bottom : "";
            out.println(DisplayWidth.padded(number, numbers, true) + bar + plot.line(line).stripTrailing());
        }
        out.println(" ".repeat(numbers + 1) + (screen.unicode() ? "└" + "─".repeat(plot.columns)
                : "+" + "-".repeat(plot.columns)));
        String first = data.labels().getFirst();
        String last = data.labels().getLast();
        int room = plot.columns - DisplayWidth.of(first) - DisplayWidth.of(last);
        out.println(" ".repeat(numbers + 2) + (room < 1 ? DisplayWidth.cut(first + " … " + last, plot.columns,
                screen.ellipsis()) : first + " ".repeat(room) + last));
    }

    private void draw(double[] xs, double[] ys, double min, double max) {
        double from = xs[0];
        double width = xs[xs.length - 1] - from;
        double height = max - min;
        int right = columns * perColumn - 1;
        int bottom = lines * perLine - 1;
        int lastX = -1;
        int lastY = -1;
        for (int i = 0; i < xs.length; i++) {
            if (Double.isNaN(ys[i])) {
                lastX = -1;
                continue;
            }
            int x = width == 0 ? right / 2 : (int) Math.round((xs[i] - from) / width * right);
            int y = height == 0 ? bottom / 2 : bottom - (int) Math.round((ys[i] - min) / height * bottom);
            if (lastX < 0) {
                dot(x, y);
            } else {
                segment(lastX, lastY, x, y);
            }
            lastX = x;
            lastY = y;
        }
    }

    private void segment(int fromX, int fromY, int toX, int toY) {
        int steps = Math.max(1, Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
        for (int i = 0; i <= steps; i++) {
            dot(fromX + Math.round((float) (toX - fromX) * i / steps),
                    fromY + Math.round((float) (toY - fromY) * i / steps));
        }
    }

    private void dot(int x, int y) {
        cells[y / perLine][x / perColumn] |= perLine == 1 ? 1 : DOTS[y % perLine][x % perColumn];
    }

    private String line(int line) {
        StringBuilder text = new StringBuilder();
        for (int cell : cells[line]) {
            text.append(cell == 0 ? ' ' : perLine == 1 ? '*' : (char) (BRAILLE + cell));
        }
        return text.toString();
    }
}
