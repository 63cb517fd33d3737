// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.lab.spaceship.ShipKind;
import dev.ashlar.lab.spaceship.SpaceshipExperiment;
import dev.ashlar.lab.spaceship.SpaceshipExperiment.Crew;
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
class CellSuiteTest {
    @Test
    void shouldMeasureEveryContender() throws Exception {
        CellSuite suite = new CellSuite();
        Figures figures = new Figures();
        for (Crew crew : CellSuite.CREWS) {
            for (ShipKind kind : ShipKind.values()) {
                TrialRun.here(suite, SpaceshipExperiment.trial(crew, kind, 20, 1)).all().forEach(figures::add);
                String subject = SpaceshipExperiment.subject(crew, kind);
                double reads = figures.median(subject, SpaceshipExperiment.READS).orElseThrow();
                double fresh = figures.median(subject, SpaceshipExperiment.FRESH).orElseThrow();
                assertTrue(reads > 0 && fresh <= reads, subject);
            }
        }
        String text = suite.report(new Measured(figures), 1).text();
        assertTrue(text.contains("lock-free, new object") && text.contains("move attempts"), text);
        List<Finding> findings = suite.findings(figures);
        assertEquals(2 * CellSuite.CREWS.size(), findings.size());
        assertEquals(2 * 3 + 1, findings.stream().filter(finding -> finding.target().isPresent()).count());
        assertTrue(findings.getFirst().judged().isPresent(), findings::toString);
    }
}
