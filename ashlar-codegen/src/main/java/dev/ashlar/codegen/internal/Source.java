// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal;

/// The text of a class body: members with a blank line between them, indented as deep as they are nested.
final class Source {
    private static final String STEP = "    ";

    private final StringBuilder text = new StringBuilder();
    private int depth;
    private boolean separate;

    /// Appends a member; a blank line comes before it unless it is the first of its class.
    Source member(String member) {
        if (separate) {
            text.append('\n');
        }
        lines(member);
        separate = true;
        return this;
    }

    /// Appends lines that belong to what stands before them.
    Source lines(String lines) {
        lines.lines().forEach(line -> {
            if (!line.isBlank()) {
                text.append(STEP.repeat(depth)).append(line.stripTrailing());
            }
            text.append('\n');
        });
        separate = true;
        return this;
    }

    /// Opens a class: its declaration up to the brace.
    Source open(String declaration) {
        member(declaration);
        depth++;
        separate = false;
        return this;
    }

    Source close() {
        depth--;
        separate = false;
        lines("}");
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
