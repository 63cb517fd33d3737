// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.importing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.importing.ImportSuite.Kind;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ImportSuiteTest {
    private static final long ROWS = 5_000;

    @Test
    void shouldLoadTheSameRows() throws Exception {
        ImportSuite suite = new ImportSuite();
        Figures figures = new Figures();
        for (Kind kind : Kind.values()) {
            for (Engine engine : Engine.values()) {
                TrialRun.here(suite, suite.trial(kind.work(), 2, engine, ROWS)).all().forEach(figures::add);
            }
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(2 * Kind.values().length, findings.size());
        assertEquals(Kind.values().length, findings.stream().filter(finding -> finding.judged().isPresent()).count());
        String ours = suite.subject(Kind.CSV.label, 2, Engine.ASHLAR);
        assertTrue(figures.median(ours, ImportSuite.SUMS).orElseThrow() > ROWS);
    }

    @Test
    void shouldRefuseFiguresOfOtherRows() {
        ImportSuite suite = new ImportSuite();
        Figures figures = new Figures()
                .with(suite.subject(Kind.CSV.label, 1, Engine.ASHLAR), ImportSuite.SUMS, 1)
                .with(suite.subject(Kind.CSV.label, 1, Engine.DUCKDB), ImportSuite.SUMS, 2);
        assertThrows(IllegalStateException.class, () -> suite.findings(figures));
    }
}
