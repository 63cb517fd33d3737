// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.figures.Figure;
import dev.ashlar.lab.figures.Findings;
import dev.ashlar.lab.host.Weather;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// What came of an experiment.
///
/// @param experiment which
/// @param plan       what was to be measured
/// @param findings   what was measured
/// @param notes      what has to be known beside the figures
/// @param failures   trials that came to nothing, and why
/// @param weather    the worst of all trials; empty where the system does not tell
/// @param complete   whether all of the plan was tried
/// @param seconds    that it took
public record ExperimentResult(Experiment experiment, Plan plan, Findings findings, List<String> notes,
        List<String> failures, Optional<Weather> weather, boolean complete, double seconds) {
    public ExperimentResult {
        notes = List.copyOf(notes);
        failures = List.copyOf(failures);
    }

    /// The answer; that of a part of the figures says so, and what its marks mean, where a figure of it has any.
    public String verdict() {
        String answer = experiment.verdict(findings);
        String verdict = answer + (answer.contains(Figure.NOISY) ? " (Noisy: what is marked ~ is in doubt.)" : "")
                + (answer.contains(Figure.CROWDED) ? " (What is marked * had more threads than cores.)" : "");
        return complete && failures.isEmpty() ? verdict : "Of a part of the figures alone: " + verdict;
    }

    /// What was measured, in words that change if it does: only the same can be compared.
    public String workload() {
        StringBuilder words = new StringBuilder();
        for (Trial trial : plan.trials()) {
            words.append(words.isEmpty() ? "" : "; ").append(trial.name()).append(new TreeMap<>(trial.parameters()))
                    .append(trial.flags());
        }
        return words.toString();
    }
}
