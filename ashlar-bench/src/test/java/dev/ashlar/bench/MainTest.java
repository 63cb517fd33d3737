// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.codec.CodecSuite;
import dev.ashlar.lab.figures.Range;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.TimeValue;

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
        assertEquals(2, run("--from"));
        assertEquals(2, run("trades", "--from", "a.json"));
        assertEquals(2, run("--readme", "README.md"));
    }

    @Test
    void shouldRefuseAPageOfAnotherKindBeforeItMeasures() {
        assertEquals(2, run("codec", "--report", "page.pdf"));
        assertEquals("ashlar bench: a page ends in .md or .html: page.pdf; see ashlar bench --help\n", text(err));
        err.reset();
        assertEquals(2, run("codec", "--report", "no/such/folder/page.md"));
        assertEquals("ashlar bench: cannot write there; name a file in a folder that exists: no/such/folder/page.md;"
                + " see ashlar bench --help\n", text(err));
    }

    @Test
    void shouldCompareRoundByRound() {
        JmhSuite suite = CodecSuite.suite();
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
        String table = TableReport.of(suite, results, Effort.QUICK);
        assertTrue(table.contains("3.00 [3.00..3.00]×"), table);
        assertTrue(table.contains(" ≥ 1.2× | yes |"), table);
        assertTrue(JsonReport.of(suite, results).contains("\"nsPerOp\": 60.0000"));
        List<Finding> findings = suite.findings(results);
        // Two promises for each of twelve comparisons, protobuf for four, and no garbage.
        assertEquals(12 * 2 + 4 + 1, findings.size());
        assertTrue(findings.stream().noneMatch(Finding::isMissed), findings::toString);
        assertEquals(25, findings.stream().filter(Finding::isMet).count());
        assertTrue(findings.getFirst().headline() && findings.getFirst().noisy());
        assertEquals("Car encode", findings.getFirst().what());
    }

    @Test
    void shouldFlagGarbage() {
        Contender ours = new Contender("ours", "X.y", Map.of(), List.of());
        Results results = new Results();
        results.add(ours, new Sample(10, 0, 16));
        JmhSuite suite = new JmhSuite("s", "d", List.of(new Comparison("work", ours, List.of(), true, true)));
        String table = TableReport.of(suite, results, Effort.QUICK);
        assertTrue(table.contains("no (allocates)"), table);
        assertTrue(suite.findings(results).getLast().isMissed());
    }

    /// One comparison as JMH runs it, each contender in a JVM of its own.
    @Test
    void shouldMeasureSmall() throws IOException {
        JmhSuite suite = CodecSuite.suite();
        Comparison refresh = suite.comparisons().stream().filter(one -> one.work().equals("MarketData decode"))
                .findFirst().orElseThrow();
        List<String> progress = new ArrayList<>();
        ForkingSuite.Report report = new JmhSuite("codec", "", List.of(refresh)).run(
                new Effort(1, 1, 1, TimeValue.milliseconds(10)), OptionalLong.empty(), progress::add);
        assertEquals(4, progress.size(), progress::toString);
        assertEquals(4, report.findings().size());
        assertTrue(report.findings().stream().limit(3).allMatch(finding -> finding.ratio().isPresent()));
        assertTrue(report.text().contains("sbe-tool, checked"), report::text);
    }

    private int run(String... args) {
        return Main.run(args, Main.SUITES, new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
