// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

/// How many times one figure is another, with what is to be known of both.
///
/// @param range    median and extremes
/// @param doubtful whether one of the figures should be read with doubt
/// @param crowded  whether more threads than cores were at work for one of them
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
