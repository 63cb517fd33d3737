// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Range;

/// A target for Ashlar: a bound on how many times as good as its peer it is, or on its own figure.
///
/// @param bound the bound, inclusive
public record Target(Sense sense, double bound) {
    /// The side of the bound on which a figure must be.
    public enum Sense {
        AT_LEAST, AT_MOST
    }

    public static Target atLeast(double bound) {
        return new Target(Sense.AT_LEAST, bound);
    }

    public static Target atMost(double bound) {
        return new Target(Sense.AT_MOST, bound);
    }

    /// Whether the median is within the bound: `yes` or `no`; with `?` if rounds disagree.
    public String verdict(Range found) {
        return switch (sense) {
            case AT_LEAST -> found.verdict(bound);
            case AT_MOST -> new Range(-found.median(), -found.max(), -found.min()).verdict(-bound);
        };
    }

    /// The target as text, such as `≥ 2×`.
    ///
    /// @param unit unit after the bound, with its space if it has one
    public String text(String unit) {
        return sense == Sense.AT_MOST && bound == 0 ? "0" + unit
                : (sense == Sense.AT_MOST ? "≤ " : "≥ ") + number() + unit;
    }

    private String number() {
        return bound == Math.rint(bound) ? Figure.number(bound) : Double.toString(bound);
    }
}
