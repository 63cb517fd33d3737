// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The constructs of `conformance.txt`, by topic.
///
/// | line          | meaning                                                                                |
/// |---------------|----------------------------------------------------------------------------------------|
/// | `# topic`     | begins a topic                                                                         |
/// | `> from …`    | rows that the expressions below are computed of                                        |
/// | `> one row`   | the expressions below give one row of all these rows                                   |
/// | `> statements` | what follows are whole statements; so is a line that begins with `select`, wherever it is |
/// | `@name = …`   | a reason that several lines have                                                       |
/// | `~…`          | only whether it is answered is compared                                                |
/// | `… ## reason` | why the answers differ: a sentence, or `@name`                                         |
final class ConformanceCases {
    /// @param construct as users write it
    /// @param statement that is asked
    /// @param rows      `from …` of the expressions of its topic; empty if they have none
    /// @param whether   whether only that there is an answer is compared
    /// @param note      why the answers differ; empty if they do not
    record Case(String topic, String construct, String statement, String rows, boolean whether, String note) { }

    private static final String NOTE = " ## ";
    private final List<Case> cases = new ArrayList<>();
    private final Map<String, String> reasons = new HashMap<>();
    private final Set<String> unused = new HashSet<>();
    private String topic = "";
    private String from = "";
    private boolean ordered;

    private ConformanceCases() {
    }

    static List<Case> read() throws IOException {
        ConformanceCases read = new ConformanceCases();
        try (InputStream lines = ConformanceCases.class.getResourceAsStream("conformance.txt")) {
            new String(lines.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(read::line);
        }
        if (!read.unused.isEmpty()) {
            throw new IllegalStateException("reasons that no line has: " + read.unused);
        }
        return read.cases;
    }

    private void line(String line) {
        if (line.isBlank()) {
            return;
        }
        String rest = line.substring(1).strip();
        switch (line.charAt(0)) {
            case '#' -> {
                topic = rest;
                from = "";
                ordered = false;
            }
            case '>' -> {
                ordered = rest.startsWith("from") && rest.contains("(k,");
                from = rest.startsWith("from") ? rest : rest.equals("one row") ? from : "";
            }
            case '@' -> {
                String[] parts = rest.split(" = ", 2);
                reasons.put(parts[0], parts[1]);
                unused.add(parts[0]);
            }
            case '~' -> add(rest, true);
            default -> add(line.strip(), false);
        }
    }

    private void add(String line, boolean whether) {
        int at = line.indexOf(NOTE);
        String construct = at < 0 ? line : line.substring(0, at).strip();
        String note = at < 0 ? "" : line.substring(at + NOTE.length()).strip();
        if (note.startsWith("@")) {
            String name = note.substring(1);
            unused.remove(name);
            note = reasons.get(name);
            if (note == null) {
                throw new IllegalStateException("no such reason: " + name);
            }
        }
        cases.add(new Case(topic, construct, statement(construct), from, whether, note));
    }

    private String statement(String construct) {
        if (isStatement(construct)) {
            return construct;
        }
        return "select " + construct + (from.isEmpty() ? "" : " " + from) + (ordered ? " order by k" : "");
    }

    private boolean isStatement(String construct) {
        return switch (topic) {
            case "Text", "Regular expressions", "Choices and NULL", "Literals and casts", "Numbers", "Times", "Aggregates",
                    "Aggregates of no rows", "Windows" -> construct.startsWith("select ");
            default -> true;
        };
    }
}
