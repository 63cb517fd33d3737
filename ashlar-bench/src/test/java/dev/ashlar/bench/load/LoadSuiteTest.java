// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LoadSuiteTest {
    @Test
    void shouldLoadTheSameInEachStep() throws Exception {
        LoadSuite suite = new LoadSuite();
        Figures figures = new Figures();
        TrialRun.here(suite, LoadSuite.trial(1_000_000)).all().forEach(figures::add);
        List<Finding> findings = suite.findings(figures);
        assertEquals(2 * (LoadStep.values().length + 2), findings.size());
        double messages = figures.median(LoadSuite.subject(LoadStep.ROWS, true), LoadSuite.COUNT).orElseThrow();
        assertTrue(messages > 1_000, "messages=" + messages);
        assertEquals(messages, figures.median(LoadSuite.subject(LoadStep.RECORD, false), LoadSuite.COUNT)
                .orElseThrow());
        // Both lines, each message twice.
        assertEquals(2 * messages, figures.median(LoadSuite.subject(LoadStep.FRAME, false), LoadSuite.COUNT)
                .orElseThrow());
        assertTrue(figures.median("cp, and sync", LoadSuite.RATE).orElseThrow() > 0);
    }

    @Test
    void shouldRefuseFiguresOfOtherMessages() {
        Figures figures = new Figures().with(LoadSuite.subject(LoadStep.ROWS, false), LoadSuite.COUNT, 1)
                .with(LoadSuite.subject(LoadStep.RECORD, false), LoadSuite.COUNT, 2);
        assertThrows(IllegalStateException.class, () -> new LoadSuite().findings(figures));
    }
}
