// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.StatementScanner;
import dev.ashlar.sql.StatementScanner.Token;
import dev.ashlar.sql.internal.problem.StatementProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/// What Calcite's parser does not read, replaced by what it reads and undone in the parsed statement.
///
/// | written | read as | why |
/// |---|---|---|
/// | `price::int8` | `price[   7]` | binds as tightly; 7 is the number of the cast |
/// | `first(x)`, `last(x)`, `corr(x, y)`, `contains(x, y)` | `_irst(x)` … | the words belong to other clauses of SQL |
///
/// The length stays the same, so that all places in messages stay right.
public final class ParserText extends SqlShuttle {
    /// Functions whose names are reserved, by the names that are read.
    private static final Map<String, String> FUNCTIONS = Map.of("_irst", "first", "_ast", "last", "_orr", "corr", "_ontains",
            "contains", "_egr_slope", "regr_slope", "_egr_intercept", "regr_intercept", "_egr_r2", "regr_r2");
    private static final Pattern FUNCTION = Pattern.compile("(?i)(first|last|corr|contains|regr_slope|regr_intercept|regr_r2)\\s*\\(");
    /// A type: one word or several that belong together, with digits or a length.
    private static final Pattern TYPE = Pattern.compile("(?i)\\s*(?:(double\\s+precision|character\\s+varying|(?:timestamp|time)"
            + "(?=\\s*\\(|\\s+with)(?:\\s*\\(\\s*\\d+\\s*\\))?(?:\\s+with(?:out)?\\s+time\\s+zone)?)|([a-z_]\\w*))"
            + "(\\s*\\(\\s*\\d+\\s*(?:,\\s*\\d+\\s*)?\\))?");

    private static final SqlParser.Config TYPES = SqlParser.config().withUnquotedCasing(Casing.UNCHANGED);

    /// @param text of the type
    /// @param place of the number that stands for it
    private record Cast(String text, int line, int column) {
    }

    private final String sql;
    private final List<Cast> casts;

    private ParserText(String sql, List<Cast> casts) {
        this.sql = sql;
        this.casts = casts;
    }

    /// @param sql one statement, whose quotes are closed
    /// @throws SqlException if there is no type after `::`
    public static ParserText of(String sql) {
        List<Cast> casts = new ArrayList<>();
        StringBuilder text = new StringBuilder(sql);
        Matcher function = FUNCTION.matcher(sql);
        if (sql.contains("::") || function.find()) {
            StatementScanner scanner = new StatementScanner(sql);
            int end = 0;
            for (Token token = scanner.next(); token != Token.END; token = scanner.next()) {
                int at = scanner.start();
                if (token != Token.CHARACTER || at < end) {
                    continue;
                }
                if (sql.startsWith("::", at)) {
                    end = replace(sql, at, text, casts);
                } else if (isStart(sql, at) && function.region(at, sql.length()).lookingAt()) {
                    text.setCharAt(at, '_');
                }
            }
        }
        return new ParserText(text.toString(), casts);
    }

    /// Whether a word begins here that is not the second of `nulls first` or `fetch first`, nor a part of a name.
    private static boolean isStart(String sql, int at) {
        String before = sql.substring(Math.max(0, at - 12), at).stripTrailing().toLowerCase(Locale.ROOT);
        return (at == 0 || !Character.isJavaIdentifierPart(sql.charAt(at - 1))) && !before.endsWith("fetch")
                && !before.endsWith("nulls") && !before.endsWith(".");
    }

    private static int replace(String sql, int at, StringBuilder text, List<Cast> casts) {
        Matcher type = TYPE.matcher(sql).region(at + 2, sql.length());
        int[] place = place(sql, at);
        if (!type.lookingAt()) {
            throw wrong(Reason.SYNTAX, ":: is a cast; a type has to follow, as in price::double", place[0], place[1]);
        }
        int end = type.end();
        String number = String.valueOf(casts.size());
        if (number.length() > end - at - 2) {
            throw wrong(Reason.UNSUPPORTED, "too many casts are written with ::: casts=" + casts.size()
                    + "; write CAST(… AS …)", place[0], place[1]);
        }
        // Line ends stay where they are.
        for (int i = at; i < end; i++) {
            boolean lineEnd = sql.charAt(i) == '\n' || sql.charAt(i) == '\r';
            text.setCharAt(i, lineEnd ? sql.charAt(i) : ' ');
        }
        text.setCharAt(at, '[');
        text.setCharAt(end - 1, ']');
        // The type's last characters have no line end.
        int begin = end - 1 - number.length();
        text.replace(begin, end - 1, number);
        int[] numbered = place(sql, begin);
        casts.add(new Cast(sql.substring(at + 2, end).strip(), numbered[0], numbered[1]));
        return end;
    }

    /// Line and column of an index, from 1.
    private static int[] place(String sql, int index) {
        int line = 1;
        int begin = 0;
        for (int i = 0; i < index; i++) {
            char c = sql.charAt(i);
            if (c == '\n' || c == '\r' && sql.charAt(i + 1) != '\n') {
                line++;
                begin = i + 1;
            }
        }
        return new int[] {line, index - begin + 1};
    }

    /// The statement for Calcite's parser.
    public String sql() {
        return sql;
    }

    /// @param statement parsed from [#sql()]
    public SqlNode in(SqlNode statement) {
        return statement.accept(this);
    }

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlBasicCall named && named.getOperator() instanceof SqlUnresolvedFunction function) {
            return named(named, function);
        }
        if (visited.getKind() != SqlKind.ITEM || !(visited instanceof SqlBasicCall item)
                || !(item.operand(1) instanceof SqlNumericLiteral number) || !number.isInteger()) {
            return visited;
        }
        int index = number.bigDecimalValue().intValue();
        SqlParserPos place = number.getParserPosition();
        if (index < 0 || index >= casts.size() || casts.get(index).line != place.getLineNum()
                || casts.get(index).column != place.getColumnNum()) {
            return visited;
        }
        SqlParserPos at = item.getParserPosition();
        return SqlStdOperatorTable.CAST.createCall(at, item.operand(0), type(casts.get(index), at));
    }

    /// A function by its own name.
    private static SqlNode named(SqlBasicCall call, SqlUnresolvedFunction function) {
        String name = FUNCTIONS.get(function.getName().toLowerCase(Locale.ROOT));
        return name == null ? call : new SqlUnresolvedFunction(new SqlIdentifier(name, call.getParserPosition()), null,
                null, null, null, SqlFunctionCategory.USER_DEFINED_FUNCTION).createCall(call.getFunctionQuantifier(),
                call.getParserPosition(), call.getOperandList().toArray(SqlNode[]::new));
    }

    private static SqlDataTypeSpec type(Cast cast, SqlParserPos at) {
        try {
            SqlCall parsed = (SqlCall) SqlParser.create("CAST(NULL AS " + cast.text + ")", TYPES).parseExpression();
            return (SqlDataTypeSpec) parsed.<SqlDataTypeSpec>operand(1).clone(at);
        } catch (SqlParseException e) {
            throw wrong(Reason.INVALID, "no such type: " + cast.text.toLowerCase(Locale.ROOT), cast.line, cast.column);
        }
    }

    private static SqlException wrong(Reason reason, String message, int line, int column) {
        return new SqlException(reason, StatementProblems.place(line, column) + message, line, column, null);
    }
}
