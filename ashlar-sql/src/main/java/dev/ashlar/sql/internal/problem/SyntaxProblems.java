// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.problem;

import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.StatementScanner;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;

/// Rewrites messages of Calcite's parser as one readable line.
final class SyntaxProblems {
    private static final Pattern ENCOUNTERED = Pattern.compile("(?s).*?Encountered:? \"(.*?)\"(?: at line| \\(|$).*");
    /// After this come all words that could have stood there.
    private static final Pattern EXPECTED = Pattern.compile("(?s)\\s*Was expecting.*");
    private static final List<String> BEGINNINGS = List.of("select", "with", "values", "table", "explain", "from",
            "describe", "summarize", "show");
    private static final Set<String> CLAUSES = Set.of("from", "where", "group", "having", "order", "union", "except",
            "intersect", "on", "join", "and", "or", "as", "by", "then", "else", "when", "end", "select", "limit",
            "offset", "fetch", "window", "using", "over");
    private static final Pattern WORD_BEFORE = Pattern.compile("(\\w+)[^\\w(]*$");
    /// A longer list is no help.
    private static final int MAX_EXPECTED = 4;
    private static final String END = "<EOF>";
    private static final String TOO_DEEP = "statement is nested too deeply for the stack of its thread";
    private static final SqlAbstractParserImpl.Metadata WORDS = SqlParser.create("").getMetadata();

    static SqlException of(SqlParseException e, String sql, NameAdvice names) {
        Optional<String> other = isDeep(e) ? Optional.empty() : OtherStatements.message(firstWord(sql));
        if (other.isPresent()) {
            return Place.of(sql, first(sql)).wrong(Reason.UNSUPPORTED, other.get(), e);
        }
        String message = message(e, sql, names);
        boolean syntax = !message.equals(TOO_DEEP);
        return Place.of(e.getPos()).wrong(syntax ? Reason.SYNTAX : Reason.UNSUPPORTED, message, e);
    }

    private static boolean isDeep(SqlParseException e) {
        return e.getCause() instanceof StackOverflowError || e.getMessage() == null;
    }

    private static String message(SqlParseException e, String sql, NameAdvice names) {
        if (isDeep(e)) {
            return TOO_DEEP;
        }
        Matcher encountered = ENCOUNTERED.matcher(e.getMessage());
        boolean first = e.getPos() != null && isFirst(sql, e);
        boolean known = BEGINNINGS.contains(firstWord(sql).toLowerCase(Locale.ROOT));
        if (e.getMessage().startsWith("Non-query") || first && encountered.matches() && !known) {
            return beginning(firstWord(sql));
        }
        if (e.getMessage().startsWith("Lexical") || !encountered.matches()) {
            return encountered.matches() ? character(encountered.group(1)) : plain(e);
        }
        String found = encountered.group(1).replaceAll("\\s+", " ");
        if (found.endsWith(END)) {
            String before = found.substring(0, found.length() - END.length()).strip();
            return "statement ends too early" + (before.isEmpty() ? "" : ", after '" + before + "'") + open(sql)
                    + expected(e);
        }
        int at = Place.of(e.getPos()).index(sql);
        Optional<String> other = OtherForms.message(sql, at);
        if (other.isPresent()) {
            return other.get();
        }
        String expected = expected(e);
        return "unexpected '" + found + "'" + (found.equals("= =") ? "; equal is written =" : expected.isEmpty()
                ? advice(found, sql, at, names) : expected);
    }

    /// Advice on the first of the words that were found, and of the one before them, that may be meant as a name.
    private static String advice(String found, String sql, int at, NameAdvice names) {
        int end = at + found.length();
        boolean called = end < sql.length() && sql.substring(end).stripLeading().startsWith("(");
        if (called && found.equalsIgnoreCase("unnest")) {
            return "; it returns rows: write it in FROM, from unnest(array[1, 2]) as t(x)";
        }
        if (called && isWord(found) && !isClause(found)) {
            return "; no function is called '" + found + "'";
        }
        for (String word : found.split(" ")) {
            if (isWord(word) && (names.isKnown(word) || !isClause(word))) {
                return advice(word, names);
            }
        }
        Matcher before = WORD_BEFORE.matcher(sql.substring(0, Math.clamp(at, 0, sql.length())));
        if (!before.find() || !isWord(before.group(1)) || isClause(before.group(1))) {
            return advice(found, names);
        }
        String name = before.group(1);
        return "; '" + name + "' before it is an SQL keyword; quote it to use it as a name: \"" + name + '"';
    }

    private static boolean isWord(String word) {
        return WORDS.isReservedWord(word.toUpperCase(Locale.ROOT));
    }

    private static boolean isClause(String word) {
        return CLAUSES.contains(word.toLowerCase(Locale.ROOT));
    }

    private static String character(String found) {
        return switch (found) {
            case "~" -> "unexpected character '~'; write regexp_like(text, pattern)";
            case "\\\\" -> "unexpected character '\\'; a statement ends with ;";
            default -> "unexpected character '" + found + "'";
        };
    }

    private static boolean isFirst(String sql, SqlParseException e) {
        return first(sql) == Place.of(e.getPos()).index(sql);
    }

    /// Index of what stands first, after comments.
    private static int first(String sql) {
        StatementScanner scanner = new StatementScanner(sql);
        while (scanner.next() == StatementScanner.Token.COMMENT) {
            // Not yet.
        }
        return scanner.start();
    }

    private static String firstWord(String sql) {
        int start = first(sql);
        int end = start;
        while (end < sql.length() && Character.isJavaIdentifierPart(sql.charAt(end))) {
            end++;
        }
        return sql.substring(start, Math.min(sql.length(), Math.max(end, start + 1)));
    }

    private static String beginning(String word) {
        return "no statement begins with '" + word + "'; " + SpellingSuggestion.similar(word, BEGINNINGS)
                .filter(near -> !near.equals(word.toLowerCase(Locale.ROOT))).map(near -> "nearest: " + near)
                .orElse(OtherStatements.BEGINNINGS);
    }

    /// Advice if a keyword may have been meant as a name.
    private static String advice(String word, NameAdvice names) {
        if (!isWord(word)) {
            return "";
        }
        if (names.isKnown(word)) {
            return "; quote it to use it as a name: \"" + word + "\"";
        }
        return isClause(word) ? "; is something missing before it?"
                : "; it is an SQL keyword; quote it with \"\" to use it as a name";
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
