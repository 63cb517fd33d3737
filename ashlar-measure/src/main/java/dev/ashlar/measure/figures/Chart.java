// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import java.util.ArrayList;
import java.util.List;

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
        List<Point> points = new ArrayList<>();
        for (String subject : subjects) {
            figures.range(subject, measure).ifPresent(range -> points.add(new Point(0, subject, range)));
        }
        return new Chart(title, measure.head(), "", Kind.BARS, false, false,
                points.isEmpty() ? List.of() : List.of(new Series("", points)));
    }

    public boolean isEmpty() {
        return series.stream().allMatch(one -> one.points().isEmpty());
    }
}
