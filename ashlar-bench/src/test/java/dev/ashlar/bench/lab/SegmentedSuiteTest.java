// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.lab.segmented.SegmentedExperiment;
import dev.ashlar.lab.segmented.SignalKind;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SegmentedSuiteTest {
    @Test
    void shouldJudgeEveryWork() {
        Figures figures = new Figures();
        for (SignalKind kind : SignalKind.values()) {
            for (Measure measure : SegmentedExperiment.WORK) {
                figures.with(kind.text(), measure, kind == SignalKind.BUFFERS ? 2 : 1);
            }
            figures.with(kind.text(), SegmentedExperiment.ALLOCATED, 0);
        }
        List<Finding> findings = new SegmentedSuite().findings(figures);
        // Five works and a mix against buffers, contiguous and scattered, and no garbage.
        assertEquals(2 * 6 + 1, findings.stream().filter(Finding::isMet).count(), findings::toString);
        assertTrue(findings.stream().noneMatch(finding -> finding.isMissed() || finding.isOpen()));
    }
}
