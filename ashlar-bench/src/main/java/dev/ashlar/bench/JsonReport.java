// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.report.Json;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/// Every sample as JSON, for tools.
final class JsonReport {
    private JsonReport() {
    }

    /// @param more comparisons of suites that start their JVMs themselves, each a JSON object
    static String of(List<Suite> suites, Results results, List<String> more, Map<String, String> environment) {
        StringJoiner facts = new StringJoiner(",\n    ", "{\n    ", "\n  }");
        environment.forEach((name, value) -> facts.add(Json.string(name) + ": " + Json.string(value)));
        StringJoiner comparisons = new StringJoiner(",\n    ", "[\n    ", "\n  ]");
        for (Suite suite : suites) {
            for (Comparison comparison : suite.comparisons()) {
                comparisons.add(comparison(suite, comparison, results));
            }
        }
        more.forEach(comparisons::add);
        return "{\n  \"environment\": " + facts + ",\n  \"comparisons\": " + comparisons + "\n}\n";
    }

    private static String comparison(Suite suite, Comparison comparison, Results results) {
        StringJoiner contenders = new StringJoiner(",\n      ", "[\n      ", "\n    ]");
        contenders.add(contender(comparison.ours(), "", results));
        for (Rival rival : comparison.rivals()) {
            Range ratio = results.ratio(comparison.ours(), rival.contender());
            contenders.add(contender(rival.contender(), ", \"ratio\": " + Json.range(ratio) + ", \"target\": "
                    + Json.number(rival.target())
                    + ", \"met\": " + (ratio.median() >= rival.target()), results));
        }
        return "{\"suite\": " + Json.string(suite.name()) + ", \"work\": " + Json.string(comparison.work()) + ", \"contenders\": "
                + contenders + "}";
    }

    private static String contender(Contender contender, String more, Results results) {
        StringJoiner samples = new StringJoiner(", ", "[", "]");
        for (Sample sample : results.samples(contender)) {
            samples.add("{\"nsPerOp\": " + Json.number(sample.nsPerOp()) + ", \"spread\": " + Json.number(sample.spread())
                    + ", \"bytesPerOp\": " + Json.number(sample.bytesPerOp()) + "}");
        }
        return "{\"name\": " + Json.string(contender.name()) + ", \"nsPerOp\": " + Json.range(results.nsPerOp(contender))
                + ", \"bytesPerOp\": " + Json.number(results.bytesPerOp(contender)) + more + ", \"samples\": " + samples
                        + "}";
    }
}
