// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The house rules for pages: links lead somewhere, all pages can be found, and the first ones are short.
class PagesTest {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|`[^`\n]*`");
    private static final int README_WORDS = 700;
    private static final int CHANGES_WORDS = 600;
    private static final int GLOSSARY_WORDS = 60;

    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT); Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).sorted().toList();
        }
    }

    @Test
    void shouldHaveLinksThatLeadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            String text = CODE.matcher(Files.readString(page)).replaceAll("");
            for (Matcher link = LINK.matcher(text); link.find();) {
                String target = link.group(1);
                if (target.contains("://") || target.startsWith("mailto:")) {
                    continue;
                }
                links++;
                String[] parts = target.split("#", 2);
                Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
                if (!Files.exists(file) || parts.length > 1 && !anchors(file).contains(parts[1])) {
                    broken.add(ROOT.relativize(page) + " -> " + target);
                }
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(links > 100, "links=" + links);
    }

    /// As sites for code make them of headings.
    private static Set<String> anchors(Path page) throws IOException {
        return HEADING.matcher(Files.readString(page)).results().map(heading -> heading.group(1).toLowerCase()
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replaceAll("[^\\p{L}\\p{N} _-]", "").strip().replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @Test
    void shouldListEveryPage() throws IOException {
        Path index = ROOT.resolve("docs/README.md");
        String text = Files.readString(index);
        Set<Path> listed = LINK.matcher(text).results().map(link -> index.resolveSibling(link.group(1)).normalize())
                .collect(Collectors.toSet());
        List<String> missing = pages().stream().filter(page -> page.startsWith(ROOT.resolve("docs"))
                && !page.equals(index) && !page.getParent().endsWith("adr") && !listed.contains(page))
                .map(page -> ROOT.relativize(page).toString()).toList();
        assertEquals(List.of(), missing);
    }

    @Test
    void shouldKeepTheFirstPagesShort() throws IOException {
        assertAtMost(README_WORDS, "README.md", Files.readString(ROOT.resolve("README.md")));
        String changes = Files.readString(ROOT.resolve("CHANGELOG.md"));
        int begin = changes.indexOf("## Unreleased");
        int end = changes.indexOf("\n## ", begin + 1);
        assertAtMost(CHANGES_WORDS, "CHANGELOG.md, Unreleased", changes.substring(begin, end < 0 ? changes.length() : end));
        long entries = Files.readString(ROOT.resolve("docs/glossary.md")).lines().filter(line -> line.startsWith("| ")).count();
        // Without the head of the table.
        assertTrue(entries - 1 <= GLOSSARY_WORDS, "docs/glossary.md: entries=" + (entries - 1) + ", bound=" + GLOSSARY_WORDS);
    }

    private static void assertAtMost(int bound, String name, String text) {
        int words = text.strip().split("\\s+").length;
        assertTrue(words <= bound, name + ": words=" + words + ", bound=" + bound);
    }
}
