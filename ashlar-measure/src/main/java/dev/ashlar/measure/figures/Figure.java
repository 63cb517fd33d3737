// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// All samples of one measure of one subject.
///
/// @param subject what was measured, such as `page walk`
/// @param forks   samples of each JVM that measured it, in order
/// @param noisy   whether something disturbed it, or samples differ too much
public record Figure(String subject, Measure measure, List<List<Double>> forks, boolean noisy, boolean crowded) {
    /// Mark of what should be read with doubt. With a blank before it, Markdown takes it for what it is.
    public static final String NOISY = " ~";
    /// Mark of more threads than cores.
    public static final String CROWDED = " *";
    /// Coefficient of variation above which figures of several JVMs are called noisy.
    public static final double MOST_OVER_FORKS = 0.05;
    /// The same for repetitions in one JVM, which are shorter.
    public static final double MOST_IN_FORK = 0.1;

    /// @throws IllegalArgumentException if there are no samples
    public Figure {
        forks = forks.stream().map(List::copyOf).toList();
        if (forks.isEmpty() || forks.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("a figure without samples: subject=" + subject + ", measure=" + measure);
        }
    }

    /// Of the medians of the JVMs; where there was one, of its samples.
    public Range range() {
        return Range.of(values());
    }

    /// What the range is of.
    public List<Double> values() {
        return forks.size() == 1 ? forks.getFirst() : medians();
    }

    /// One for each JVM.
    public List<Double> medians() {
        return forks.stream().map(samples -> Range.of(samples).median()).toList();
    }

    /// Whether what the range is of differs more than it should.
    public boolean isSpread() {
        List<Double> values = values();
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
        return measure.better() != Measure.Better.NEITHER && values.size() > 1 && mean != 0
                && Math.sqrt(squares / (values.size() - 1)) / Math.abs(mean)
                > (forks.size() > 1 ? MOST_OVER_FORKS : MOST_IN_FORK);
    }

    /// Whether it should be read with doubt: something disturbed it, or its values differ too much. What only explains
    /// other figures is a fact.
    public boolean isDoubtful() {
        return measure.better() != Measure.Better.NEITHER && (noisy || isSpread());
    }

    /// What one more JVM measured of the same.
    public Figure and(Figure other) {
        List<List<Double>> both = new ArrayList<>(forks);
        both.addAll(other.forks);
        return new Figure(subject, measure, both, noisy || other.noisy, crowded || other.crowded);
    }

    /// Median and extremes with what is to be known of them.
    public String text() {
        return text(range()) + marks();
    }

    /// [#NOISY], [#CROWDED], both or nothing.
    public String marks() {
        return marks(isDoubtful(), crowded);
    }

    /// The marks of what is made of figures.
    public static String marks(boolean doubtful, boolean crowded) {
        return (doubtful ? NOISY : "") + (crowded ? CROWDED : "");
    }

    /// Median and extremes, where they differ.
    public static String text(Range range) {
        return range.min() == range.max() ? number(range.median())
                : number(range.median()) + " [" + number(range.min()) + ".." + number(range.max()) + "]";
    }

    /// With about three digits that count.
    public static String number(double value) {
        double size = Math.abs(value);
        String form = size == 0 || size >= 100 || size == Math.rint(size) ? "%,.0f" : size >= 10 ? "%.1f"
                : size >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, form, value);
    }
}
