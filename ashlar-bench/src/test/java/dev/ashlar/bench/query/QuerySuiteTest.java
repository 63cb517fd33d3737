// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class QuerySuiteTest {
    private static final long ROWS = 200_000;

    @TempDir
    Path folder;

    /// Questions have answers that all contenders give, with one thread and two.
    @Test
    void shouldGetTheSameAnswersFromAll() throws IOException {
        for (int threads = 1; threads <= 2; threads++) {
            try (Answers ashlar = open(AnswersKind.ASHLAR, threads); Answers duck = open(AnswersKind.DUCKDB, threads);
                    Answers streams = open(AnswersKind.STREAMS, threads)) {
                for (Question question : Question.values()) {
                    List<String> answer = ashlar.ask(question, ROWS);
                    assertEquals(streams.ask(question, ROWS), answer, question.label);
                    assertEquals(duck.ask(question, ROWS), answer, question.label);
                    assertTrue(!answer.isEmpty() && !answer.getFirst().startsWith("0"), answer::toString);
                }
            }
        }
    }

    private Answers open(AnswersKind contender, int threads) throws IOException {
        Answers answers = contender.open(Files.createDirectory(folder.resolve(contender + "" + threads)), threads);
        answers.load(ROWS);
        return answers;
    }

    @Test
    void shouldFindWhatIsPromised() throws Exception {
        QuerySuite suite = new QuerySuite();
        Figures figures = new Figures();
        for (int threads = 1; threads <= 2; threads++) {
            for (AnswersKind contender : AnswersKind.values()) {
                TrialRun.here(suite, QuerySuite.trial(contender, threads, ROWS / 10)).all().forEach(figures::add);
            }
        }
        List<Finding> findings = suite.findings(figures);
        int questions = Question.values().length;
        assertEquals(2 * (questions + 1) + questions, findings.size());
        assertEquals(2 * (questions + 1), findings.stream().filter(finding -> finding.target().isPresent()).count());
        assertTrue(findings.stream().allMatch(finding -> finding.judged().isPresent()), findings::toString);
        for (String format : DuckAnswers.FORMATS) {
            assertTrue(figures.median(QuerySuite.fileSubject(format, 1, AnswersKind.DUCKDB),
                    QuerySuite.TIME).isPresent());
        }
        // Contenders that do not agree are no result.
        figures.with("another", QuerySuite.ANSWERS, 1);
        assertThrows(IllegalStateException.class, () -> suite.findings(figures));
    }
}
