// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.problem;

import dev.ashlar.query.QueryException;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.store.CorruptChunkException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParseException;

/// Turns every failure of a query into one readable line, with its position and advice where they are known, and never
/// with a plan or generated code.
public final class StatementProblems {
    private static final Pattern TEXT_OF_BOOLEAN = Pattern.compile("(?s)Invalid character for cast: (.*)");
    private static final Pattern TEXT_OF_NUMBER = Pattern.compile("(?s)For input string: \"(.*?)\".*");
    /// Signs of plans, of generated code and of the insides of libraries.
    private static final Pattern INTERNAL = Pattern.compile("Enumerable|Logical[A-Z]|convention=|rel#|rowcount|\\$f?\\d"
            + "|[a-z]\\.[a-z]+\\.[A-Z]|out of bounds|out of range: -?\\d|\\bBaz\\b|_UTF-?8|index \\d|Cannot invoke|[{}]");

    private static final Pattern CONSTANT_TIME = Pattern.compile("^timestamp out of range: time=(\\d{4}-\\d\\d-\\d\\d)");

    /// In one line, without the capital and the full stop of a sentence.
    static String tidy(String message) {
        String line = message.replaceAll("\\s+", " ").strip();
        line = line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
        boolean sentence = line.length() > 1 && !Character.isUpperCase(line.charAt(1));
        return sentence ? line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1) : line;
    }

    /// The failure of a query while it was checked, planned or run.
    public static SqlException of(Throwable problem, String sql, NameAdvice names) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case SqlException e -> {
                    return e;
                }
                case QueryException e -> {
                    return ofQuery(e, sql);
                }
                case CorruptChunkException e -> {
                    return new SqlException(Reason.CORRUPT, e.getMessage(), e);
                }
                case CalciteContextException e -> {
                    return ValidationProblems.of(e, sql, names);
                }
                case SqlParseException e -> {
                    return SyntaxProblems.of(e, sql, names);
                }
                case ArithmeticException e -> {
                    return arithmetic(e);
                }
                case NumberFormatException e -> {
                    Matcher text = TEXT_OF_NUMBER.matcher(String.valueOf(e.getMessage()));
                    return new SqlException(Reason.INVALID, text.matches() ? "text is not a number: '" + text.group(1)
                            + "'" : "text is not a number", problem);
                }
                case OutOfMemoryError e -> {
                    return new SqlException(Reason.MEMORY, "query needs more memory than the process has: " + line(e)
                            + "; group, join or order fewer rows, or give it a larger heap", e);
                }
                case StackOverflowError e -> {
                    return new SqlException(Reason.UNSUPPORTED, "statement is nested too deeply for the stack of its "
                            + "thread", e);
                }
                case InternalError e -> {
                    // From mapped memory: a failing disk or a truncated file.
                    return new SqlException(Reason.CORRUPT, "rows cannot be read: " + line(e), e);
                }
                default -> {
                    // By name: only Calcite can see the compiler's classes.
                    if (cause.getClass().getSimpleName().matches("(Internal)?Compile(r)?Exception")) {
                        return new SqlException(Reason.UNSUPPORTED, "statement is too long to be compiled; use "
                                + "fewer columns or constants, or split the query", problem);
                    }
                }
            }
        }
        return unknown(problem);
    }

    private static SqlException unknown(Throwable problem) {
        Throwable root = problem;
        while (root.getCause() != null && !(root instanceof CalciteException)) {
            root = root.getCause();
        }
        for (Throwable suppressed : root.getSuppressed()) {
            if (suppressed instanceof QueryException e) {
                return SqlException.of(e);
            }
            if (suppressed instanceof RuntimeException && !isInternal(suppressed)) {
                return new SqlException(Reason.UNSUPPORTED, tidy(suppressed.getMessage()), problem);
            }
        }
        if (root instanceof IndexOutOfBoundsException) {
            return new SqlException(Reason.INVALID, "a position or length is outside of its text", problem);
        }
        Matcher truth = TEXT_OF_BOOLEAN.matcher(String.valueOf(root.getMessage()));
        if (truth.matches()) {
            return new SqlException(Reason.INVALID, "text is neither true nor false: '" + truth.group(1) + "'", problem);
        }
        if (root instanceof PatternSyntaxException e) {
            return new SqlException(Reason.INVALID, "pattern is invalid: " + tidy(e.getDescription()) + " ("
                    + e.getPattern() + ")", problem);
        }
        if (String.valueOf(root.getMessage()).startsWith("more than one value in agg SINGLE_VALUE")) {
            return new SqlException(Reason.INVALID, "a scalar sub-query returns several rows; write IN "
                    + "or LIMIT 1", problem);
        }
        if (isInternal(root)) {
            return new SqlException(Reason.UNSUPPORTED, "part of the statement is not supported ("
                    + root.getClass().getSimpleName() + ")", problem);
        }
        boolean invalid = root instanceof CalciteException || root instanceof IllegalArgumentException;
        return new SqlException(invalid ? Reason.INVALID : Reason.UNSUPPORTED, tidy(line(root)), problem);
    }

    private static SqlException ofQuery(QueryException e, String sql) {
        Matcher time = CONSTANT_TIME.matcher(String.valueOf(e.getMessage()));
        int at = time.find() ? sql.indexOf('\'' + time.group(1)) : -1;
        return at < 0 ? SqlException.of(e) : Place.of(sql, at).wrong(Reason.OVERFLOW, e.getMessage()
                + "; beyond them a constant can only be compared with: t < timestamp '" + time.group(1) + "'", e);
    }

    private static boolean isInternal(Throwable problem) {
        boolean ours = problem instanceof CalciteException || problem instanceof IllegalArgumentException
                || problem instanceof UnsupportedOperationException || problem instanceof RuntimeException
                && problem.getClass() == RuntimeException.class;
        return !ours || problem.getMessage() == null || INTERNAL.matcher(line(problem)).find();
    }

    private static SqlException arithmetic(ArithmeticException e) {
        String message = line(e);
        boolean zero = message.toLowerCase(Locale.ROOT).contains("by zero");
        return new SqlException(zero ? Reason.DIVISION_BY_ZERO : Reason.OVERFLOW, zero ? "division by zero"
                : "number out of range: " + tidy(message), e);
    }

    /// The first line alone: what follows it may be generated code.
    private static String line(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.lines().findFirst().orElse("").strip();
    }
}
