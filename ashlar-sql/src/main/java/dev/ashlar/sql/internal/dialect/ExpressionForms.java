// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import dev.ashlar.sql.internal.dialect.TokenTree.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Rewrites forms within expressions for the parser.
///
/// | written | read as |
/// |---|---|
/// | `x ISNULL`, `x NOTNULL` | `x IS NULL`, `x IS NOT NULL` |
/// | `1_000` | `1000` |
/// | `TIMESTAMP_NS '…'`, `TIMESTAMPTZ '…'` | `TIMESTAMP '…'` |
/// | `lag(x IGNORE NULLS)` | `lag(x) IGNORE NULLS` |
/// | `first(x ORDER BY y)` | `first(x) WITHIN GROUP (ORDER BY y)` |
/// | `GROUPS 2 PRECEDING` | see [GroupsForms] |
/// | `x ~ p`, `x !~* p` | `x RLIKE p`, `x NOT RLIKE '(?iu)' || p` |
/// | `sum(x) FILTER (WHERE c) OVER w` | `sum(CASE WHEN c THEN x END) OVER w` |
/// | `datediff(hour, a, b)` | `datediff('hour', a, b)` |
/// | `t AT TIME ZONE 'UTC'` | `t` |
/// | `count()`, `list(x)` | `count(*)`, `array_agg(x)` |
/// | `day(t)` | `dayofmonth(t)` |
/// | `trim(s, 'ab')` | `btrim(s, 'ab')` |
/// | `a XOR b`, `x = any('{a,b}')` | an error |
/// | `^` | an error: the parser takes it for an exclusive or, other engines for a power |
///
/// For casts see [CastForms], which run first; for intervals see [IntervalForms].
final class ExpressionForms {
    private static final Set<String> OF_NULLS = Set.of("lag", "lead", "first_value", "last_value", "nth_value");
    private static final Set<String> OF_UNIT = Set.of("date_diff", "datediff", "date_sub", "datesub", "date_add", "dateadd");
    /// Functions that do not skip NULL.
    private static final Set<String> ALL_ROWS = Set.of("array_agg", "list", "first", "last", "row_number", "rank", "dense_rank", "ntile",
            "percent_rank", "cume_dist", "lag", "lead", "first_value", "last_value", "nth_value");
    private static final Set<String> OF_ORDER = Set.of("first", "last", "first_not_null", "last_not_null");
    private static final Set<String> TIMES = Set.of("timestamp_ns", "timestamptz");
    /// After these words comes an operand, so that what follows is a name.
    private static final Set<String> BEFORE_OPERANDS = Set.of("select", "distinct", "all", "and", "or", "not", "where", "on",
            "having", "qualify", "by", "when", "then", "else", "case", "as", "in", "like", "ilike", "between", "from", "join",
            "is", "using", "limit", "offset");
    /// Before these words stands a name.
    private static final Set<String> AFTER_NAMES = Set.of("from", "where", "group", "having", "window", "qualify", "order",
            "limit", "offset", "fetch", "union", "intersect", "except", "and", "or", "is", "in", "like", "between", "asc", "desc",
            "nulls", "then", "else", "when", "end", "as", "join", "on", "using");
    private static final Pattern SEPARATED = Pattern.compile("\\d+(_\\d+)*(\\.(\\d+(_\\d+)*)?)?([eE]\\d*)?");

    private final String sql;
    private boolean changed;

    ExpressionForms(String sql) {
        this.sql = sql;
    }

    boolean isChanged() {
        return changed;
    }

