// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.TrialRunner.Measured;
import dev.ashlar.measure.figures.Figures;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// Alone: its threads spin until others are heard.
@Tag("slow")
@Isolated
class RingSuiteTest {
    @Test
    void shouldMeasureEveryContender() throws Exception {
        RingSuite suite = new RingSuite();
        Figures figures = new Figures();
        for (Trial trial : suite.plan(60_000, 200, 1).trials()) {
            Figures found = TrialRun.here(suite, trial);
            assertEquals(List.of(trial.name()), found.subjects());
            assertTrue(found.all().getFirst().range().min() > 0, trial::toString);
            found.all().forEach(figures::add);
        }
        String text = suite.report(new Measured(figures), 1).text();
        assertTrue(text.contains("Disruptor") && text.contains("round trip, median"), text);
        List<Finding> findings = suite.findings(figures);
        // Against the best peer one to one for both kinds of rings, their round trips between processes, no garbage.
        assertEquals(2 * 3 + 2 + 1, findings.stream().filter(finding -> finding.target().isPresent()).count());
        assertTrue(findings.stream().allMatch(finding -> finding.judged().isPresent()), findings::toString);
    }
}
