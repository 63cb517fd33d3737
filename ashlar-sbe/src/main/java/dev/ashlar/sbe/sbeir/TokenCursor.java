// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.SchemaException;
import java.util.List;
import java.util.regex.Pattern;

/// A position in a list of tokens, and its nesting depth.
final class TokenCursor {
    /// Groups in groups and composites in composites; deeper than any schema, shallower than the stack.
    private static final int MAX_DEPTH = 64;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final List<Token> tokens;
    private final String file;
    private final int schemaVersion;
    private int index;
    private int depth;

    TokenCursor(List<Token> tokens, String file, int schemaVersion) {
        this.tokens = tokens;
        this.file = file;
        this.schemaVersion = schemaVersion;
    }

    boolean hasNext() {
        return index < tokens.size();
    }

    boolean at(Signal signal) {
        return index < tokens.size() && tokens.get(index).signal() == signal;
    }

    /// The next token, which must have this signal, a usable name and versions the schema can have.
    Token next(Signal signal) {
        if (!at(signal)) {
            throw fault(Fault.MISPLACED_TOKEN, "expected " + signal + ", found "
                    + (hasNext() ? tokens.get(index).signal() : "the end of the file"));
        }
        Token token = tokens.get(index++);
        if (!NAME.matcher(token.name()).matches()) {
            throw fault(Fault.BAD_NAME, "not a usable name: \"" + shown(token.name()) + "\"");
        }
        if (token.version() < 0 || token.version() > schemaVersion || token.deprecated() < 0) {
            throw fault(Fault.BAD_VERSION, "version out of range: sinceVersion=" + token.version() + ", deprecated="
                    + token.deprecated() + ", schemaVersion=" + schemaVersion + " (" + token.name() + ")");
        }
        return token;
    }

    /// The signal of the next token.
    Signal peek() {
        if (!hasNext()) {
            throw fault(Fault.MISPLACED_TOKEN, "expected a type, found the end of the file");
        }
        return tokens.get(index).signal();
    }

    /// The first of this signal from here on, or `null`.
    Token find(Signal signal) {
        for (int i = index; i < tokens.size(); i++) {
            if (tokens.get(i).signal() == signal) {
                return tokens.get(i);
            }
        }
        return null;
    }

    Token begin(Signal signal) {
        if (++depth > MAX_DEPTH) {
            throw fault(Fault.TOO_DEEP, "nested deeper than a schema can be: maxDepth=" + MAX_DEPTH);
        }
        return next(signal);
    }

    void end(Token begin) {
        depth--;
        Token end = next(begin.signal().end());
        if (!end.name().equals(begin.name())) {
            throw fault(Fault.MISPLACED_TOKEN, "end does not match the element: began=" + begin.name() + ", ends="
                    + end.name());
        }
    }

    /// A fault at the token last read.
    SchemaException fault(Fault fault, String message) {
        return fault.in(file, message + ", token=" + Math.max(0, index - 1));
    }

    private static String shown(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}
