// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.asof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class AsofSuiteTest {
    private static final long TRADES = 3_000;

    @TempDir
    Path folder;

    @Test
    void shouldGetTheSameAnswers() throws Exception {
        for (int threads = 1; threads <= 2; threads++) {
            try (AsofEngine ashlar = open(Engine.ASHLAR, threads);
                    AsofEngine duck = open(Engine.DUCKDB, threads)) {
                for (AsofQuestion question : AsofQuestion.values()) {
                    assertEquals(duck.ask(question), ashlar.ask(question), question.name());
                }
                assertEquals(100, duck.ask(AsofQuestion.LAST_ROWS).rows());
                assertEquals(TRADES * Ticks.QUOTES_OF_TRADE / 1000, duck.ask(AsofQuestion.FILLED_BARS).rows());
                assertNotEquals(duck.ask(AsofQuestion.IN_FORCE), duck.ask(AsofQuestion.BEFORE));
                assertTrue(duck.ask(AsofQuestion.SESSIONS).rows() > 200);
            }
        }
    }

    private AsofEngine open(Engine which, int threads) throws Exception {
        AsofEngine engine = AsofEngine.open(which, Files.createDirectory(folder.resolve(which + "" + threads)), threads);
        engine.load(TRADES);
        return engine;
    }

    @Test
    void shouldFindWhatIsPromised() throws Exception {
        AsofSuite suite = new AsofSuite();
        Figures figures = new Figures();
        for (Engine engine : Engine.values()) {
            TrialRun.here(suite, suite.trial(AsofSuite.ALL, 2, engine, TRADES)).all().forEach(figures::add);
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(2 * AsofQuestion.values().length, findings.size());
        assertEquals(AsofQuestion.values().length, findings.stream().filter(finding -> finding.judged().isPresent())
                .count());
        // Contenders that do not agree are no result.
        figures.with(suite.subject(AsofQuestion.VWAP.label, 1, Engine.ASHLAR), AsofSuite.HASH, 1);
        assertThrows(IllegalStateException.class, () -> suite.findings(figures));
    }
}
