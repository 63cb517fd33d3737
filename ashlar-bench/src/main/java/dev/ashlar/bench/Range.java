// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.util.Arrays;
import java.util.Collection;

/// Median and extremes of some figures.
public record Range(double median, double min, double max) {
    /// @throws IllegalArgumentException if there are none
    static Range of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Range(median, sorted[0], Arrays.stream(sorted).max().orElseThrow());
    }

    /// Distance of the extremes as a part of the median.
    double spread() {
        return (max - min) / median;
    }
}
