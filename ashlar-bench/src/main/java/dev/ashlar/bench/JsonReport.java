// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.lab.report.Json;
import java.util.StringJoiner;

/// Every sample of JMH as JSON, for tools.
final class JsonReport {
    private JsonReport() {
    }

    static String of(JmhSuite suite, Results results) {
        StringJoiner comparisons = new StringJoiner(",\n    ", "[\n    ", "\n  ]");
        for (Comparison comparison : suite.comparisons()) {
            comparisons.add(comparison(comparison, results));
        }
        return "{\"suite\": " + Json.string(suite.name()) + ", \"comparisons\": " + comparisons + "}";
    }

    private static String comparison(Comparison comparison, Results results) {
        StringJoiner contenders = new StringJoiner(",\n      ", "[\n      ", "\n    ]");
        for (Contender contender : comparison.contenders()) {
            contenders.add(contender(contender, results));
        }
        return "{\"work\": " + Json.string(comparison.work()) + ", \"contenders\": " + contenders + "}";
    }

    private static String contender(Contender contender, Results results) {
        StringJoiner samples = new StringJoiner(", ", "[", "]");
        for (Sample sample : results.samples(contender)) {
            samples.add("{\"nsPerOp\": " + Json.number(sample.nsPerOp()) + ", \"spread\": "
                    + Json.number(sample.spread()) + ", \"bytesPerOp\": " + Json.number(sample.bytesPerOp()) + "}");
        }
        return "{\"name\": " + Json.string(contender.name()) + ", \"nsPerOp\": "
                + Json.range(results.nsPerOp(contender)) + ", \"bytesPerOp\": "
                + Json.number(results.bytesPerOp(contender)) + ", \"samples\": " + samples + "}";
    }
}
