// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import dev.ashlar.lab.ExperimentResult;
import dev.ashlar.lab.LabReport;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.figures.Ratio.Quotient;
import dev.ashlar.measure.host.Disturbance;
import dev.ashlar.measure.report.FigureTables;
import dev.ashlar.measure.report.Json;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/// A report for programs: every sample, with what has to be known of it. A reader looks at `format` and `version`
/// first; a field that changes its meaning gets the file another version.
public final class JsonReport {
    static final String FORMAT = "ashlar-lab";
    static final int VERSION = 1;

    private JsonReport() {
    }

    public static String of(LabReport report) {
        StringJoiner results = new StringJoiner(",\n    ", "[\n    ", "\n  ]");
        report.results().forEach(result -> results.add(result(result)));
        return "{\n  \"format\": " + Json.string(FORMAT) + ", \"version\": " + VERSION + ", \"scale\": "
                + Json.string(report.scale().text()) + ", \"complete\": " + report.complete()
                + ",\n  \"environment\": " + Json.strings(report.environment()) + ",\n  \"notCounted\": "
                + Json.strings(report.missing()) + ",\n  \"experiments\": " + results + "\n}\n";
    }

    private static String result(ExperimentResult result) {
        StringJoiner ratios = new StringJoiner(",\n        ", "[\n        ", "]");
        for (Ratio ratio : result.experiment().ratios()) {
            Optional<Quotient> measured = ratio.measured(result.figures());
            ratios.add("{\"what\": " + Json.string(ratio.what()) + ", \"measured\": "
                    + measured.map(Quotient::range).map(Json::range).orElse("null") + ", \"noisy\": "
                    + measured.map(Quotient::doubtful).orElse(false) + ", \"moreThreadsThanCores\": "
                    + measured.map(Quotient::crowded).orElse(false) + ", \"published\": " + Json.number(ratio.published())
                    + ", \"source\": " + Json.string(ratio.source()) + "}");
        }
        return "{\"name\": " + Json.string(result.experiment().name()) + ", \"question\": "
                + Json.string(result.experiment().question()) + ",\n      \"complete\": " + result.complete()
                + ", \"seconds\": " + Json.number(result.measured().seconds()) + ", \"workload\": " + Json.string(result.workload())
                + ", \"trials\": " + trials(result.plan())
                + ",\n      \"verdict\": " + Json.string(result.verdict()) + ",\n      \"notes\": "
                + Json.strings(result.notes()) + ", \"failures\": " + Json.strings(result.failures()) + ",\n      \"disturbance\": "
                + result.measured().disturbance().map(JsonReport::disturbance).orElse("null") + ",\n      \"ratios\": " + ratios
                + ",\n      \"figures\": " + FigureTables.json(result.figures()) + "}";
    }

    private static String trials(MeasurementPlan plan) {
        return plan.trials().stream().map(trial -> "{\"name\": " + Json.string(trial.name()) + ", \"threads\": "
                + trial.threads() + ", \"flags\": " + Json.strings(trial.flags()) + "}")
                .collect(Collectors.joining(",\n        ", "[\n        ", "]"));
    }

    private static String disturbance(Disturbance disturbance) {
        return "{\"stolenPercent\": " + Json.number(disturbance.stolenPercent()) + ", \"othersCores\": "
                + Json.number(disturbance.othersCores()) + ", \"switchesPerSec\": " + Json.number(disturbance.switchesPerSec())
                + ", \"driftPercent\": " + Json.number(disturbance.driftPercent()) + "}";
    }
}
