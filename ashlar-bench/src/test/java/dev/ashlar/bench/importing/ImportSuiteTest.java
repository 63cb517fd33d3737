// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.importing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.importing.ImportSuite.Contender;
import dev.ashlar.bench.importing.ImportSuite.Kind;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImportSuiteTest {
    private static final long ROWS = 5_000;

    @Test
    void shouldLoadTheSameRows() throws Exception {
        ImportSuite suite = new ImportSuite();
        Figures figures = new Figures();
        for (Kind kind : Kind.values()) {
            for (Contender contender : Contender.values()) {
                TrialRun.here(suite, ImportSuite.trial(contender, kind, 2, ROWS)).all().forEach(figures::add);
            }
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(2 * Kind.values().length, findings.size());
        assertEquals(Kind.values().length, findings.stream().filter(finding -> finding.judged().isPresent()).count());
        String ours = ImportSuite.subject(Kind.CSV, 2, Contender.ASHLAR);
        assertTrue(figures.median(ours, ImportSuite.SUMS).orElseThrow() > ROWS);
    }

    @Test
    void shouldRefuseFiguresOfOtherRows() {
        Figures figures = new Figures().with(ImportSuite.subject(Kind.CSV, 1, Contender.ASHLAR), ImportSuite.SUMS, 1)
                .with(ImportSuite.subject(Kind.CSV, 1, Contender.DUCKDB), ImportSuite.SUMS, 2);
        assertThrows(IllegalStateException.class, () -> new ImportSuite().findings(figures));
    }
}
