// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.sql.SqlResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.JDBCType;
import java.util.Locale;
import java.util.Optional;

/// How an answer is drawn.
///
/// @param kind empty for what fits: bars for texts and for few numbers, lines for times and for many numbers
/// @param file an SVG file; empty for the terminal
public record Plot(Optional<Kind> kind, Optional<Path> file) {
    /// What stands for the values.
    public enum Kind { BAR, LINE }

    /// More bars would be longer than anybody reads.
    private static final int MAX_BARS = 1_000;
    /// Numbers that are drawn as bars where nothing else was asked for.
    private static final int FEW = 30;
    private static final int DEFAULT_WIDTH = 80;
    private static final int MAX_WIDTH = 160;

    /// Draws all rows.
    ///
    /// @return how many rows there were
    /// @throws BadInputException if they cannot be drawn, or the file cannot be written
    public Shown draw(SqlResult result, PrintWriter out, Screen screen) {
        PlotData data = PlotData.of(result);
        Kind drawn = kind.orElse(data.isText() || data.size() <= FEW && !isTime(result) ? Kind.BAR : Kind.LINE);
        if (drawn == Kind.BAR && data.size() > MAX_BARS) {
            throw new BadInputException("too many bars: rows=" + data.size() + ", most=" + MAX_BARS
                    + "; draw lines, or group the rows");
        }
        if (file.isPresent()) {
            write(SvgPlot.of(data, drawn), file.get());
            out.println("drawn to " + file.get());
        } else {
            int width = screen.width() == 0 ? DEFAULT_WIDTH : Math.min(screen.width(), MAX_WIDTH);
            if (drawn == Kind.BAR) {
                BarPlot.print(data, out, width, screen);
            } else {
                LinePlot.print(data, out, width, screen);
            }
        }
        return Shown.all(data.size(), result.columns().size());
    }

    private static boolean isTime(SqlResult result) {
        return result.columns().size() > 1 && result.columns().getFirst().type() == JDBCType.TIMESTAMP;
    }

    private static void write(String svg, Path file) {
        try {
            Files.writeString(file, svg);
        } catch (IOException e) {
            throw new BadInputException("cannot write: " + FileProblem.describe(e, file));
        }
    }

    /// A number in few digits.
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.format(Locale.ROOT, "%,d", (long) value);
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 1e9 || size < 1e-4 ? "%.4g" : size >= 1_000 ? "%,.1f"
                : size >= 1 ? "%.3f" : "%.5f", value);
    }
}
