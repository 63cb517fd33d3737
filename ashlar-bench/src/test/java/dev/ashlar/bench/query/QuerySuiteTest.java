// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.query.QueryProcess.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
