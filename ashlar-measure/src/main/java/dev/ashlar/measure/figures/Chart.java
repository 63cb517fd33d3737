// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A chart of figures.
///
/// @param x      title of the horizontal axis, with its unit
/// @param y      title of the vertical axis, with its unit; for bars, which are horizontal, the name of the bars
public record Chart(String title, String x, String y, Kind kind, boolean logX, boolean logY, List<Series> series) {
    public enum Kind {
        /// Horizontal bars, each with a name.
        BARS,
        /// Points connected by lines.
        LINES
    }

    /// Points that belong together.
    public record Series(String name, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }

        /// Of those points that were measured.
        public static Series of(String name, Stream<Optional<Point>> points) {
            return new Series(name, points.flatMap(Optional::stream).toList());
        }
    }

    /// @param x     its x coordinate; not used for a bar
    /// @param label label of the bar, or of the x coordinate
    /// @param y     median and extremes
    public record Point(double x, String label, Range y) { }

    public Chart {
        series = List.copyOf(series);
    }

    /// Bars of those subjects that were measured.
    public static Chart bars(String title, Measure measure, List<String> subjects, Figures figures) {
        Series bars = Series.of("", subjects.stream().map(subject -> figures.point(subject, measure, 0, subject)));
        return new Chart(title, measure.head(), "", Kind.BARS, false, false,
                bars.points().isEmpty() ? List.of() : List.of(bars));
    }

    public boolean isEmpty() {
        return series.stream().allMatch(one -> one.points().isEmpty());
    }
}
