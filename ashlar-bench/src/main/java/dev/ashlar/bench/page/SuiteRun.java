// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.bench.Finding;
import dev.ashlar.measure.report.FigureSamples;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The result of one suite.
///
/// @param effort       `full` or `quick`, and the rounds if they were chosen
/// @param environment  machine, commit, date and more, in the order to print
/// @param disturbances external disturbances, in words; empty if there were none, or the system does not report them
/// @param text         details, in Markdown; empty if only findings were kept
/// @param samples      samples of each figure; empty if they were not kept
public record SuiteRun(String name, Outcome outcome, String failure, double seconds, String effort,
        Map<String, String> environment, List<String> disturbances, List<Finding> findings, String text,
        Map<String, String> plots, List<FigureSamples> samples) {
    public enum Outcome {
        MEASURED, FAILED, INTERRUPTED
    }

    public SuiteRun {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        disturbances = List.copyOf(disturbances);
        findings = List.copyOf(findings);
        samples = List.copyOf(samples);
        plots = Collections.unmodifiableMap(new LinkedHashMap<>(plots));
    }

    public static SuiteRun without(String name, Outcome outcome, String failure, double seconds, String effort,
            Map<String, String> environment) {
        return new SuiteRun(name, outcome, failure, seconds, effort, environment, List.of(), List.of(), "", Map.of(),
                List.of());
    }

    boolean isMeasured() {
        return outcome == Outcome.MEASURED;
    }

    /// The same without details that only explain the findings.
    SuiteRun findingsAlone() {
        return new SuiteRun(name, outcome, failure, seconds, effort, environment, disturbances, findings, "", Map.of(),
                List.of());
    }
}
