// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.StatementScanner;
import dev.ashlar.sql.StatementScanner.Token;
import dev.ashlar.sql.internal.problem.OtherStatements;
import dev.ashlar.sql.internal.problem.Place;

/// The text of one statement, checked for errors that the parser would report unclearly or could not handle.
public final class StatementText {
    /// Longer statements are refused.
    static final int MAX_CHARACTERS = 1 << 20;

    private final String sql;
    private int depth;
    private int end = -1;

    private StatementText(String sql) {
        this.sql = sql;
    }

    /// The statement without the semicolons that end it.
    ///
    /// @throws SqlException if it is empty, too long, more than one or without an end
    public static String of(String sql) {
        if (sql.length() > MAX_CHARACTERS) {
            throw new SqlException(Reason.UNSUPPORTED, "statement is too long: characters=" + sql.length() + ", most="
                    + MAX_CHARACTERS + "; split the query", null);
        }
        return new StatementText(sql).checked();
    }

    private String checked() {
        StatementScanner scanner = new StatementScanner(sql);
        boolean empty = true;
        for (Token token = scanner.next(); token != Token.END; token = scanner.next()) {
            if (!scanner.isClosed()) {
                throw open(token, scanner.start());
            }
            if (token == Token.SEMICOLON) {
                end = end < 0 ? scanner.start() : end;
                continue;
            }
            if (end >= 0 && token != Token.COMMENT) {
                throw wrong(scanner.start(), "one statement at a time: there is more after the semicolon");
            }
            if (token == Token.CHARACTER) {
                nest(scanner.start());
            }
            empty &= token == Token.COMMENT;
        }
        if (empty) {
            throw new SqlException(Reason.SYNTAX, "statement is empty; " + OtherStatements.BEGINNINGS, null);
        }
        return end < 0 ? sql : sql.substring(0, end);
    }

    private void nest(int at) {
        switch (sql.charAt(at)) {
            case '(', '[' -> depth++;
            case ')', ']' -> depth--;
            case '‘', '’', '“', '”' -> throw wrong(at, "a typographic quotation mark: " + sql.charAt(at)
                    + "; texts are written in '', names in \"\"");
            case '`' -> throw wrong(at, "names are written in \"\", not in ``");
            default -> depth += isWord(at, "case") ? 1 : isWord(at, "end") ? -1 : 0;
        }
        if (depth > StatementBounds.MAX_DEPTH) {
            throw StatementBounds.tooDeep(depth);
        }
    }

    /// Whether a word begins here that is this one.
    private boolean isWord(int at, String word) {
        return sql.regionMatches(true, at, word, 0, word.length())
                && (at == 0 || !Character.isJavaIdentifierPart(sql.charAt(at - 1)))
                && (at + word.length() == sql.length()
                || !Character.isJavaIdentifierPart(sql.charAt(at + word.length())));
    }

    private SqlException open(Token token, int at) {
        return wrong(at, switch (token) {
            case NAME -> "name has no closing \"";
            case COMMENT -> "comment has no closing */";
            case TEXT, CHARACTER, SEMICOLON, END -> "text has no closing '; a quote within a text is written ''";
        });
    }

    private SqlException wrong(int at, String message) {
        return Place.of(sql, at).wrong(Reason.SYNTAX, message);
    }
}
