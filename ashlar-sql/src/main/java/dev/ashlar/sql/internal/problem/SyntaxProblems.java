// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.problem;

import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.StatementScanner;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;

/// Messages of Calcite's parser in one readable line.
final class SyntaxProblems {
    private static final Pattern ENCOUNTERED = Pattern.compile("(?s).*?Encountered:? \"(.*?)\"(?: at line| \\(|$).*");
    /// After this come all words that could have stood there.
    private static final Pattern EXPECTED = Pattern.compile("(?s)\\s*Was expecting.*");
    private static final List<String> BEGINNINGS = List.of("select", "with", "values", "table", "explain", "from",
            "describe", "summarize", "show");
    private static final Set<String> WRITES = Set.of("create", "drop", "alter", "truncate", "grant", "revoke", "begin",
            "start", "commit", "rollback", "savepoint", "replace", "copy", "lock", "vacuum", "analyze");
    private static final Set<String> CLAUSES = Set.of("from", "where", "group", "having", "order", "union", "except",
            "intersect", "on", "join", "and", "or", "as", "by", "then", "else", "when", "end", "select", "limit",
            "offset", "fetch", "window", "using", "over");
    /// A longer list is no help.
    private static final int MAX_EXPECTED = 4;
    private static final String END = "<EOF>";
    private static final String TOO_DEEP = "statement is nested too deeply for the stack of its thread";
    private static final String READ_ONLY = "a store is read only here: ";
    private static final SqlAbstractParserImpl.Metadata WORDS = SqlParser.create("").getMetadata();

    private SyntaxProblems() {
    }

    static SqlException of(SqlParseException e, String sql, NameAdvice names) {
        String message = message(e, sql, names);
        boolean syntax = !message.startsWith(READ_ONLY) && !message.equals(TOO_DEEP);
        return Place.of(e.getPos()).wrong(syntax ? Reason.SYNTAX : Reason.UNSUPPORTED, message, e);
    }

    private static String message(SqlParseException e, String sql, NameAdvice names) {
        if (e.getCause() instanceof StackOverflowError || e.getMessage() == null) {
            return TOO_DEEP;
        }
        Matcher encountered = ENCOUNTERED.matcher(e.getMessage());
        boolean first = e.getPos() != null && isFirst(sql, e);
        boolean known = BEGINNINGS.contains(firstWord(sql).toLowerCase(Locale.ROOT));
        if (e.getMessage().startsWith("Non-query") || first && encountered.matches() && !known) {
            return beginning(firstWord(sql));
        }
        if (e.getMessage().startsWith("Lexical") || !encountered.matches()) {
            return encountered.matches() ? "unexpected character '" + encountered.group(1) + "'"
                    + (encountered.group(1).equals("~") ? "; write regexp_like(text, pattern)" : "") : plain(e);
        }
        String found = encountered.group(1).replaceAll("\\s+", " ");
        if (found.endsWith(END)) {
            String before = found.substring(0, found.length() - END.length()).strip();
            return "statement ends too early" + (before.isEmpty() ? "" : ", after '" + before + "'") + open(sql)
                    + expected(e);
        }
        String expected = expected(e);
        return "unexpected '" + found + "'" + (found.equals("= =") ? "; equal is written =" : expected.isEmpty()
                ? advice(found, names) : expected);
    }

    private static boolean isFirst(String sql, SqlParseException e) {
        StatementScanner scanner = new StatementScanner(sql);
        StatementScanner.Token token = scanner.next();
        while (token == StatementScanner.Token.COMMENT) {
            token = scanner.next();
        }
        return scanner.start() == Place.of(e.getPos()).index(sql);
    }

    private static String firstWord(String sql) {
        StatementScanner scanner = new StatementScanner(sql);
        while (scanner.next() == StatementScanner.Token.COMMENT) {
            // Not yet.
        }
        int end = scanner.start();
        while (end < sql.length() && Character.isJavaIdentifierPart(sql.charAt(end))) {
            end++;
        }
        return sql.substring(scanner.start(), Math.max(end, Math.min(sql.length(), scanner.end())));
    }

    private static String beginning(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        if (WRITES.contains(lower)) {
            return READ_ONLY + word.toUpperCase(Locale.ROOT)
                    + "; write SELECT, WITH, VALUES, TABLE or EXPLAIN PLAN FOR";
        }
        return "no statement begins with '" + word + "'" + SpellingSuggestion.similar(word, BEGINNINGS)
                .filter(near -> !near.equals(lower)).map(near -> "; nearest: " + near)
                .orElse("; write SELECT, WITH, VALUES, TABLE or EXPLAIN PLAN FOR");
    }

    /// Whether a word of SQL may have been meant as a name.
    private static String advice(String word, NameAdvice names) {
        if (!WORDS.isReservedWord(word.toUpperCase(Locale.ROOT))) {
            return "";
        }
        if (names.isKnown(word)) {
            return "; as a name it is written in \"\": \"" + word + "\"";
        }
        return CLAUSES.contains(word.toLowerCase(Locale.ROOT)) ? "; is something missing before it?"
                : "; it is a word of SQL; as a name it is written in \"\"";
    }

    private static String open(String sql) {
        StatementScanner scanner = new StatementScanner(sql);
        int open = 0;
        for (StatementScanner.Token token = scanner.next(); token != StatementScanner.Token.END;
                token = scanner.next()) {
            char c = token == StatementScanner.Token.CHARACTER ? sql.charAt(scanner.start()) : ' ';
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
        return open > 0 ? "; closing ) is missing: " + open : "";
    }

    private static String expected(SqlParseException e) {
        Collection<String> expected = e.getExpectedTokenNames();
        if (expected == null || expected.isEmpty() || expected.size() > MAX_EXPECTED) {
            return "";
        }
        List<String> tokens = expected.stream().map(SyntaxProblems::token).toList();
        boolean words = tokens.stream().allMatch(token -> Character.isLetter(token.charAt(0)));
        if (!words && tokens.size() > 1) {
            return "";
        }
        return "; expected: " + String.join(", ", tokens);
    }

    private static String token(String image) {
        return image.startsWith("<") ? image.substring(1, image.length() - 1).replace('_', ' ').toLowerCase(Locale.ROOT)
                : image.replace("\"", "").strip();
    }

    private static String plain(SqlParseException e) {
        String message = EXPECTED.matcher(e.getMessage()).replaceFirst("");
        return StatementProblems.tidy(message.replaceAll(" at line \\d+, column \\d+", ""));
    }
}
