// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.query.QueryProcess.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuerySuiteTest {
    private static final long ROWS = 200_000;

    @TempDir
    Path folder;

    /// Questions have answers that all contenders give, with one thread and two.
    @Test
    void shouldGetTheSameAnswersFromAll() throws IOException {
        for (int threads = 1; threads <= 2; threads++) {
            try (Answers ashlar = open(Contender.ASHLAR, threads); Answers duck = open(Contender.DUCKDB, threads);
                    Answers streams = open(Contender.STREAMS, threads)) {
                for (Question question : Question.values()) {
                    List<String> answer = ashlar.ask(question, ROWS);
                    assertEquals(streams.ask(question, ROWS), answer, question.label());
                    assertEquals(duck.ask(question, ROWS), answer, question.label());
                    assertTrue(!answer.isEmpty() && !answer.getFirst().startsWith("0"), answer::toString);
                }
            }
        }
    }

    private Answers open(Contender contender, int threads) throws IOException {
        Answers answers = contender.open(Files.createDirectory(folder.resolve(contender + "" + threads)), threads);
        answers.load(ROWS);
        return answers;
    }

    @Test
    void shouldMeasureInAJvmOfItsOwn() throws IOException {
        for (Contender contender : List.of(Contender.ASHLAR, Contender.DUCKDB)) {
            Found found = QueryProcess.run(contender, 1, ROWS, folder);
            assertTrue(found.loadNs() > 0);
            assertEquals(contender == Contender.DUCKDB ? FileKind.values().length : 0, found.fileNs().size());
            assertEquals(Question.values().length, found.ns().size());
            assertEquals(found, Found.parse(found.line()));
        }
    }

    @Test
    void shouldFindWhatIsPromised() throws IOException {
        Map<Integer, Map<Contender, List<Found>>> all = new TreeMap<>();
        for (int threads = 1; threads <= 2; threads++) {
            Map<Contender, List<Found>> found = new EnumMap<>(Contender.class);
            for (Contender contender : Contender.values()) {
                Path place = Files.createDirectory(folder.resolve(contender + "-" + threads));
                found.put(contender, List.of(QueryProcess.measure(contender, threads, ROWS / 10, place)));
            }
            all.put(threads, found);
        }
        List<Finding> findings = QuerySuite.findings(all);
        assertEquals(2 * (5 + 1) + 5, findings.size());
        assertEquals(2 * (5 + 1), findings.stream().filter(finding -> finding.target().isPresent()).count());
        assertTrue(findings.stream().allMatch(finding -> finding.judged().isPresent()), findings::toString);
    }
}
