// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/// Every sample as JSON, for tools.
final class JsonReport {
    private JsonReport() {
    }

    static String of(List<Suite> suites, Results results, Map<String, String> environment) {
        StringJoiner facts = new StringJoiner(",\n    ", "{\n    ", "\n  }");
        environment.forEach((name, value) -> facts.add(string(name) + ": " + string(value)));
        StringJoiner comparisons = new StringJoiner(",\n    ", "[\n    ", "\n  ]");
        for (Suite suite : suites) {
            for (Comparison comparison : suite.comparisons()) {
                comparisons.add(comparison(suite, comparison, results));
            }
        }
        return "{\n  \"environment\": " + facts + ",\n  \"comparisons\": " + comparisons + "\n}\n";
    }

    private static String comparison(Suite suite, Comparison comparison, Results results) {
        StringJoiner contenders = new StringJoiner(",\n      ", "[\n      ", "\n    ]");
        contenders.add(contender(comparison.ours(), "", results));
        for (Rival rival : comparison.rivals()) {
            Range ratio = results.ratio(comparison.ours(), rival.contender());
            contenders.add(contender(rival.contender(), ", \"ratio\": " + range(ratio) + ", \"target\": "
                    + number(rival.target())
                    + ", \"met\": " + (ratio.median() >= rival.target()), results));
        }
        return "{\"suite\": " + string(suite.name()) + ", \"work\": " + string(comparison.work()) + ", \"contenders\": "
                + contenders + "}";
    }

    private static String contender(Contender contender, String more, Results results) {
        StringJoiner samples = new StringJoiner(", ", "[", "]");
        for (Sample sample : results.samples(contender)) {
            samples.add("{\"nsPerOp\": " + number(sample.nsPerOp()) + ", \"spread\": " + number(sample.spread())
                    + ", \"bytesPerOp\": " + number(sample.bytesPerOp()) + "}");
        }
        return "{\"name\": " + string(contender.name()) + ", \"nsPerOp\": " + range(results.nsPerOp(contender))
                + ", \"bytesPerOp\": " + number(results.bytesPerOp(contender)) + more + ", \"samples\": " + samples
                        + "}";
    }

    private static String range(Range range) {
        return "{\"median\": " + number(range.median()) + ", \"min\": " + number(range.min()) + ", \"max\": "
                + number(range.max()) + "}";
    }

    private static String number(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.4f", value) : "null";
    }

    private static String string(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
