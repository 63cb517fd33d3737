// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The house rules that a program can check, over all sources of the project.
class TidyTest {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize();
    private static final int MAX_LINES = 800;
    /// With the suites of other languages and of Python's package.
    private static final int MAX_MEASURING_LINES = 13_950;
    private static final Pattern NO_CODE = Pattern.compile("^\\s*(//|$)|^(import|package) ");
    private static final int MAX_COLUMNS = 120;
    /// For lines with text that reads worse when broken: literals, templates of generated code, tables.
    private static final int MAX_TEXT_COLUMNS = 140;
    private static final Pattern TEXT = Pattern.compile("\"|\\$|^\\s*/// \\|");
    private static final String SPDX = "SPDX-License-Identifier: Apache-2.0";
    private static final Pattern REQUIRES =
            Pattern.compile("^\\s*requires (?:transitive |static )*(dev\\.ashlar\\.\\w+);");
    private static final Pattern VAGUE_PACKAGE =
            Pattern.compile("^package .*\\b(util|utils|common|impl|helper|helpers|misc)\\b.*;");
    private static final Pattern FORBIDDEN =
            Pattern.compile("sun\\.misc\\.Unsafe|jdk\\.internal\\.|\\bTODO\\b|\\bFIXME\\b|^import .*\\*;|System\\.exit\\(");
    private static final Pattern FORMATS = Pattern.compile("\\.formatted\\(|(\\.format|printf)\\((?!Locale\\.)");
    private static final Pattern FORMATTED_NUMBER = Pattern.compile("(?<!%)%[-#+ 0,(]*[0-9]*(\\.[0-9]+)?[dfeg]\\b");

