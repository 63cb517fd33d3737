// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.util.List;

/// A figure in a file: every sample, with the facts needed to interpret it.
///
/// @param noisy whether readers should consider it noisy: disturbed, or with too wide a spread
public record FigureSamples(String subject, String measure, String unit, Measure.Better better, boolean noisy,
        boolean moreThreadsThanCores, List<List<Double>> forks) {
    public static List<FigureSamples> of(Figures figures) {
        return figures.all().stream().map(figure -> new FigureSamples(figure.subject(), figure.measure().name(),
                figure.measure().unit(), figure.measure().better(), figure.isDoubtful(), figure.crowded(),
                figure.forks())).toList();
    }

    /// @throws IllegalArgumentException if there are no samples
    public Figure figure() {
        return new Figure(subject, new Measure(measure, unit, better), forks, noisy, moreThreadsThanCores);
    }
}
