// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// How the answer to a query is printed.
public enum AnswerFormat {
    /// Columns under each other, for people.
    TABLE,
    /// The same with lines around the cells, and the types of the columns.
    BOX,
    /// The same as a table of Markdown.
    MARKDOWN,
    /// A line for each value.
    LINE,
    /// RFC 4180: a line with the names, then a line for each row.
    CSV,
    /// One object a line.
    JSON;

    /// As users write it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// All of them, as users write them.
    public static List<String> words() {
        return Arrays.stream(values()).map(AnswerFormat::word).toList();
    }
}
