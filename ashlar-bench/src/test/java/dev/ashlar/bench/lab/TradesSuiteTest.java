// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Suite.Report;
import dev.ashlar.lab.trades.LayoutExperiment;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class TradesSuiteTest {
    private final TradesSuite suite = new TradesSuite();

    /// The suite, run small: every contender does the work and finds the same sums.
    @Test
    void shouldRunSmall() throws IOException {
        List<String> progress = new ArrayList<>();
        Report report = suite.run(new Effort(Scale.TINY, OptionalLong.of(1_000), OptionalInt.empty()), progress::add);
        assertEquals(11, progress.size(), progress::toString);
        assertTrue(report.text().contains("| objects, ZGC"), report::text);
        assertTrue(report.text().contains("A table of 1,000 trades"), report::text);
        assertTrue(report.samples().stream().anyMatch(figure -> figure.subject().contains("objects, ZGC")), report::text);
        assertEquals(7, report.findings().size());
        assertTrue(report.findings().stream().allMatch(finding -> finding.judged().isPresent()), report::text);
    }

    /// Two rounds, the machine half as fast in the second: ratios do not care.
    @Test
    void shouldCompareRoundByRound() {
        List<Finding> findings = suite.findings(figures("", 0));
        assertEquals(List.of("yes", "no", "yes", "yes", "yes", "yes", "yes"),
                findings.stream().map(Finding::verdict).toList(), findings::toString);
        assertEquals("6× ~", findings.getFirst().foundText());
        assertEquals("1.10×", findings.get(1).foundText());
        assertEquals("40×", findings.get(2).foundText());
        assertEquals("0.900× ~", findings.getLast().foundText());
    }

    @Test
    void shouldTellWhatOursBreaks() {
        List<Finding> findings = suite.findings(figures("", 1));
        assertEquals(List.of("no", "no", "no"), findings.subList(3, 6).stream().map(Finding::verdict).toList(),
                findings::toString);
    }

    /// It is a result, not a failure; and a peer that cannot do the work every time is not compared.
    @Test
    void shouldShowWhoRanOutOfMemory() {
        Figures figures = figures("objects, Serial", 0);
        String note = "objects, Serial, tight heap" + LayoutExperiment.OUT_OF_MEMORY;
        String text = suite.report(new Measured(figures, List.of(note), List.of(), Optional.empty(), true, 1),
                2).text();
        assertTrue(text.contains(note), text);
        assertEquals("6×", suite.findings(figures).get(2).foundText());
    }

    /// @param missing  contenders that begin so are not measured in the second round
    /// @param breaking pauses, garbage and wasted bytes of ours
    private Figures figures(String missing, int breaking) {
        Figures figures = new Figures();
        for (int slow = 1; slow <= 2; slow++) {
            for (Trial trial : suite.plan(true, OptionalLong.of(1_000)).trials()) {
                String name = trial.name();
                double ms = slow * (name.startsWith("Ashlar") ? 100 : name.startsWith("objects, Serial") ? 4_000
                        : name.startsWith("objects, Parallel") ? 110 : 600);
                if (slow == 1 || missing.isEmpty() || !name.startsWith(missing)) {
                    figures.with(name, LayoutExperiment.PASS, ms).with(name, LayoutExperiment.SLOWEST, ms)
                            .with(name, LayoutExperiment.SCAN, ms / 10)
                            .with(LayoutExperiment.sweep(name), LayoutExperiment.SCAN, ms * 9 / 100)
                            .with(name, LayoutExperiment.BYTES, 42.01 + breaking)
                            .with(name, LayoutExperiment.PAUSES, breaking).with(name, LayoutExperiment.ALLOCATED,
                            breaking);
                }
            }
        }
        return figures;
    }
}
