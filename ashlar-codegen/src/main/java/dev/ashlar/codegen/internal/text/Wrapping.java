// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// Lines of comments.
public final class Wrapping {
    private Wrapping() {
    }

    /// The text broken at spaces into lines of at most `width` characters; a line without a space may be longer.
    ///
    /// @param text without line breaks, in which single spaces separate words
    public static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text.strip();
        while (!rest.isEmpty()) {
            int end = rest.length() <= width ? rest.length() : rest.lastIndexOf(' ', width);
            end = end <= 0 ? rest.length() : end;
            lines.add(rest.substring(0, end).strip());
            rest = rest.substring(end).strip();
        }
        return lines;
    }

    /// Items on lines of their own, each with a comma, between a line that opens and one that closes.
    ///
    /// @param step their indentation
    public static String spread(String indent, String step, String start, Collection<String> items, String end) {
        return items.stream().map(item -> indent + step + item + ",\n")
                .collect(Collectors.joining("", indent + start + "\n", indent + end + "\n"));
    }
}
