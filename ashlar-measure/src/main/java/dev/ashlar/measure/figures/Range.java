// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import java.util.Arrays;
import java.util.Collection;

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

    /// Whether the median is at least `target`; with `?` if the extremes disagree.
    public String verdict(double target) {
        boolean doubtful = min < target && max >= target;
        return (median >= target ? "yes" : "no") + (doubtful ? " ?" : "");
    }
}
