// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleDocTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("ashlar.root", "."), "docs", "compatibility.md");

    @Test
    void shouldHoldTheTableOfRulesWhenReadInTheDocument() throws IOException {
        List<String> documented = Files.readAllLines(DOCUMENT).stream().filter(line -> line.startsWith("| COMPAT"))
                .toList();
        String expected = Stream.of(Rule.values()).map(RuleDocTest::row).collect(Collectors.joining("\n"));
        assertEquals(expected, String.join("\n", documented));
    }

    @Test
    void shouldHaveOneCodeEachWhenRulesAreListed() {
        Set<String> codes = new HashSet<>();
        Stream.of(Rule.values()).forEach(rule -> codes.add(rule.code()));
        assertEquals(Rule.values().length, codes.size());
    }

    private static String row(Rule rule) {
        String directions = new TreeSet<>(rule.directions()).stream().map(d -> d.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return "| " + rule.code() + " | " + rule.title() + " | " + rule.severity().name().toLowerCase(Locale.ROOT)
                + " | " + (directions.isEmpty() ? "–" : directions) + " | " + rule.advice() + " |";
    }
}
