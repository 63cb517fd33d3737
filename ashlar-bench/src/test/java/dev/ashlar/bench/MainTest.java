// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.codec.CodecSuite;
import dev.ashlar.lab.figures.Range;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The command without its measurements.
class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldHelp() {
        assertEquals(0, run("--help"));
        assertTrue(text(out).contains("codec "), text(out));
    }

    @Test
    void shouldRefuseAnUnknownSuiteInOneLine() {
        assertEquals(2, run("nonsense"));
        assertEquals("ashlar bench: unknown suite: nonsense (there are: codec, segmented, trades, append, query,"
                + " lookup, find, object, ring, cell, overload); see ashlar bench --help\n", text(err));
    }

    @Test
    void shouldRefuseUnknownOptions() {
        assertEquals(2, run("--slow"));
        assertEquals(2, run("codec", "--json"));
        assertEquals(2, run("trades", "--rows"));
        assertEquals(2, run("trades", "--rows", "0"));
        assertEquals(2, run("trades", "--rows", "1e6"));
    }

    @Test
    void shouldCompareRoundByRound() {
        Suite suite = CodecSuite.suite();
        Results results = new Results();
        for (Comparison comparison : suite.comparisons()) {
            // The second round met a machine half as fast: the ratio does not care.
            for (double slow : new double[] {1, 2, 1}) {
                results.add(comparison.ours(), new Sample(10 * slow, 0.01, 0));
                comparison.rivals().forEach(rival -> results.add(rival.contender(), new Sample(30 * slow, 0.01, 24)));
            }
        }
        Comparison first = suite.comparisons().getFirst();
        assertEquals(new Range(3, 3, 3), results.ratio(first.ours(), first.rivals().getFirst().contender()));
        assertTrue(results.isNoisy(first.ours()));
        String table = TableReport.of(List.of(suite), results, Map.of("cpu", "a \"fast\" one"), Effort.QUICK);
        assertTrue(table.contains("3.00 [3.00..3.00]×"), table);
        assertTrue(table.contains(" ≥ 20× |"), table);
        String json = JsonReport.of(List.of(suite), results, List.of("{}"), Map.of("cpu", "a \"fast\" one"));
        assertTrue(json.contains("\"cpu\": \"a \\\"fast\\\" one\""), json);
        assertTrue(json.contains("\"met\": false"), json);
    }

    @Test
    void shouldFlagGarbage() {
        Contender ours = new Contender("ours", "X.y", Map.of(), List.of());
        Results results = new Results();
        results.add(ours, new Sample(10, 0, 16));
        Suite suite = new Suite("s", "d", List.of(new Comparison("work", ours, List.of(), true)));
        String table = TableReport.of(List.of(suite), results, Map.of(), Effort.QUICK);
        assertTrue(table.contains("no (allocates)"), table);
    }

    private int run(String... args) {
        return Main.run(args, new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
