// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.h2o;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.tables.DuckSuite.Engine;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class H2oSuiteTest {
    private static final long ROWS = 5_000;

    @TempDir
    Path folder;

    /// Those that Ashlar's SQL has; the published definition says how many groups there are.
    @Test
    void shouldGetTheSameAnswers() throws Exception {
        for (int threads = 1; threads <= 2; threads++) {
            try (H2oEngine ashlar = open(Engine.ASHLAR, threads); H2oEngine duck = open(Engine.DUCKDB, threads)) {
                int answered = 0;
                for (H2oQuestion question : H2oQuestion.values()) {
                    H2oAnswer expected = duck.ask(question).orElseThrow();
                    Optional<H2oAnswer> found = ashlar.ask(question);
                    answered += found.isPresent() ? 1 : 0;
                    assertTrue(found.isEmpty() || found.get().agrees(expected), () -> question + ": " + found
                            + ", expected=" + expected);
                }
                assertTrue(answered >= 8, "answered=" + answered);
                assertEquals(10, duck.ask(H2oQuestion.Q1).orElseThrow().rows());
                assertEquals(100, duck.ask(H2oQuestion.Q2).orElseThrow().rows());
                assertEquals(1_000, duck.ask(H2oQuestion.Q8).orElseThrow().rows(), 20);
            }
        }
    }

    private H2oEngine open(Engine which, int threads) throws Exception {
        H2oEngine engine = H2oEngine.open(which, Files.createDirectory(folder.resolve(which + "" + threads)), threads);
        engine.load(new H2oTable(ROWS, 10));
        return engine;
    }

    @Test
    void shouldFindWhatIsPromised() throws Exception {
        H2oSuite suite = new H2oSuite();
        Figures figures = new Figures();
        for (Engine engine : Engine.values()) {
            TrialRun.here(suite, suite.trial(H2oSuite.work(100), 2, engine, ROWS)).all().forEach(figures::add);
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(3 * 2 * H2oQuestion.values().length, findings.size());
        assertTrue(findings.stream().filter(finding -> finding.judged().isPresent()).count() >= 8);
        // Contenders that do not agree are no result.
        String ours = suite.subject(H2oSuite.part(H2oQuestion.Q1, 10), 1, Engine.ASHLAR);
        String theirs = suite.subject(H2oSuite.part(H2oQuestion.Q1, 10), 1, Engine.DUCKDB);
        figures.with(ours, H2oSuite.ROWS_OF_ANSWER, 1)
                .with(ours, H2oSuite.KEYS, 1)
                .with(ours, H2oSuite.TOTAL, 1)
                .with(theirs, H2oSuite.ROWS_OF_ANSWER, 2)
                .with(theirs, H2oSuite.KEYS, 1)
                .with(theirs, H2oSuite.TOTAL, 1);
        assertThrows(IllegalStateException.class, () -> suite.findings(figures));
    }

    @Test
    void shouldTellAnswersApart() {
        H2oAnswer one = H2oAnswer.EMPTY.with(List.of("a"), new double[] {1, 2}).with(List.of("b"), new double[] {3, 4});
        H2oAnswer same = H2oAnswer.EMPTY.with(List.of("b"), new double[] {3, 4}).with(List.of("a"), new double[] {1, 2});
        assertTrue(one.agrees(same));
        assertFalse(one.agrees(H2oAnswer.EMPTY.with(List.of("a"), new double[] {3, 4})
                .with(List.of("b"), new double[] {1, 2})));
        assertFalse(one.agrees(H2oAnswer.EMPTY.with(List.of("a"), new double[] {1, 2})));
    }
}