    /// Which module may require which: the arrows of the architecture.
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            Map.entry("codec", Set.of()),
            Map.entry("object", Set.of("codec")),
            Map.entry("sbe", Set.of("codec")),
            Map.entry("codegen", Set.of("codec", "sbe")),
            Map.entry("memory", Set.of()),
            Map.entry("flow", Set.of("memory")),
            Map.entry("latency", Set.of()),
            Map.entry("store", Set.of("memory", "codec", "sbe", "flow")),
            Map.entry("query", Set.of("store", "memory", "codec", "sbe", "flow")),
            Map.entry("archive", Set.of("query", "store", "memory", "codec", "sbe", "flow")),
            Map.entry("sql", Set.of("archive", "query", "store", "memory", "codec", "sbe", "flow")),
            Map.entry("ingest", Set.of("archive", "codec", "sbe", "store", "flow", "memory")),
            Map.entry("server", Set.of("ingest", "archive", "flow", "latency", "store", "query", "sql", "memory", "codec", "sbe")),
            Map.entry("measure", Set.of()),
            Map.entry("lab", Set.of("measure", "memory", "flow", "store", "sbe", "codec", "object")),
            Map.entry("cli", Set.of("codec", "object", "sbe", "codegen", "memory", "flow", "latency", "store", "query", "archive",
                    "sql", "ingest", "server", "lab", "measure")));

    @Test
    void shouldFindTheProject() {
        assertTrue(Files.exists(ROOT.resolve("ashlar-testkit/pom.xml")), ROOT::toString);
    }

    @Test
    void shouldKeepFilesTidy() throws IOException {
        List<String> untidy = new ArrayList<>();
        for (Path file : sources(".java")) {
            List<String> lines = Files.readAllLines(file);
            String name = ROOT.relativize(file).toString();
            if (!lines.getFirst().contains(SPDX)) {
                untidy.add(name + ":1: first line is not the licence");
            }
            if (lines.size() > MAX_LINES) {
                untidy.add(name + ": longer than " + MAX_LINES + " lines: " + lines.size());
            }
            for (int i = 0; i < lines.size(); i++) {
                int maxColumns = TEXT.matcher(lines.get(i)).find() ? MAX_TEXT_COLUMNS : MAX_COLUMNS;
                if (lines.get(i).length() > maxColumns) {
                    untidy.add(name + ":" + (i + 1) + ": wider than " + maxColumns + " columns");
                }
                if (lines.get(i).endsWith(" ") || lines.get(i).contains("\t")) {
                    untidy.add(name + ":" + (i + 1) + ": tab or trailing space");
                }
            }
        }
        assertEquals(List.of(), untidy);
    }

    @Test
    void shouldUseNothingForbidden() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : sources(".java")) {
            String name = ROOT.relativize(file).toString();
            boolean main = name.contains("/src/main/");
            boolean command = name.matches("ashlar-(cli|bench|lab|measure|maven-plugin)/.*");
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                Matcher forbidden = FORBIDDEN.matcher(line);
                // The peers of a benchmark may need what we do without.
                boolean forPeers = name.startsWith("ashlar-bench/") && line.contains("--add-opens");
                boolean allowed = name.endsWith("TidyTest.java") || forPeers || command
                        && line.contains("System.exit(");
                if (VAGUE_PACKAGE.matcher(line).find() || forbidden.find() && !allowed) {
                    found.add(name + ":" + (i + 1) + ": " + line.strip());
                }
                if (main && !command && !name.startsWith("ashlar-testkit/") && line.contains("System.getProperty(")) {
                    found.add(name + ":" + (i + 1) + ": system properties are for commands: " + line.strip());
                }
            }
        }
        assertEquals(List.of(), found);
    }

    /// In libraries: commands say once which language they have. A format of numbers may be far from its call, so files
    /// that have both are looked at.
    @Test
    void shouldFormatNumbersAlikeWhateverTheLanguageOfTheMachine() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : sources(".java")) {
            String name = ROOT.relativize(file).toString();
            List<String> lines = Files.readAllLines(file);
            if (!name.contains("/src/main/") || name.matches("ashlar-(cli|bench|lab|measure)/.*")
                    || lines.stream().noneMatch(line -> FORMATS.matcher(line).find())) {
                continue;
            }
            for (int i = 1; i < lines.size(); i++) {
                if (FORMATTED_NUMBER.matcher(lines.get(i)).find() && !lines.get(i - 1).contains("Locale.ROOT")
                        && !lines.get(i).contains("Locale.ROOT")) {
                    found.add(name + ":" + (i + 1) + ": format(Locale.ROOT, …), or %s: " + lines.get(i).strip());
                }
            }
        }
        assertEquals(List.of(), found);
    }

    @Test
    void shouldDrawArrowsOnlyAsTheArchitectureDoes() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path file : sources("module-info.java")) {
            String module = ROOT.relativize(file).getName(0).toString().replace("ashlar-", "");
            for (String line : Files.readAllLines(file)) {
                Matcher requires = REQUIRES.matcher(line);
                if (requires.find() && ARROWS.containsKey(module)
                        && !ARROWS.get(module).contains(requires.group(1).replace("dev.ashlar.", ""))) {
                    wrong.add(module + " -> " + requires.group(1));
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void shouldRequireBenchmarksAndRacesNowhere() throws IOException {
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> folders = Files.list(ROOT)) {
            for (Path pom : folders.map(folder -> folder.resolve("pom.xml")).filter(Files::exists).toList()) {
                String text = Files.readString(pom);
                for (String leaf : List.of("ashlar-bench", "ashlar-stress")) {
                    if (!pom.getParent().endsWith(leaf) && text.contains("<artifactId>" + leaf + "</artifactId>")) {
                        wrong.add(ROOT.relativize(pom) + " -> " + leaf);
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    /// What measures is no product: a new suite finds its room in what others share.
    @Test
    void shouldMeasureWithFewLines() throws IOException {
        long lines = 0;
        for (Path file : sources(".java")) {
            if (ROOT.relativize(file).toString().matches("ashlar-(bench|lab|measure)/src/main/.*")) {
                lines += Files.readAllLines(file).stream().filter(line -> !NO_CODE.matcher(line).find()).count();
            }
        }
        assertTrue(lines > 0 && lines <= MAX_MEASURING_LINES, "lines of code in bench, lab and measure: " + lines);
    }

    @Test
    void shouldExplainEveryPackage() throws IOException {
        List<String> silent = new ArrayList<>();
        for (Path file : sources(".java")) {
            String name = ROOT.relativize(file).toString();
            if (name.contains("/src/main/java/dev/") && !Files.exists(file.resolveSibling("package-info.java"))) {
                silent.add(ROOT.relativize(file.getParent()).toString());
            }
        }
        assertEquals(List.of(), silent.stream().distinct().toList());
    }

    @Test
    void shouldTestEveryTrap() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/traps.md"));
        StringBuilder tests = new StringBuilder();
        for (Path file : sources("Test.java")) {
            tests.append(Files.readString(file));
        }
        List<String> untested = new ArrayList<>();
        for (Matcher row = Pattern.compile("(?m)^\\| (\\d+) \\|").matcher(page); row.find();) {
            String name = "void trap%02d".formatted(Integer.parseInt(row.group(1)));
            if (tests.indexOf(name) < 0) {
                untested.add(name);
            }
        }
        assertEquals(List.of(), untested);
    }

    private static List<Path> sources(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(f -> f.toString().endsWith(ending))
                    .filter(f -> {
                        String name = ROOT.relativize(f).toString();
                        return name.contains("src/") && !name.contains("target/");
                    })
                    .sorted()
                    .toList();
        }
    }
}
