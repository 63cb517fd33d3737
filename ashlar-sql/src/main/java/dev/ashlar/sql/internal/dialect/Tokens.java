// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.StatementScanner;
import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import dev.ashlar.sql.internal.dialect.TokenTree.Token.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The parts of a statement.
final class Tokens {
    private final String sql;
    private final List<Token> tokens = new ArrayList<>();

    private Tokens(String sql) {
        this.sql = sql;
    }

    /// The parts of a statement without its comments; empty if parentheses do not match, which the parser explains.
    ///
    /// @throws SqlException if a chain of operators is too long
    static Optional<List<TokenTree>> of(String sql) {
        Tokens tokens = new Tokens(sql);
        tokens.read();
        ChainBounds.require(tokens.tokens, sql);
        return tokens.grouped();
    }

    /// Parts that a form stands for, all of them at the place of the form. Operators have one character.
    static List<TokenTree> made(String sql, int at) {
        Tokens tokens = new Tokens(sql);
        tokens.read();
        tokens.tokens.replaceAll(token -> new Token(token.kind(), token.text(), at, false));
        return tokens.grouped().orElseThrow();
    }

    private void read() {
        StatementScanner scanner = new StatementScanner(sql);
        int from = 0;
        for (StatementScanner.Token found = scanner.next(); found != StatementScanner.Token.END;
                found = scanner.next()) {
            // Characters that belong to the word or number before.
            if (scanner.start() < from) {
                continue;
            }
            from = scanner.end();
            Kind kind = switch (found) {
                case TEXT -> Kind.TEXT;
                case NAME -> Kind.NAME;
                case COMMENT, END -> null;
                case CHARACTER, SEMICOLON -> {
                    char c = sql.charAt(scanner.start());
                    from = Character.isJavaIdentifierPart(c) ? word(scanner.start()) : from;
                    yield Character.isDigit(c) ? Kind.NUMBER
                            : Character.isJavaIdentifierPart(c) ? Kind.WORD : Kind.SIGN;
                }
            };
            if (kind == null) {
                requireComment(scanner.start());
            } else if (isDoubledQuote(kind, scanner.start())) {
                Token begun = tokens.removeLast();
                tokens.add(new Token(kind, sql.substring(begun.at(), from), begun.at(), true));
            } else {
                tokens.add(new Token(kind, sql.substring(scanner.start(), from), scanner.start(), true));
            }
        }
    }

    /// Whether a text or name goes on after a quote within it, which the scanner takes for an end and a beginning.
    private boolean isDoubledQuote(Kind kind, int start) {
        return (kind == Kind.TEXT || kind == Kind.NAME) && !tokens.isEmpty() && tokens.getLast().kind() == kind
                && tokens.getLast().at() + tokens.getLast().text().length() == start;
    }

    /// `//` begins a comment for the parser, and divides in DuckDB: `7 // 2` must not be 7.
    private void requireComment(int start) {
        boolean slashes = sql.startsWith("//", start);
        if (slashes && !sql.substring(sql.lastIndexOf('\n', start) + 1, start).isBlank()) {
            throw Dialect.wrong(sql, start,
                    "'//' is not an operator; whole numbers divide by /, and comments begin with --");
        }
    }

    /// Index after a word, or after a number with its point.
    private int word(int start) {
        boolean number = Character.isDigit(sql.charAt(start));
        int end = start;
        while (end < sql.length() && (Character.isJavaIdentifierPart(sql.charAt(end)) || number
                && sql.charAt(end) == '.')) {
            end++;
        }
        return end;
    }

    private Optional<List<TokenTree>> grouped() {
        Deque<List<TokenTree>> outer = new ArrayDeque<>();
        Deque<Token> opened = new ArrayDeque<>();
        List<TokenTree> parts = new ArrayList<>();
        for (Token token : tokens) {
            if (token.is('(')) {
                outer.push(parts);
                opened.push(token);
                parts = new ArrayList<>();
            } else if (token.is(')')) {
                if (outer.isEmpty()) {
                    return Optional.empty();
                }
                Group group = new Group(opened.pop(), parts, token);
                parts = outer.pop();
                parts.add(group);
            } else {
                parts.add(token);
            }
        }
        return outer.isEmpty() ? Optional.of(parts) : Optional.empty();
    }
}
