// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sql.ConformanceCases.Case;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// `docs/sql-conformance.md`.
final class ConformancePage {
    private static final String SAME = "the same";

    static String of(List<Case> cases, List<ConformanceAnswer> theirs, List<ConformanceAnswer> ours, String version) {
        int same = 0;
        int rejected = 0;
        StringBuilder tables = new StringBuilder();
        String topic = "";
        for (int i = 0; i < cases.size(); i++) {
            Case one = cases.get(i);
            if (!one.topic().equals(topic)) {
                topic = one.topic();
                tables.append("\n## ").append(topic).append('\n').append(one.rows().isEmpty() ? "" : "`" + one.rows() + "`\n\n")
                        .append("| construct | DuckDB | Ashlar | note |\n|---|---|---|---|\n");
            }
            boolean agreed = one.note().isEmpty();
            same += agreed ? 1 : 0;
            rejected += theirs.get(i).isAnswered() && !ours.get(i).isAnswered() ? 1 : 0;
            tables.append("| ").append(code(one.construct())).append(" | ").append(cell(theirs.get(i), one)).append(" | ")
                    .append(agreed && ours.get(i).isAnswered() ? SAME : cell(ours.get(i), one)).append(" | ")
                    .append(one.note().replace("|", "\\|")).append(" |\n");
        }
        List<String> topics = cases.stream().map(Case::topic).distinct().toList();
        return """
                # What DuckDB answers, and what we answer

                A test asks DuckDB %s and Ashlar each construct and writes this page. Of %d constructs, %d are \
                answered the same; %d are rejected here, by name and nearly all with what to write instead. Each \
                difference has its reason.

                Answers are compared by value: floating-point numbers to 12 digits, and without regard to types, so \
                2.5 as DOUBLE is 2.5 as DECIMAL. Both engines see the rows that stand above a table; `Trade` and \
                `Quote` are those of [statements](sql-statements.md). Rows are separated by `;`, values by `,`. DuckDB \
                has one thread, `UTC` and its own defaults otherwise.

                **On this page**: %s
                """.formatted(version, cases.size(), same, rejected, topics.stream().map(t -> "[" + t.toLowerCase(Locale.ROOT)
                .replace("null", "NULL").replace("select", "SELECT") + "](#" + t.toLowerCase(Locale.ROOT).replace(' ', '-') + ")")
                .collect(Collectors.joining(", "))) + tables;
    }

    private static String cell(ConformanceAnswer answer, Case one) {
        return one.whether() && answer.isAnswered() ? "an answer" : answer.isAnswered() ? code(answer.cell())
                : escaped(answer.cell());
    }

    /// With more backticks around it than it has in it.
    private static String code(String text) {
        return "`" + text.replace("|", "\\|") + "`";
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;").replace("_", "\\_");
    }
}
