// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import java.util.Optional;

/// A published ratio, to compare with the same ratio on this machine: old hardware makes times useless, and
/// ratios less so.
///
/// @param what      in words, such as `random page walk / linear`
/// @param over      subject above the line
/// @param under     subject below it
/// @param measure   of both
/// @param published the ratio
/// @param source    of the published one: machine and year
public record Ratio(String what, String over, String under, Measure measure, double published, String source) {
    /// The ratio here; empty if it was not measured.
    public Optional<Quotient> measured(Figures figures) {
        return figures.ratio(over, under, measure);
    }
}
