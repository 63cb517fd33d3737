// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.measure.figures.Range;
import dev.ashlar.measure.report.Json;
import dev.ashlar.measure.report.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/// A run as JSON, for the page and for programs. A reader looks at `format` and `version` first; a field that changes
/// its meaning gets the file another version.
public final class RunJson {
    private static final String FORMAT = "ashlar-bench";
    private static final int VERSION = 1;
    private static final String ADVICE = "; write one with ashlar bench --json (";

    private RunJson() {
    }

    public static String write(BenchRun run) {
        StringJoiner suites = new StringJoiner(",\n  ", "[\n  ", "\n]");
        suites.setEmptyValue("[]");
        run.suites().forEach(suite -> suites.add(suite(suite)));
        return "{\"format\": " + Json.string(FORMAT) + ", \"version\": " + VERSION + ", \"complete\": "
                + run.isComplete() + ", \"planned\": " + Json.strings(run.planned()) + ",\n\"suites\": " + suites + "}\n";
    }

    private static String suite(SuiteRun suite) {
        StringJoiner findings = new StringJoiner(",\n      ", "[\n      ", "]");
        findings.setEmptyValue("[]");
        suite.findings().forEach(finding -> findings.add(finding(finding)));
        return "{\"name\": " + Json.string(suite.name()) + ", \"outcome\": " + Json.string(lower(suite.outcome()))
                + ", \"failure\": " + Json.string(suite.failure()) + ", \"seconds\": "
                + Json.exact(Math.round(suite.seconds())) + ", \"effort\": " + Json.string(suite.effort())
                + ",\n    \"environment\": " + Json.strings(suite.environment()) + ",\n    \"disturbances\": "
                + Json.strings(suite.disturbances()) + ",\n    \"findings\": " + findings
                + (suite.text().isEmpty() ? "" : ",\n    \"text\": " + Json.string(suite.text()))
                + (suite.plots().isEmpty() ? "" : ",\n    \"plots\": " + Json.strings(suite.plots()))
                + (suite.samples().isEmpty() ? "" : ",\n    \"samples\": " + suite.samples()) + "}";
    }

    private static String finding(Finding finding) {
        return "{\"what\": " + Json.string(finding.what()) + ", \"peer\": " + Json.string(finding.peer())
                + ", \"unit\": " + Json.string(finding.unit()) + ", \"ours\": " + range(finding.ours())
                + ", \"theirs\": " + range(finding.theirs()) + ", \"ratio\": " + range(finding.ratio())
                + ", \"target\": " + finding.target().map(RunJson::target).orElse("null") + ", \"verdict\": "
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

    /// Reads what was written, but for the samples.
    ///
    /// @param resource its name, for messages
    /// @throws IllegalArgumentException if it is no such file, or one of another version
    public static BenchRun read(String json, String resource) {
        Object value;
        try {
            value = JsonText.parse(json);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not the figures of a run: " + e.getMessage() + ADVICE + resource + ")", e);
        }
        if (!(value instanceof Map<?, ?> map) || !FORMAT.equals(map.get("format"))) {
            throw new IllegalArgumentException("not the figures of a run" + ADVICE + resource + ")");
        }
        if (!Double.valueOf(VERSION).equals(map.get("version"))) {
            throw new IllegalArgumentException("figures of another version: version="
                    + String.valueOf(map.get("version")).replaceFirst("\\.0$", "") + ", expected=" + VERSION
                    + "; measure again (" + resource + ")");
        }
        try {
            return new BenchRun(readList(map.get("planned")),
                    JsonText.elements(map.get("suites")).stream().map(RunJson::readSuite).toList());
        } catch (ClassCastException | NullPointerException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("damaged figures of a run" + ADVICE + resource + ")", e);
        }
    }

    private static SuiteRun readSuite(Object value) {
        Map<String, Object> suite = JsonText.members(value);
        return new SuiteRun(readText(suite.get("name")), SuiteRun.Outcome.valueOf(upper(suite.get("outcome"))),
                readText(suite.get("failure")), (Double) suite.get("seconds"), readText(suite.get("effort")),
                readTexts(suite.get("environment")), readList(suite.get("disturbances")),
                JsonText.elements(suite.get("findings")).stream().map(RunJson::readFinding).toList(),
                suite.containsKey("text") ? readText(suite.get("text")) : "",
                suite.containsKey("plots") ? readTexts(suite.get("plots")) : Map.of(), "");
    }

    private static Finding readFinding(Object value) {
        Map<String, Object> finding = JsonText.members(value);
        return new Finding(readText(finding.get("what")), readText(finding.get("peer")), readText(finding.get("unit")),
                readRange(finding.get("ours")), readRange(finding.get("theirs")), readRange(finding.get("ratio")),
                Optional.ofNullable(finding.get("target")).map(RunJson::readTarget), (Boolean) finding.get("headline"),
                (Boolean) finding.get("noisy"), (Boolean) finding.get("moreThreadsThanCores"));
    }

    private static Target readTarget(Object value) {
        Map<String, Object> target = JsonText.members(value);
        return new Target(Target.Sense.valueOf(upper(target.get("sense"))), (Double) target.get("bound"));
    }

    private static Optional<Range> readRange(Object value) {
        if (value == null) {
            return Optional.empty();
        }
        List<Object> three = JsonText.elements(value);
        return Optional.of(new Range((Double) three.get(0), (Double) three.get(1), (Double) three.get(2)));
    }

    private static String upper(Object value) {
        return readText(value).toUpperCase(Locale.ROOT);
    }

    private static String readText(Object value) {
        return ((String) value).toString();
    }

    private static List<String> readList(Object value) {
        return JsonText.elements(value).stream().map(RunJson::readText).toList();
    }

    private static Map<String, String> readTexts(Object value) {
        Map<String, String> texts = new LinkedHashMap<>();
        JsonText.members(value).forEach((name, text) -> texts.put(name, readText(text)));
        return texts;
    }
}
