// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.problem;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;

/// Rewrites messages of Calcite's validator about unknown names and mismatched types as one readable line.
final class ValidationProblems {
    private static final Pattern PLACE = Pattern.compile(
            "(?:From|At) line \\d+, column \\d+(?: to line \\d+, column \\d+)?: ");
    private static final Pattern NO_TABLE = Pattern.compile("Object '([^']+)' not found(?: within '([^']+)')?.*");
    private static final Pattern NO_ALIAS = Pattern.compile("Table '([^']+)' not found.*");
    private static final Pattern NO_COLUMN = Pattern.compile("Column '([^']+)' not found in (.*?)(?:; did you .*)?");
    private static final Pattern NOT_GROUPED = Pattern.compile("Expression '(.*)' is not being grouped");
    private static final Pattern AMBIGUOUS = Pattern.compile("Column '([^']+)' is ambiguous");
    private static final Pattern NO_SUCH_CALL = Pattern.compile("No match found for function signature (.*)");
    private static final Pattern TYPES = Pattern.compile("(Cannot apply '(.*)' to arguments of type )('.*?'\\.) Supported .*");
    /// Of the validator that names the types.
    private static final Pattern NO_COMMON_TYPE = Pattern.compile("values of .* have no common type: (.*)");
    private static final Pattern CAST = Pattern.compile("Cast function cannot convert value of type (.*?)(?: NOT NULL)? "
            + "to type (.*?)(?: NOT NULL)?\\.?");
    private static final Pattern UNLIKE = Pattern.compile(".*[Cc]annot compare .*|.* not comparable to .*|Invalid types for .*");

    private static final Pattern SAME_NAME = Pattern.compile("Duplicate relation name '([^']+)' in FROM clause");
    /// A name before a point.
    private static final Pattern QUALIFIER = Pattern.compile("(?:\"[^\"]+\"|\\w+)\\s*\\.");

    static SqlException of(CalciteContextException e, String sql, NameAdvice names) {
        String said = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
        String message = PLACE.matcher(String.valueOf(said)).replaceAll("").replaceAll("\\s+", " ").strip();
        String advised = advised(message, e, sql, names);
        return place(e).wrong(Reason.INVALID, advised, e);
    }

    private static Place place(CalciteContextException e) {
        return new Place(e.getPosLine(), e.getPosColumn());
    }

    private static String advised(String message, CalciteContextException e, String sql, NameAdvice names) {
        Matcher table = NO_TABLE.matcher(message);
        if (table.matches()) {
            return table(table.group(1), Optional.ofNullable(table.group(2)).orElse(""), e, sql, names);
        }
        Matcher alias = NO_ALIAS.matcher(message);
        if (alias.matches()) {
            return "no table in FROM is called '" + alias.group(1) + "'";
        }
        Matcher column = NO_COLUMN.matcher(message);
        if (column.matches()) {
            return column(column.group(1), column.group(2), e, sql, names);
        }
        Matcher grouped = NOT_GROUPED.matcher(message);
        if (grouped.matches()) {
            return "'" + grouped.group(1) + "' is neither in GROUP BY nor within an aggregate such as max()";
        }
        Matcher ambiguous = AMBIGUOUS.matcher(message);
        if (ambiguous.matches()) {
            return StatementProblems.tidy(message) + "; qualify it with its table: t." + ambiguous.group(1);
        }
        Matcher same = SAME_NAME.matcher(message);
        if (same.matches()) {
            return "two tables in FROM are called '" + same.group(1) + "'; rename one: " + same.group(1) + " as t";
        }
        Matcher call = NO_SUCH_CALL.matcher(message);
        if (call.matches()) {
            return "function does not accept these arguments: " + call.group(1).replaceAll("[<>]", "");
        }
        Matcher types = TYPES.matcher(message);
        if (types.matches()) {
            String plain = TypeAdvice.plain(types.group(3));
            return StatementProblems.tidy(types.group(1) + plain) + TypeAdvice.of(types.group(2), plain);
        }
        Matcher common = NO_COMMON_TYPE.matcher(message);
        if (common.matches()) {
            String advice = TypeAdvice.of("", common.group(1));
            return message + (advice.isEmpty() ? "; cast them to one type" : advice);
        }
        Matcher cast = CAST.matcher(message);
        if (cast.matches()) {
            return "no cast: from=" + cast.group(1) + ", to=" + cast.group(2) + TypeAdvice.ofCast(cast.group(1), cast.group(2));
        }
        if (UNLIKE.matcher(message).matches()) {
            return StatementProblems.tidy(message).replace(" NOT NULL", "") + TypeAdvice.of("", message);
        }
        if (message.startsWith("Invalid number of arguments to function 'TIME_BUCKET'")) {
            return "TIME_BUCKET takes a width, a time, and optionally an origin: "
                    + "time_bucket('1 week', t, timestamp '2000-01-03')";
        }
        return switch (message) {
            case "Aggregate expression is illegal in WHERE clause" -> StatementProblems.tidy(message) + "; write it in HAVING";
            case "OVER must be applied to aggregate function" -> StatementProblems.tidy(message)
                    + (sql.toLowerCase(Locale.ROOT).contains("filter")
                    ? "; a window has no FILTER: write sum(case when condition then x end) over (…)"
                    : "; expand a shorthand function: exp(avg(ln(x)) over (…)) for geomean(x) over (…)");
            case "Expected a boolean type" -> "a condition is needed, such as n <> 0";
            case "Data Type mismatch between ORDER BY and RANGE clause" ->
                "RANGE takes a number where ORDER BY has one, and an interval where it has a time: range interval '5' second preceding";
            case "Data type of ORDER BY prohibits use of RANGE clause" ->
                "RANGE with a bound takes ORDER BY of a number, date or timestamp; write ROWS or GROUPS";
            case "Ordinal out of range" -> "SELECT has no column with this number; columns are numbered from 1";
            case "Illegal use of dynamic parameter" ->
                "type of the parameter is unknown; write cast(? as …) with its type";
            default -> StatementProblems.tidy(message);
        };
    }

    private static String table(String name, String store, CalciteContextException e, String sql, NameAdvice names) {
        int at = place(e).index(sql);
        boolean qualifies = store.isEmpty() && at >= 0 && QUALIFIER.matcher(sql).region(at, sql.length()).lookingAt();
        return qualifies ? "no store is called '" + name + "'" + names.stores(name)
                : "table '" + (store.isEmpty() ? "" : store + ".") + name + "' not found" + names.tables(name, store);
    }

    private static String column(String name, String where, CalciteContextException e, String sql, NameAdvice names) {
        int at = place(e).index(sql);
        boolean quoted = at >= 0 && at < sql.length() && sql.charAt(at) == '"';
        String advice = names.columns(name, sql);
        String text = "'" + name.replace("'", "''") + "'";
        if (advice.startsWith("; it is")) {
            return "column '" + name + "' not found" + advice;
        }
        boolean compared = at > 0 && "=<>".indexOf(sql.substring(0, at).stripTrailing().charAt(
                sql.substring(0, at).stripTrailing().length() - 1)) >= 0;
        boolean meant = advice.startsWith("; nearest") && !compared;
        return "column '" + name + "' not found" + (where.startsWith("table") ? " in " + where : "") + advice
                + (quoted ? "; a text is written in '': " + text : meant ? "" : "; if it is a text, write " + text);
    }
}
