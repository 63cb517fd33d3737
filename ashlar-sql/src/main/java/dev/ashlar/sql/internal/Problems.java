// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.query.QueryException;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.store.CorruptChunkException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParseException;

/// What Calcite says of wrong SQL, in one line with a place and, where a name is wrong, the nearest there is.
final class Problems {
    private static final Pattern UNKNOWN_TABLE = Pattern.compile("(?:Object|Table) '([^']+)' not found.*");
    private static final Pattern UNKNOWN_COLUMN = Pattern.compile("Column '([^']+)' not found.*");
    private static final Pattern PLACE = Pattern.compile("(?:From|At) line \\d+, column \\d+(?: to line \\d+, column \\d+)?: ");
    /// After this come all words that could have stood there.
    private static final Pattern EXPECTED = Pattern.compile("(?s)\\s*Was expecting.*");

    private Problems() {
    }

    static SqlException of(SqlParseException e) {
        String message = EXPECTED.matcher(String.valueOf(e.getMessage())).replaceFirst("");
        message = message.replaceAll(" at line \\d+, column \\d+", "").replaceAll("\\s+", " ").strip();
        if (message.endsWith(".")) {
            message = message.substring(0, message.length() - 1);
        }
        int line = e.getPos() == null ? 0 : e.getPos().getLineNum();
        int column = e.getPos() == null ? 0 : e.getPos().getColumnNum();
        boolean name = message.startsWith("Encountered \"") && !message.contains("<EOF>");
        return new SqlException(Reason.SYNTAX, place(line, column) + lower(message)
                + (name ? "; names that are words of SQL stand in \"\"" : ""), line, column, e);
    }

    static SqlException of(CalciteContextException e, String sql, Names names) {
        String message = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
        message = PLACE.matcher(String.valueOf(message)).replaceAll("").replaceAll("\\s+", " ").strip();
        return new SqlException(Reason.INVALID, place(e.getPosLine(), e.getPosColumn()) + lower(message)
                + nearest(message, sql, names), e.getPosLine(), e.getPosColumn(), e);
    }

    private static String nearest(String message, String sql, Names names) {
        Matcher table = UNKNOWN_TABLE.matcher(message);
        Matcher column = UNKNOWN_COLUMN.matcher(message);
        Optional<String> nearest = table.matches() ? names.nearestTable(table.group(1))
                : column.matches() ? names.nearestColumn(column.group(1), sql) : Optional.empty();
        return nearest.map(n -> "; nearest: " + n).orElse("");
    }

    private static String place(int line, int column) {
        return line > 0 ? "line " + line + ", column " + column + ": " : "";
    }

    private static String lower(String message) {
        return message.isEmpty() ? message : message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }

    /// What went wrong when a query was planned or answered.
    static SqlException of(Throwable problem, String sql, Names names) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case SqlException e -> {
                    return e;
                }
                case QueryException e -> {
                    return SqlException.of(e);
                }
                case CorruptChunkException e -> {
                    return new SqlException(Reason.CORRUPT, e.getMessage(), e);
                }
                case CalciteContextException e -> {
                    return of(e, sql, names);
                }
                case SqlParseException e -> {
                    return of(e);
                }
                case ArithmeticException e -> {
                    return arithmetic(e);
                }
                case NumberFormatException e -> {
                    return new SqlException(Reason.INVALID, "not a number: " + line(e), e);
                }
                case OutOfMemoryError e -> {
                    return new SqlException(Reason.MEMORY, "query needs more memory than there is: " + line(e)
                            + "; group, join or order fewer rows", e);
                }
                case StackOverflowError e -> {
                    return new SqlException(Reason.UNSUPPORTED, "query is nested too deeply", e);
                }
                default -> { }
            }
        }
        Throwable root = problem;
        while (root.getCause() != null && !(root instanceof CalciteException)) {
            root = root.getCause();
        }
        return new SqlException(root instanceof CalciteException ? Reason.INVALID : Reason.UNSUPPORTED,
                "cannot be answered: " + line(root), problem);
    }

    private static SqlException arithmetic(ArithmeticException e) {
        String message = line(e);
        boolean zero = message.toLowerCase(Locale.ROOT).contains("by zero");
        return new SqlException(zero ? Reason.DIVISION_BY_ZERO : Reason.OVERFLOW, zero ? "division by zero"
                : "number out of range: " + lower(message), e);
    }

    /// The first line alone: what follows it may be generated code.
    private static String line(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.lines().findFirst().orElse("").strip();
    }
}
