// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.archive.ArchiveSuite.Question;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ArchiveSuiteTest {
    @Test
    void shouldAskArchiveAndStoreTheSame() throws Exception {
        ArchiveSuite suite = new ArchiveSuite();
        Figures figures = new Figures();
        for (int threads = 1; threads <= 2; threads++) {
            TrialRun.here(suite, ArchiveSuite.trial(new ArchiveData(3, 2, 2_000), threads)).all().forEach(figures::add);
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(5, findings.size());
        assertTrue(findings.stream().allMatch(finding -> finding.judged().isPresent()));
        // Rows and the sum of their quantities, 0 to 999.
        assertEquals(2_000 + 2 * 499_500, figures.median(ArchiveSuite.subject(Question.ONE_DAY, 1, true),
                ArchiveSuite.SUM).orElseThrow());
    }

    @Test
    void shouldRefuseFiguresOfOtherRows() {
        Figures figures = new Figures().with(ArchiveSuite.subject(Question.ALL_DAYS, 1, true), ArchiveSuite.SUM, 1)
                .with(ArchiveSuite.subject(Question.ALL_DAYS, 1, false), ArchiveSuite.SUM, 2);
        assertThrows(IllegalStateException.class, () -> new ArchiveSuite().findings(figures));
    }
}
