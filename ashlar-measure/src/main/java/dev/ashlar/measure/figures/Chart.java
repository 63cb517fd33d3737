// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A picture of figures.
///
/// @param x      the axis to the right, with its unit
/// @param y      the axis upwards, with its unit; of bars, which lie, the axis is `x`, and `y` names them
public record Chart(String title, String x, String y, Kind kind, boolean logX, boolean logY, List<Series> series) {
    public enum Kind {
        /// Lying bars with a name each.
        BARS,
        /// Points with lines between them.
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

    /// @param x     its place; of a bar unused
    /// @param label of a bar, or of the place
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
