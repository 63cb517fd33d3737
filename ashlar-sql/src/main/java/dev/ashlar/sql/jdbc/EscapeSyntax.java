// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.StatementScanner;
import dev.ashlar.sql.StatementScanner.Token;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Replaces JDBC escapes by the SQL that they stand for. Braces within texts, names and comments are kept.
///
/// | escape                          | SQL                              |
/// |---------------------------------|----------------------------------|
/// | `{fn UCASE(x)}`                 | `UPPER(x)`, see [EscapeFunction] |
/// | `{d '…'}`, `{t '…'}`, `{ts '…'}` | `DATE '…'`, `TIME '…'`, `TIMESTAMP '…'` |
/// | `{oj a LEFT JOIN b ON …}`       | what it contains                 |
/// | `{escape '…'}`                  | `ESCAPE '…'`                     |
/// | `{limit 10 offset 5}`           | `LIMIT 10 OFFSET 5`              |
final class EscapeSyntax {
    /// More than this within each other no statement may have, anyway.
    private static final int MAX_DEPTH = 200;
    /// Longer statements are rejected anyway.
    private static final int MAX_CHARACTERS = 1 << 20;

    private final String sql;
    private final StatementScanner scanner;
    private int copied;

    private EscapeSyntax(String sql) {
        this.sql = sql;
        scanner = new StatementScanner(sql);
    }

    /// @throws SQLException if there is no statement, or an escape is unknown or not closed
    static String translate(String sql) throws SQLException {
        if (sql == null) {
            throw new SQLException("no statement: it is null", "HY009");
        }
        return sql.indexOf('{') < 0 || sql.length() > MAX_CHARACTERS ? sql : new EscapeSyntax(sql).part(0, -1);
    }

    /// Translates the text up to the end of the escape that began at `start`, or up to the end of the statement.
    ///
    /// @param start start of the escape; negative for the whole statement
    private String part(int depth, int start) throws SQLException {
        StringBuilder part = new StringBuilder();
        for (Token token = scanner.next(); token != Token.END; token = scanner.next()) {
            char c = sql.charAt(scanner.start());
            if (token != Token.CHARACTER || c != '{' && c != '}' || c == '}' && start < 0) {
                continue;
            }
            part.append(sql, copied, scanner.start());
            copied = scanner.end();
            if (c == '}') {
                return part.toString();
            }
            if (depth == MAX_DEPTH) {
                throw wrong("escapes are nested too deeply: most=" + MAX_DEPTH, scanner.start());
            }
            int at = scanner.start();
            part.append(escape(part(depth + 1, at), at));
        }
        if (start >= 0) {
            throw wrong("escape has no closing }", start);
        }
        return part.append(sql, copied, sql.length()).toString();
    }

    private String escape(String content, int at) throws SQLException {
        String text = content.strip();
        int end = 0;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        String rest = text.substring(end);
        return switch (text.substring(0, end).toLowerCase(Locale.ROOT)) {
            case "fn" -> function(rest.strip());
            case "d" -> "DATE" + rest;
            case "t" -> "TIME" + rest;
            case "ts" -> "TIMESTAMP" + rest;
            case "oj" -> rest;
            case "escape", "limit" -> text;
            case "call" -> throw new SQLFeatureNotSupportedException(place(at) + "a store has no procedures", "0A000");
            default -> throw wrong("no such escape: {" + text + "}; escapes are {fn}, {d}, {t}, {ts}, {oj}, {escape} "
                    + "and {limit}", at);
        };
    }

    private static String function(String call) {
        int open = call.indexOf('(');
        if (open < 0 || !call.endsWith(")")) {
            return call;
        }
        List<String> arguments = arguments(call.substring(open + 1, call.length() - 1));
        return EscapeFunction.call(call.substring(0, open).strip(), arguments).orElse(call);
    }

    private static List<String> arguments(String list) {
        List<String> arguments = new ArrayList<>();
        StatementScanner scanner = new StatementScanner(list);
        int depth = 0;
        int start = 0;
        for (Token token = scanner.next(); token != Token.END; token = scanner.next()) {
            if (token == Token.CHARACTER) {
                char c = list.charAt(scanner.start());
                depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
                if (c == ',' && depth == 0) {
                    arguments.add(list.substring(start, scanner.start()).strip());
                    start = scanner.end();
                }
            }
        }
        String last = list.substring(start).strip();
        if (!last.isEmpty() || !arguments.isEmpty()) {
            arguments.add(last);
        }
        return arguments;
    }

    private SQLException wrong(String problem, int at) {
        return new SQLException(place(at) + problem, "42000");
    }

    private String place(int at) {
        int line = 1 + (int) sql.substring(0, at).chars().filter(c -> c == '\n').count();
        return "line " + line + ", column " + (at - sql.lastIndexOf('\n', at - 1)) + ": ";
    }
}
