// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.text;

import java.util.List;

/// The text of a class body: members with a blank line between them, indented as deep as they are nested.
public final class ClassBody {
    private static final String STEP = "    ";
    private static final String CONTINUATION = STEP + STEP;
    private static final int WIDTH = 120;
    private static final List<String> BREAKS = List.of("? ", ": ", "&& ", ".append(");

    private final StringBuilder text = new StringBuilder();
    private int depth;
    private boolean separate;

    /// Appends a member; a blank line comes before it unless it is the first of its class.
    public ClassBody member(String member) {
        if (separate) {
            text.append('\n');
        }
        lines(member);
        separate = true;
        return this;
    }

    /// Appends lines that belong to the previous member.
    public ClassBody lines(String lines) {
        lines.lines().forEach(line -> {
            if (!line.isBlank()) {
                text.append(wrap(STEP.repeat(depth) + line.stripTrailing()));
            }
            text.append('\n');
        });
        separate = true;
        return this;
    }

    /// Opens a class: its declaration up to the brace.
    public ClassBody open(String declaration) {
        member(declaration);
        depth++;
        separate = false;
        return this;
    }

    public ClassBody close() {
        depth--;
        separate = false;
        lines("}");
        return this;
    }

    /// The line, broken at the outermost possible place if it is wider than a page.
    private static String wrap(String line) {
        if (line.length() <= WIDTH || line.strip().startsWith("///")) {
            return line;
        }
        int best = -1;
        int bestDepth = Integer.MAX_VALUE;
        int parentheses = 0;
        boolean quoted = false;
        for (int i = 1; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && line.charAt(i - 1) != '\\') {
                quoted = !quoted;
            } else if (!quoted && c == '(') {
                parentheses++;
            } else if (!quoted && c == ')') {
                parentheses--;
            }
            if (!quoted && i <= WIDTH && mayBreak(line, i) && parentheses <= bestDepth) {
                best = i;
                bestDepth = parentheses;
            }
        }
        if (best < 0) {
            return line;
        }
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        boolean isBroken = line.startsWith(CONTINUATION, Math.max(0, indent.length() - CONTINUATION.length()))
                && BREAKS.stream().anyMatch(line.strip()::startsWith);
        return line.substring(0, best).stripTrailing() + "\n"
                + wrap(indent + (isBroken ? "" : CONTINUATION) + line.substring(best).strip());
    }

    private static boolean mayBreak(String line, int at) {
        String rest = line.substring(at);
        return BREAKS.stream().anyMatch(rest::startsWith) && !line.substring(0, at).isBlank()
                || line.startsWith(", ", at - 2);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
