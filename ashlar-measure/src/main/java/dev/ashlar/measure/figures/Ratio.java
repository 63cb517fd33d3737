// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import java.util.Optional;

/// A published ratio, to compare with the same ratio on this machine: old hardware makes times useless, and
/// ratios less so.
///
/// @param what      in words, such as `random page walk / linear`
/// @param source    of the published one: machine and year
public record Ratio(String what, String over, String under, Measure measure, double published, String source) {
    /// The ratio here; empty if it was not measured.
    public Optional<Quotient> measured(Figures figures) {
        return figures.ratio(over, under, measure);
    }

    /// How many times one figure is another, with what is to be known of both.
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