    /// Parts of one level, whose groups are already written.
    List<TokenTree> of(List<TokenTree> parts) {
        List<TokenTree> all = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            TokenTree part = parts.get(i);
            TokenTree before = i == 0 ? null : parts.get(i - 1);
            TokenTree next = i + 1 < parts.size() ? parts.get(i + 1) : null;
            if (part.is('^')) {
                throw Dialect.wrong(sql, part.at(), "'^' is not an operator; write power(x, y)");
            }
            String word = QueryForms.word(part);
            if (word.equals("xor") && isOperand(before) && begins(next)) {
                throw Dialect.wrong(sql, part.at(), "XOR is not an operator; write a <> b of conditions, bitxor(x, y) "
                        + "of whole numbers");
            }
            if ((word.equals("any") || word.equals("some") || word.equals("all")) && next instanceof Group array
                    && array.parts().size() == 1 && array.parts().getFirst() instanceof Token text && text.text().startsWith("'{")) {
                throw Dialect.wrong(sql, text.at(), "array literals in text are not supported; write x in ('a', 'b'), "
                        + "or not in");
            }
            if (next != null && (next.is("preceding") || next.is("following"))) {
                GroupsForms.requireRows(sql, parts, i);
            }
            if (GroupsForms.isFrame(parts, i)) {
                changed = true;
                i = new GroupsForms(sql).add(parts, i, all) - 1;
            } else if ((word.equals("isnull") || word.equals("notnull")) && isOperand(before) && !(next instanceof Group)) {
                all.addAll(made(word.equals("isnull") ? "IS NULL" : "IS NOT NULL", part));
            } else if (part instanceof Token token && token.kind() == Kind.NUMBER && token.text().indexOf('_') > 0) {
                all.addAll(made(number(token), part));
            } else if (TIMES.contains(word) && next instanceof Token text && text.kind() == Kind.TEXT) {
                all.addAll(made("TIMESTAMP", part));
            } else if (word.equals("day") && next instanceof Group && !(before instanceof Token text && text.kind() == Kind.TEXT)
                    && !(before != null && (before.is('.') || before.is("to")))) {
                all.addAll(made("dayofmonth", part));
            } else if (word.equals("trim") && next instanceof Group arguments
                    && arguments.parts().stream().anyMatch(argument -> argument.is(','))) {
                all.addAll(made("btrim", part));
            } else if (word.equals("list") && next instanceof Group) {
                all.addAll(made("array_agg", part));
            } else if (isZone(parts, i)) {
                requireUtc(parts, i);
                changed = true;
                i += 3;
            } else if (part.is('~')) {
                i = matched(parts, i, all);
            } else if (part instanceof Group group && before instanceof Token token && token.isName()) {
                int filter = filter(parts, i);
                if (filter > 0 && parts.get(filter + 1).is("over")) {
                    all.add(filtered(token, group, (Group) parts.get(filter)));
                    i = filter;
                } else {
                    all.addAll(call(token.name().toLowerCase(Locale.ROOT), group));
                }
            } else {
                all.add(part);
            }
        }
        return all;
    }

    private List<TokenTree> made(String text, TokenTree by) {
        changed = true;
        return Tokens.made(text, by.at());
    }

    /// Whether a part ends an operand.
    private static boolean isOperand(TokenTree part) {
        return part instanceof Group || part instanceof Token token && token.kind() != Kind.SIGN
                && !BEFORE_OPERANDS.contains(QueryForms.word(token));
    }

    /// Whether a part begins an operand, rather than that a name stands before it.
    private static boolean begins(TokenTree part) {
        return part instanceof Group || part instanceof Token token && (token.kind() != Kind.SIGN || token.is('-'))
                && !AFTER_NAMES.contains(QueryForms.word(part));
    }

    private String number(Token token) {
        if (!SEPARATED.matcher(token.text()).matches()) {
            throw Dialect.wrong(sql, token.at(), "not a number: '" + token.text() + "'; _ stands between digits");
        }
        return token.text().replace("_", "");
    }

    private static boolean isZone(List<TokenTree> parts, int i) {
        return parts.get(i).is("at") && i + 3 < parts.size() && parts.get(i + 1).is("time") && parts.get(i + 2).is("zone");
    }

    private void requireUtc(List<TokenTree> parts, int i) {
        boolean utc = parts.get(i + 3) instanceof Token zone && zone.kind() == Kind.TEXT && Set.of("'utc'", "'gmt'", "'z'",
                "'etc/utc'").contains(zone.text().toLowerCase(Locale.ROOT));
        if (!utc) {
            throw Dialect.wrong(sql, parts.get(i).at(), "all times are UTC; add the offset: t + interval '-5' hour");
        }
    }

    /// Index after `~`, `~*`, `!~` or `!~*`, whose `!` is already written.
    private int matched(List<TokenTree> parts, int i, List<TokenTree> all) {
        TokenTree sign = parts.get(i);
        boolean not = !all.isEmpty() && all.getLast().is('!');
        if (not) {
            all.removeLast();
        }
        boolean anyCase = i + 1 < parts.size() && parts.get(i + 1).is('*');
        all.addAll(made((not ? "NOT RLIKE" : "RLIKE") + (anyCase ? " '(?iu)'" : ""), sign));
        if (anyCase) {
            all.add(new Token(Kind.SIGN, "||", sign.at(), false));
        }
        return anyCase ? i + 1 : i;
    }

    /// Index of the condition in `sum(x) FILTER (WHERE c) OVER`; 0 if it is not there.
    private static int filter(List<TokenTree> parts, int call) {
        boolean filtered = call + 3 < parts.size() && parts.get(call + 1).is("filter")
                && parts.get(call + 2) instanceof Group condition && condition.begins("where");
        return filtered ? call + 2 : 0;
    }

    /// The arguments of an aggregate that skips NULL, which the first one is where the condition does not hold.
    private Group filtered(Token function, Group arguments, Group condition) {
        List<TokenTree> inner = arguments.parts();
        if (ALL_ROWS.contains(function.name().toLowerCase(Locale.ROOT)) || inner.isEmpty()) {
            throw Dialect.wrong(sql, function.at(), function.text() + " takes no FILTER as a window; filter the rows in a "
                    + "sub-query");
        }
        boolean distinct = inner.getFirst().is("distinct");
        List<TokenTree> all = new ArrayList<>(distinct ? inner.subList(0, 1) : List.of());
        all.addAll(made("CASE WHEN", function));
        all.addAll(condition.parts().subList(1, condition.parts().size()));
        all.addAll(made("THEN", function));
        List<TokenTree> rest = inner.subList(distinct ? 1 : 0, inner.size());
        int end = 0;
        while (end < rest.size() && !rest.get(end).is(',') && !rest.get(end).is("order")) {
            end++;
        }
        all.addAll(rest.size() == 1 && rest.getFirst().is('*') ? made("1", function) : rest.subList(0, end));
        all.addAll(made("END", function));
        all.addAll(rest.subList(end, rest.size()));
        return new Group(arguments.open(), all, arguments.close());
    }

    private List<TokenTree> call(String function, Group group) {
        List<TokenTree> inner = group.parts();
        int size = inner.size();
        if (function.equals("count") && inner.isEmpty()) {
            return List.of(new Group(group.open(), made("*", group.open()), group.close()));
        }
        if (OF_UNIT.contains(function) && size > 2 && inner.getFirst() instanceof Token unit && unit.kind() == Kind.WORD
                && inner.get(1).is(',') && inner.stream().filter(part -> part.is(',')).count() == 2) {
            List<TokenTree> all = new ArrayList<>(made("'" + unit.text() + "'", unit));
            all.addAll(inner.subList(1, size));
            return List.of(new Group(group.open(), all, group.close()));
        }
        if (OF_NULLS.contains(function) && size > 2 && inner.get(size - 1).is("nulls")
                && (inner.get(size - 2).is("ignore") || inner.get(size - 2).is("respect"))) {
            List<TokenTree> all = new ArrayList<>();
            all.add(new Group(group.open(), inner.subList(0, size - 2), group.close()));
            all.addAll(made(inner.get(size - 2).is("ignore") ? "IGNORE NULLS" : "RESPECT NULLS", inner.get(size - 2)));
            return all;
        }
        for (int i = 1; OF_ORDER.contains(function) && i + 1 < size; i++) {
            if (inner.get(i).is("order") && inner.get(i + 1).is("by")) {
                TokenTree order = inner.get(i);
                List<TokenTree> all = new ArrayList<>();
                all.add(new Group(group.open(), inner.subList(0, i), group.close()));
                all.addAll(made("WITHIN GROUP", order));
                all.add(new Group(new Token(Kind.SIGN, "(", order.at(), false), inner.subList(i, size),
                        new Token(Kind.SIGN, ")", order.at(), false)));
                return all;
            }
        }
        return List.of(group);
    }
}
