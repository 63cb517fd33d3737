// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.query.FindSuite.Way;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class FindSuiteTest {
    /// It fails if ways do not agree.
    @Test
    void shouldFindTheSameByEachWay() throws Exception {
        FindSuite suite = new FindSuite();
        Figures figures = TrialRun.here(suite, FindSuite.trial(300_000));
        assertEquals(Way.values().length, figures.subjects().size());
        for (Way way : Way.values()) {
            assertTrue(figures.median(way.subject(), FindSuite.TIME).orElseThrow() > 0);
            assertTrue(figures.median(way.subject(), FindSuite.AGAIN).orElseThrow() > 0);
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(Way.values().length - 2, findings.size());
        assertTrue(findings.stream().allMatch(finding -> finding.ratio().isPresent() && finding.verdict().isEmpty()));
    }
}
