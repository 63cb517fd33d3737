// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.measure.figures.Range;
import dev.ashlar.measure.report.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/// A run as JSON, for [RunReader] and for programs. A reader looks at `format` and `version` first; a field that
/// changes its meaning gets the file another version.
public final class RunWriter {
    static final String FORMAT = "ashlar-bench";
    static final int VERSION = 1;

    private RunWriter() {
    }

    public static String json(BenchRun run) {
        StringJoiner suites = new StringJoiner(",\n  ", "[\n  ", "\n]");
        suites.setEmptyValue("[]");
        run.suites().forEach(suite -> suites.add(suite(suite)));
        return "{\"format\": " + Json.string(FORMAT) + ", \"version\": " + VERSION + ", \"complete\": "
                + run.isComplete() + ", \"planned\": " + texts(run.planned()) + ",\n\"suites\": " + suites + "}\n";
    }

    private static String suite(SuiteRun suite) {
        StringJoiner findings = new StringJoiner(",\n      ", "[\n      ", "]");
        findings.setEmptyValue("[]");
        suite.findings().forEach(finding -> findings.add(finding(finding)));
        return "{\"name\": " + Json.string(suite.name()) + ", \"outcome\": " + Json.string(lower(suite.outcome()))
                + ", \"failure\": " + Json.string(suite.failure()) + ", \"seconds\": "
                + Json.exact(Math.round(suite.seconds())) + ", \"effort\": " + Json.string(suite.effort())
                + ",\n    \"environment\": " + texts(suite.environment()) + ",\n    \"disturbances\": "
                + texts(suite.disturbances()) + ",\n    \"findings\": " + findings
                + (suite.text().isEmpty() ? "" : ",\n    \"text\": " + Json.string(suite.text()))
                + (suite.plots().isEmpty() ? "" : ",\n    \"plots\": " + texts(suite.plots()))
                + (suite.samples().isEmpty() ? "" : ",\n    \"samples\": " + suite.samples()) + "}";
    }

    private static String finding(Finding finding) {
        return "{\"what\": " + Json.string(finding.what()) + ", \"peer\": " + Json.string(finding.peer())
                + ", \"unit\": " + Json.string(finding.unit()) + ", \"ours\": " + range(finding.ours())
                + ", \"theirs\": " + range(finding.theirs()) + ", \"ratio\": " + range(finding.ratio())
                + ", \"target\": " + finding.target().map(RunWriter::target).orElse("null") + ", \"verdict\": "
                + Json.string(finding.verdict()) + ", \"headline\": " + finding.headline() + ", \"noisy\": "
                + finding.noisy() + ", \"moreThreadsThanCores\": " + finding.crowded() + "}";
    }

    private static String target(Target target) {
        return "{\"sense\": " + Json.string(lower(target.sense())) + ", \"bound\": " + Json.exact(target.bound()) + "}";
    }

    private static String range(Optional<Range> range) {
        return range.map(value -> "[" + Json.exact(value.median()) + ", " + Json.exact(value.min()) + ", "
                + Json.exact(value.max()) + "]").orElse("null");
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String texts(List<String> texts) {
        return texts.stream().map(Json::string).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String texts(Map<String, String> texts) {
        return texts.entrySet().stream().map(entry -> Json.string(entry.getKey()) + ": " + Json.string(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
