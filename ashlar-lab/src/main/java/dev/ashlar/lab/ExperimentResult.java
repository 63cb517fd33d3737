// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The result of an experiment.
public record ExperimentResult(Experiment experiment, MeasurementPlan plan, Measured measured) {
    public Figures figures() {
        return measured.figures();
    }

    public List<String> notes() {
        return measured.notes();
    }

    public List<String> failures() {
        return measured.failures();
    }

    /// Whether all trials of the plan were run.
    public boolean complete() {
        return measured.complete();
    }

    /// The answer. It says if figures are missing, and explains its marks if it has any.
    public String verdict() {
        String answer = experiment.verdict(figures());
        String verdict = answer + (answer.contains(Figure.NOISY) ? " (~ marks noisy figures.)" : "")
                + (answer.contains(Figure.CROWDED) ? " (* marks figures with more threads than cores.)" : "");
        return complete() && failures().isEmpty() ? verdict : "From a part of the figures: " + verdict;
    }

    /// A text that changes when the trials do: only figures of the same workload can be compared.
    public String workload() {
        return plan.trials().stream().map(trial -> trial.name() + new TreeMap<>(trial.parameters()) + trial.flags())
                .collect(Collectors.joining("; "));
    }
}
