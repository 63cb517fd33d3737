// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

/// Finds the ends of statements in SQL text without parsing them; recognizes string literals, quoted names and
/// comments.
///
/// **Threading**: one thread.
public final class StatementScanner {
    /// The current token.
    public enum Token {
        /// A non-blank character of the statement.
        CHARACTER,
        /// A semicolon outside of quotes and comments.
        SEMICOLON,
        /// A string literal in `''`; without its closing quote if the statement ends first.
        TEXT,
        /// A name in `""`; without its closing quote if the statement ends first.
        NAME,
        /// A comment; without its end if the statement ends first.
        COMMENT,
        /// The end of the text.
        END
    }

    private final CharSequence text;
    private int start;
    private int end;
    private boolean closed;

    public StatementScanner(CharSequence text) {
        this.text = text;
    }

    /// Index of the first semicolon that is not within quotes or a comment; -1 if there is none.
    public static int end(CharSequence text) {
        StatementScanner scanner = new StatementScanner(text);
        Token token = scanner.next();
        while (token != Token.SEMICOLON && token != Token.END) {
            token = scanner.next();
        }
        return token == Token.SEMICOLON ? scanner.start() : -1;
    }

    /// Whether the text has only blanks, comments and semicolons.
    public static boolean isEmpty(CharSequence text) {
        StatementScanner scanner = new StatementScanner(text);
        Token token = scanner.next();
        while (token == Token.COMMENT || token == Token.SEMICOLON) {
            token = scanner.next();
        }
        return token == Token.END;
    }

    /// Moves to the next token.
    public Token next() {
        start = end;
        while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        end = Math.min(start + 1, text.length());
        closed = true;
        if (start == text.length()) {
            return Token.END;
        }
        char c = text.charAt(start);
        if (c == '\'' || c == '"') {
            end = after(c, start + 1);
            return c == '"' ? Token.NAME : Token.TEXT;
        }
        if (startsWith("--") || startsWith("//")) {
            end = afterLine();
            return Token.COMMENT;
        }
        if (startsWith("/*")) {
            end = afterComment();
            return Token.COMMENT;
        }
        return c == ';' ? Token.SEMICOLON : Token.CHARACTER;
    }

    /// Index of the first character of the current token.
    public int start() {
        return start;
    }

    /// Index after the last character of the current token.
    public int end() {
        return end;
    }

    /// Whether the current string literal, name or comment is closed.
    public boolean isClosed() {
        return closed;
    }

    private boolean startsWith(String sign) {
        return start + 1 < text.length() && text.charAt(start) == sign.charAt(0)
                && text.charAt(start + 1) == sign.charAt(1);
    }

    /// A doubled quote, which denotes one quote, is scanned as the end of one quoted part and the start of another; the
    /// overall end is the same.
    private int after(char quote, int from) {
        boolean escapes = quote == '\'' && isEscaped();
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == quote) {
                return i + 1;
            }
            if (escapes && text.charAt(i) == '\\') {
                i++;
            }
        }
        closed = false;
        return text.length();
    }

    /// Whether the current string literal has escapes: `E'it\'s'`.
    public boolean isEscaped() {
        return start > 0 && (text.charAt(start - 1) == 'e' || text.charAt(start - 1) == 'E')
                && (start == 1 || !Character.isJavaIdentifierPart(text.charAt(start - 2)));
    }

    private int afterLine() {
        for (int i = start; i < text.length(); i++) {
            if (text.charAt(i) == '\n' || text.charAt(i) == '\r') {
                return i + 1;
            }
        }
        return text.length();
    }

    private int afterComment() {
        for (int i = start + 2; i + 1 < text.length(); i++) {
            if (text.charAt(i) == '*' && text.charAt(i + 1) == '/') {
                return i + 2;
            }
        }
        closed = false;
        return text.length();
    }
}
