// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/// Median and extremes of some figures.
public record Range(double median, double min, double max) {
    /// @throws IllegalArgumentException if there are none
    public static Range of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Range(median, sorted[0], Arrays.stream(sorted).max().orElseThrow());
    }

    /// Median and extremes as text.
    ///
    /// @param number format of each, such as `%.2f`
    public String text(String number) {
        return String.format(Locale.ROOT, number + " [" + number + ".." + number + "]", median, min, max);
    }

    /// Whether the median is at least `target`; with `?` if not all say the same.
    public String verdict(double target) {
        boolean doubtful = min < target && max >= target;
        return (median >= target ? "yes" : "no") + (doubtful ? " ?" : "");
    }

    /// Distance of the extremes as a part of the median.
    public double spread() {
        return (max - min) / median;
    }
}
