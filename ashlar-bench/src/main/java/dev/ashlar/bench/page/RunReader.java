// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.measure.figures.Range;
import dev.ashlar.measure.report.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reads what [RunWriter] wrote, but for the samples.
public final class RunReader {
    private static final String ADVICE = "; write one with ashlar bench --json (";

    private RunReader() {
    }

    /// @param resource its name, for messages
    /// @throws IllegalArgumentException if it is no such file, or one of another version
    public static BenchRun read(String json, String resource) {
        Object value;
        try {
            value = JsonText.parse(json);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not the figures of a run: " + e.getMessage() + ADVICE + resource + ")", e);
        }
        if (!(value instanceof Map<?, ?> map) || !RunWriter.FORMAT.equals(map.get("format"))) {
            throw new IllegalArgumentException("not the figures of a run" + ADVICE + resource + ")");
        }
        if (!Double.valueOf(RunWriter.VERSION).equals(map.get("version"))) {
            throw new IllegalArgumentException("figures of another version: version="
                    + String.valueOf(map.get("version")).replaceFirst("\\.0$", "") + ", expected=" + RunWriter.VERSION
                    + "; measure again (" + resource + ")");
        }
        try {
            return new BenchRun(texts(map.get("planned")),
                    JsonText.elements(map.get("suites")).stream().map(RunReader::suite).toList());
        } catch (ClassCastException | NullPointerException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("damaged figures of a run" + ADVICE + resource + ")", e);
        }
    }

    private static SuiteRun suite(Object value) {
        Map<String, Object> suite = JsonText.members(value);
        return new SuiteRun(text(suite.get("name")), SuiteRun.Outcome.valueOf(upper(suite.get("outcome"))),
                text(suite.get("failure")), (Double) suite.get("seconds"), text(suite.get("effort")),
                textsByName(suite.get("environment")), texts(suite.get("disturbances")),
                JsonText.elements(suite.get("findings")).stream().map(RunReader::finding).toList(),
                suite.containsKey("text") ? text(suite.get("text")) : "",
                suite.containsKey("plots") ? textsByName(suite.get("plots")) : Map.of(), "");
    }

    private static Finding finding(Object value) {
        Map<String, Object> finding = JsonText.members(value);
        return new Finding(text(finding.get("what")), text(finding.get("peer")), text(finding.get("unit")),
                range(finding.get("ours")), range(finding.get("theirs")), range(finding.get("ratio")),
                Optional.ofNullable(finding.get("target")).map(RunReader::target), (Boolean) finding.get("headline"),
                (Boolean) finding.get("noisy"), (Boolean) finding.get("moreThreadsThanCores"));
    }

    private static Target target(Object value) {
        Map<String, Object> target = JsonText.members(value);
        return new Target(Target.Sense.valueOf(upper(target.get("sense"))), (Double) target.get("bound"));
    }

    private static Optional<Range> range(Object value) {
        if (value == null) {
            return Optional.empty();
        }
        List<Object> three = JsonText.elements(value);
        return Optional.of(new Range((Double) three.get(0), (Double) three.get(1), (Double) three.get(2)));
    }

    private static String upper(Object value) {
        return text(value).toUpperCase(Locale.ROOT);
    }

    private static String text(Object value) {
        return ((String) value).toString();
    }

    private static List<String> texts(Object value) {
        return JsonText.elements(value).stream().map(RunReader::text).toList();
    }

    private static Map<String, String> textsByName(Object value) {
        Map<String, String> texts = new LinkedHashMap<>();
        JsonText.members(value).forEach((name, text) -> texts.put(name, text(text)));
        return texts;
    }
}
