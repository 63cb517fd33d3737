// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Suite;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class CodecSuiteTest {
    private final CodecSuite suite = new CodecSuite();

    @Test
    void shouldCompareRoundByRound() {
        Figures figures = new Figures();
        // The second round met a machine half as fast: the ratio does not care.
        for (double slow : new double[] {1, 2, 1}) {
            for (Trial trial : suite.plan(false, OptionalLong.empty()).trials()) {
                boolean ours = trial.name().endsWith("Ashlar, checked");
                figures.add(new Figure(trial.name(), CodecSuite.TIME, List.of(List.of((ours ? 10 : 30) * slow)), false,
                        false));
                figures.with(trial.name(), CodecSuite.ALLOCATED, ours ? 0 : 24);
            }
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(Optional.of(new Range(3, 3, 3)), findings.getFirst().ratio());
        // Two peers for each of 24 comparisons, protobuf for four, and no garbage.
        assertEquals(24 * 2 + 4 + 1, findings.size());
        assertTrue(findings.stream().noneMatch(Finding::isMissed), findings::toString);
        // Both peers have a target in native memory, one elsewhere.
        assertEquals(8 * 2 + 8 + 8 + 1, findings.stream().filter(Finding::isMet).count());
        assertTrue(findings.getFirst().headline() && findings.getFirst().noisy());
        assertEquals("Car encode", findings.getFirst().what());
        Measured measured = new Measured(figures);
        Suite.Report report = suite.report(measured, 3);
        assertTrue(report.text().contains(" 3× ~ |"), report::text);
        assertTrue(report.text().contains(" ≥ 1.2× | yes |"), report::text);
        assertTrue(report.samples().stream().anyMatch(figure -> figure.forks().equals(
                List.of(List.of(30.0), List.of(60.0), List.of(30.0)))), report.samples()::toString);
    }

    @Test
    void shouldFlagGarbage() {
        Figures figures = new Figures().with("Car encode: Ashlar, checked", CodecSuite.ALLOCATED, 16);
        assertTrue(suite.findings(figures).getLast().isMissed());
    }

    /// One comparison as JMH runs it, each contender in a JVM of its own.
    @Test
    void shouldMeasureSmall() throws IOException {
        List<Trial> trials = suite.plan(true, OptionalLong.empty()).trials().stream()
                .filter(trial -> trial.name().startsWith("MarketData decode:")).toList();
        List<String> progress = new ArrayList<>();
        Measured measured = suite.measure(new MeasurementPlan(trials, List.of()), Scale.TINY, 1, progress::add);
        assertEquals(4, progress.size(), progress::toString);
        List<Finding> found = suite.findings(measured.figures()).stream()
                .filter(finding -> finding.what().equals("MarketData decode")).toList();
        assertEquals(3, found.size());
        assertTrue(found.stream().allMatch(finding -> finding.ratio().isPresent()), found::toString);
        assertTrue(suite.report(measured, 1).text().contains("sbe-tool, checked"));
    }
}
