// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlLines;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Columns become the same lines as rows do.
class CsvPropertyTest {
    private static final int FILES = 40;
    private static final int MOST_ROWS = 2_000;
    private static final int MOST_COLUMNS = 20;
    private static final int SHOWN = 60;

    private final SplittableRandom random = Seed.random("CsvPropertyTest");

    @TempDir
    Path temp;

    @Test
    void shouldWriteTheLinesOfTheRows() throws IOException {
        List<String> nullTexts = List.of("", "NULL", "0", "true", "1970-01-01");
        for (int i = 0; i < FILES; i++) {
            String nullText = nullTexts.get(i % nullTexts.size());
            RandomRows rows = new RandomRows(random, 1 + random.nextInt(MOST_COLUMNS), random.nextInt(MOST_ROWS));
            String expected = lines(rows, nullText);
            for (int threads = 1; threads <= 2; threads++) {
                ExportOptions options = ExportOptions.defaults().withThreads(threads).withNullText(nullText);
                assertSame(expected, export(rows, options));
            }
        }
    }

    /// Of several groups, each of which is written when those before it are.
    @Test
    void shouldWriteGroupsInOrder() throws IOException {
        RandomRows rows = new RandomRows(random, 3, 70_000);
        assertSame(lines(rows, ""), export(rows, ExportOptions.defaults().withThreads(3).withMemoryBytes(0)));
    }

    @Test
    void shouldRefuseATextForNullThatNeedsQuotes() {
        RandomRows rows = new RandomRows(random, 1, 1);
        assertThrows(IllegalArgumentException.class, () -> export(rows, ExportOptions.defaults().withNullText("a,b")));
    }

    private static void assertSame(String expected, String found) {
        if (!expected.equals(found)) {
            int at = 0;
            while (at < Math.min(expected.length(), found.length()) && expected.charAt(at) == found.charAt(at)) {
                at++;
            }
            int from = Math.max(0, at - SHOWN);
            assertEquals(expected.substring(from, Math.min(expected.length(), at + SHOWN)),
                    found.substring(from, Math.min(found.length(), at + SHOWN)), "at=" + at);
        }
    }

    private static String lines(RandomRows rows, String nullText) {
        StringBuilder lines = new StringBuilder();
        try (SqlResult result = rows.open()) {
            SqlLines.csvHead(result.columns(), lines);
            BiConsumer<SqlResult, StringBuilder> form = SqlLines.csv(nullText);
            while (result.next()) {
                form.accept(result, lines.append('\n'));
            }
        }
        // As UTF-8 has it.
        return new String(lines.append('\n').toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private String export(RandomRows rows, ExportOptions options) throws IOException {
        Path file = temp.resolve("out.csv");
        try (SqlResult result = rows.open()) {
            SqlExporter.of("csv").orElseThrow().write(result, file, options);
        }
        return Files.readString(file);
    }
}
