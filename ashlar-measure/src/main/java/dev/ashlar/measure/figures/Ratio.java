// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import java.util.Optional;

/// A published ratio, to compare with the same ratio on this machine: times on old hardware are no longer comparable,
/// but ratios are to some extent.
///
/// @param what      description, such as `random page walk / linear`
/// @param source    source of the published ratio: machine and year
public record Ratio(String what, String over, String under, Measure measure, double published, String source) {
    /// The ratio here; empty if it was not measured.
    public Optional<Quotient> measured(Figures figures) {
        return figures.ratio(over, under, measure);
    }

    /// The ratio of two figures, with the marks of both.
    public record Quotient(Range range, boolean doubtful, boolean crowded) {
        /// Median and extremes with the marks of a figure.
        public String text() {
            return Figure.text(range) + marks();
        }

        /// Those of a figure.
        public String marks() {
            return Figure.marks(doubtful, crowded);
        }
    }
}
