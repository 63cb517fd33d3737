// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import dev.ashlar.sql.internal.problem.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

/// Rewrites casts and calls that Calcite's parser does not accept.
///
/// | written | read as | why |
/// |---|---|---|
/// | `price::int8` | `price[0]` at the place of `::` | binds as tightly; [#in(SqlNode)] makes it a cast |
/// | `first(x)`, `last(x)`, `corr(x, y)`, `contains(x, y)` | `"first"(x)` … | they belong to other clauses |
///
/// For intervals see [IntervalForms]. [#in(SqlNode)] removes the quotes again; otherwise they would appear in column
/// names.
final class CastForms extends SqlShuttle {
    /// Functions whose names are reserved.
    private static final Set<String> FUNCTIONS =
            Set.of("first", "last", "corr", "contains", "regr_slope", "regr_intercept", "regr_r2",
                    "date_diff", "datediff", "date_sub", "datesub", "date_add", "dateadd");
    private static final SqlParser.Config TYPES = SqlParser.config().withUnquotedCasing(Casing.UNCHANGED);

    private final String sql;
    private final IntervalForms intervals;
    /// Texts of types, by the places of the casts.
    private final Map<Place, String> casts = new HashMap<>();
    private boolean changed;

    CastForms(String sql) {
        this.sql = sql;
        intervals = new IntervalForms(sql);
    }

    /// Whether something is written otherwise now.
    boolean isChanged() {
        return changed || intervals.isChanged();
    }

    /// @throws SqlException if there is no type after `::`, or a text is no interval
    List<TokenTree> of(List<TokenTree> parts) {
        return written(parts, false);
    }

    /// @param bucket whether these are the arguments of time_bucket
    private List<TokenTree> written(List<TokenTree> outer, boolean bucket) {
        List<TokenTree> parts = new ArrayList<>(outer);
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Group group) {
                boolean arguments = i > 0 && parts.get(i - 1).is("time_bucket");
                parts.set(i, new Group(group.open(), written(group.parts(), arguments), group.close()));
            }
        }
        List<TokenTree> written = new ArrayList<>(parts.size());
        int from = bucket ? intervals.first(parts, written) : 0;
        for (int i = from; i < parts.size(); i++) {
            int afterInterval = intervals.read(parts, i, written);
            if (afterInterval > i) {
                i = afterInterval - 1;
            } else if (isCast(parts, i)) {
                int end = afterType(parts, i + 2);
                cast(parts.get(i).at(), parts.subList(i + 2, end));
                written.addAll(Tokens.made("[0]", parts.get(i).at()));
                i = end - 1;
            } else {
                written.add(isFunction(parts, i) ? quoted((Token) parts.get(i)) : parts.get(i));
            }
        }
        return written;
    }

    /// Whether `::` is here.
    static boolean isCast(List<TokenTree> parts, int i) {
        return parts.get(i).is(':') && i + 1 < parts.size() && parts.get(i + 1).is(':')
                && parts.get(i + 1).at() == parts.get(i).at() + 1;
    }

    /// Index after a type: one word or several that belong together, with digits or a length.
    private static int afterType(List<TokenTree> parts, int from) {
        if (from >= parts.size() || QueryForms.word(parts.get(from)).isEmpty()) {
            return from;
        }
        int end = from + 1;
        if (are(parts, from, "double", "precision") || are(parts, from, "character", "varying")) {
            end++;
        }
        if (end < parts.size() && parts.get(end) instanceof Group group && !group.parts().isEmpty()
                && group.parts().stream().allMatch(CastForms::isLength)) {
            end++;
        }
        boolean ofTime = parts.get(from).is("timestamp") || parts.get(from).is("time");
        return ofTime && (are(parts, end, "with", "time", "zone") || are(parts, end, "without", "time", "zone"))
                ? end + 3 : end;
    }

    private static boolean isLength(TokenTree part) {
        return part.is(',') || part instanceof Token token && token.kind() == Token.Kind.NUMBER;
    }

    private static boolean are(List<TokenTree> parts, int from, String... words) {
        for (int i = 0; i < words.length; i++) {
            if (from + i >= parts.size() || !parts.get(from + i).is(words[i])) {
                return false;
            }
        }
        return true;
    }

    private void cast(int at, List<TokenTree> type) {
        if (type.isEmpty()) {
            throw Dialect.wrong(sql, at, "the cast :: must be followed by a type, as in price::double");
        }
        DialectText text = DialectText.of(Command.RUN, type, sql);
        casts.put(Place.of(sql, at), text.sql());
        changed = true;
    }

    /// Whether a word names a function and is not the second of `nulls first` or `fetch first`, nor a part of a name.
    private static boolean isFunction(List<TokenTree> parts, int i) {
        boolean clause = i > 0 && (parts.get(i - 1).is("nulls") || parts.get(i - 1).is("fetch")
                || parts.get(i - 1).is('.'));
        return FUNCTIONS.contains(QueryForms.word(parts.get(i))) && i + 1 < parts.size()
                && parts.get(i + 1) instanceof Group && !clause;
    }

    private Token quoted(Token name) {
        changed = true;
        return new Token(Token.Kind.NAME, '"' + name.text().toLowerCase(Locale.ROOT) + '"', name.at(), false);
    }

    /// @param statement parsed
    SqlNode in(SqlNode statement) {
        return changed ? statement.accept(this) : statement;
    }

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlBasicCall named && named.getOperator() instanceof SqlUnresolvedFunction function) {
            return FUNCTIONS.contains(function.getName()) ? unquoted(named, function.getName()) : named;
        }
        if (visited.getKind() != SqlKind.ITEM || !(visited instanceof SqlBasicCall item)
                || !(item.operand(1) instanceof SqlNumericLiteral number)) {
            return visited;
        }
        Place place = Place.of(number);
        String type = casts.get(place);
        return type == null ? visited : SqlStdOperatorTable.CAST.createCall(item.getParserPosition(), item.operand(0),
                type(type, item.getParserPosition(), place));
    }

    private static SqlNode unquoted(SqlBasicCall call, String name) {
        SqlParserPos at = call.getParserPosition();
        return new SqlUnresolvedFunction(new SqlIdentifier(name, at), null, null, null, null,
                SqlFunctionCategory.USER_DEFINED_FUNCTION).createCall(call.getFunctionQuantifier(), at,
                call.getOperandList().toArray(SqlNode[]::new));
    }

    private static SqlDataTypeSpec type(String type, SqlParserPos at, Place place) {
        try {
            SqlCall parsed = (SqlCall) SqlParser.create("CAST(NULL AS " + type + ")", TYPES).parseExpression();
            return (SqlDataTypeSpec) parsed.<SqlDataTypeSpec>operand(1).clone(at);
        } catch (SqlParseException e) {
            throw place.wrong(Reason.INVALID, "no such type: " + type.toLowerCase(Locale.ROOT));
        }
    }
}
