// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The table of `docs/languages/conformance.md`: a column for each language, which the tests of that language fill.
final class LanguageReport {
    private static final Path PAGE = Path.of("../docs/languages/conformance.md");
    private static final Path FOUND = Path.of("target/conformance.md");
    private static final String FIRST_ROW = "| feature |";
    private static final String YES = "✓";
    private static final String NO = "–";
    /// What the tests of this build found, in the page's text.
    private static String found;

    private LanguageReport() {
    }

    /// Fails unless the page has these cells in the column of the language, by their rows.
    ///
    /// @param language such as `C++ (g++)`, where the compiler is no part of the column's name
    static synchronized void check(String language, Map<String, String> cells) throws IOException {
        String column = column(language);
        String page = Files.readString(PAGE);
        found = with(found == null ? page : found, column, cells);
        Files.writeString(FOUND, found);
        assertEquals(page, with(page, column, cells),
                "the report has changed; if that is right, copy " + FOUND.toAbsolutePath());
    }

    /// The cells of a language whose answers about all messages were right.
    ///
    /// @param proven what these messages had
    static Map<String, String> cells(TargetLanguage language, Set<Feature> proven) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (Feature feature : Feature.values()) {
            cells.put(feature.text(), proven.contains(feature) ? YES : NO);
        }
        Optional<UsageTest.Usage> usage = UsageTest.languages()
                .filter(u -> column(u.language().name()).equals(column(language.name()))).findFirst();
        cells.put("encodes and decodes without allocating", usage.isPresent() && !usage.get().allocates() ? YES : NO);
        cells.put("what codecs say of fields: ids, versions, places, ranges, null values, charsets", YES);
        cells.put("groups and data are read in any order, and again", usage.isPresent() ? YES : NO);
        cells.put("encoders refuse counts, texts and data beyond the limits of the schema", usage.isPresent() ? YES : NO);
        cells.put("encoders refuse text that its charset cannot hold", UsageTest.texts().anyMatch(
                u -> column(u.language().name()).equals(column(language.name()))) ? YES : NO);
        cells.put("encoders refuse a wrong order, missing parts and what does not fit", usage.isPresent() ? YES : NO);
        cells.put("other misuse does not compile", usage.isPresent() ? YES : NO);
        return cells;
    }

    private static String column(String language) {
        return language.replaceAll(" \\(.*", "");
    }

    private static String with(String page, String column, Map<String, String> cells) {
        List<String> lines = page.lines().filter(line -> line.startsWith("|")).toList();
        List<String> columns = cellsOf(lines.getFirst());
        int index = columns.indexOf(column);
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (String line : lines.subList(2, lines.size())) {
            rows.put(cellsOf(line).getFirst(), cellsOf(line));
        }
        StringBuilder table = new StringBuilder(index > 0 ? lines.getFirst() : lines.getFirst() + " " + column + " |")
                .append('\n').append(index > 0 ? lines.get(1) : lines.get(1) + ":-:|").append('\n');
        Stream<String> labels = Stream.concat(cells.keySet().stream(),
                rows.keySet().stream().filter(label -> !cells.containsKey(label)));
        for (String label : labels.toList()) {
            String[] row = Arrays.copyOf(rows.getOrDefault(label, List.of(label)).toArray(String[]::new),
                    Math.max(columns.size(), index > 0 ? 0 : columns.size() + 1));
            row[index > 0 ? index : columns.size()] = cells.getOrDefault(label, "");
            table.append(Arrays.stream(row).map(cell -> cell == null ? "" : cell)
                    .collect(Collectors.joining(" | ", "| ", " |\n")));
        }
        int first = page.indexOf(FIRST_ROW);
        int end = page.indexOf("\n\n", first);
        return page.substring(0, first) + table + page.substring(end + 1);
    }

    private static List<String> cellsOf(String line) {
        return Arrays.stream(line.substring(1, line.length() - 1).split("\\|", -1)).map(String::strip).toList();
    }
}
