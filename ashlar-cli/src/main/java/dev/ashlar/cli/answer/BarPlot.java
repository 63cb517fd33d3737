// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import dev.ashlar.cli.answer.PlotData.Series;
import java.io.PrintWriter;
import java.util.Arrays;

/// Draws bars of characters, one a line, to the right of zero or to its left.
final class BarPlot {
    /// An eighth, two eighths, … of a character from the left.
    private static final String EIGHTHS = "▏▎▍▌▋▊▉█";
    private static final int EIGHT = 8;
    private static final int MIN_BAR = 10;

    static void print(PlotData data, PrintWriter out, int width, Screen screen) {
        int labels = Math.min(data.labels().stream().mapToInt(DisplayWidth::of).max().orElse(0), width / 3);
        for (Series series : data.series()) {
            String[] values = Arrays.stream(series.ys()).mapToObj(y -> Double.isNaN(y) ? TablePrinter.NULL
                    : Plot.number(y)).toArray(String[]::new);
            int numbers = Arrays.stream(values).mapToInt(String::length).max().orElse(0);
            int bars = Math.max(MIN_BAR, width - labels - numbers - 3);
            double min = Math.min(0, series.min());
            double span = Math.max(Math.max(0, series.max()) - min, Double.MIN_NORMAL);
            int zero = (int) Math.round(-min / span * bars);
            out.println(screen.bold(DisplayWidth.cut(series.name(), width, screen.ellipsis())));
            for (int i = 0; i < values.length; i++) {
                String label = DisplayWidth.cut(data.labels().get(i), labels, screen.ellipsis());
                out.println((DisplayWidth.padded(label, labels, false) + ' ' + DisplayWidth.padded(values[i], numbers,
                        true) + ' ' + bar(series.ys()[i] / span * bars, zero, screen.unicode())).stripTrailing());
            }
            AnswerPrinter.requireOutput(out);
        }
    }

    /// @param length in characters, negative to the left
    /// @param zero   characters before it
    private static String bar(double length, int zero, boolean unicode) {
        if (Double.isNaN(length)) {
            return "";
        }
        if (length < 0) {
            int whole = Math.min(zero, (int) Math.max(1, Math.round(-length)));
            return " ".repeat(zero - whole) + (unicode ? "█" : "#").repeat(whole);
        }
        if (!unicode) {
            return " ".repeat(zero) + "#".repeat((int) Math.round(length));
        }
        int eighths = length == 0 ? 0 : (int) Math.max(1, Math.round(length * EIGHT));
        int rest = eighths % EIGHT;
        return " ".repeat(zero) + "█".repeat(eighths / EIGHT) + (rest == 0 ? "" : EIGHTHS.substring(rest - 1, rest));
    }
}
