// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.dialect.Part.Group;
import dev.ashlar.sql.internal.dialect.Part.Token;
import dev.ashlar.sql.internal.dialect.Part.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Forms within expressions, as the parser reads them.
///
/// | written | read as |
/// |---|---|
/// | `x ISNULL`, `x NOTNULL` | `x IS NULL`, `x IS NOT NULL` |
/// | `1_000` | `1000` |
/// | `TIMESTAMP_NS '…'`, `TIMESTAMPTZ '…'` | `TIMESTAMP '…'` |
/// | `lag(x IGNORE NULLS)` | `lag(x) IGNORE NULLS` |
/// | `first(x ORDER BY y)` | `first(x) WITHIN GROUP (ORDER BY y)` |
/// | `day(t)` | `dayofmonth(t)` |
/// | `^` | an error: the parser takes it for an exclusive or, other engines for a power |
///
/// Casts see [CastForms], which come first; intervals [IntervalForms].
final class ExpressionForms {
    private static final Set<String> OF_NULLS = Set.of("lag", "lead", "first_value", "last_value", "nth_value");
    private static final Set<String> OF_ORDER = Set.of("first", "last");
    private static final Set<String> TIMES = Set.of("timestamp_ns", "timestamptz");
    /// After these words comes an operand, so that what follows is a name.
    private static final Set<String> BEFORE_OPERANDS = Set.of("select", "distinct", "all", "and", "or", "not", "where", "on",
            "having", "qualify", "by", "when", "then", "else", "case", "as", "in", "like", "ilike", "between", "from", "join",
            "is", "using", "limit", "offset");
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
    List<Part> of(List<Part> parts) {
        List<Part> all = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Part before = i == 0 ? null : parts.get(i - 1);
            Part next = i + 1 < parts.size() ? parts.get(i + 1) : null;
            if (part.is('^')) {
                throw Dialect.wrong(sql, part.at(), "'^' is no operator; write power(x, y)");
            }
            String word = QueryForms.word(part);
            if ((word.equals("isnull") || word.equals("notnull")) && isOperand(before) && !(next instanceof Group)) {
                all.addAll(made(word.equals("isnull") ? "IS NULL" : "IS NOT NULL", part));
            } else if (part instanceof Token token && token.kind() == Kind.NUMBER && token.text().indexOf('_') > 0) {
                all.addAll(made(number(token), part));
            } else if (TIMES.contains(word) && next instanceof Token text && text.kind() == Kind.TEXT) {
                all.addAll(made("TIMESTAMP", part));
            } else if (word.equals("day") && next instanceof Group && !(before instanceof Token text && text.kind() == Kind.TEXT)
                    && !(before != null && (before.is('.') || before.is("to")))) {
                all.addAll(made("dayofmonth", part));
            } else if (part instanceof Group group && before instanceof Token token && token.isName()) {
                all.addAll(call(token.name().toLowerCase(Locale.ROOT), group));
            } else {
                all.add(part);
            }
        }
        return all;
    }

    private List<Part> made(String text, Part by) {
        changed = true;
        return Tokens.made(text, by.at());
    }

    /// Whether a part ends an operand.
    private static boolean isOperand(Part part) {
        return part instanceof Group || part instanceof Token token && token.kind() != Kind.SIGN
                && !BEFORE_OPERANDS.contains(QueryForms.word(token));
    }

    private String number(Token token) {
        if (!SEPARATED.matcher(token.text()).matches()) {
            throw Dialect.wrong(sql, token.at(), "not a number: '" + token.text() + "'; _ stands between digits");
        }
        return token.text().replace("_", "");
    }

    private List<Part> call(String function, Group group) {
        List<Part> inner = group.parts();
        int size = inner.size();
        if (OF_NULLS.contains(function) && size > 2 && inner.get(size - 1).is("nulls")
                && (inner.get(size - 2).is("ignore") || inner.get(size - 2).is("respect"))) {
            List<Part> all = new ArrayList<>();
            all.add(new Group(group.open(), inner.subList(0, size - 2), group.close()));
            all.addAll(made(inner.get(size - 2).is("ignore") ? "IGNORE NULLS" : "RESPECT NULLS", inner.get(size - 2)));
            return all;
        }
        for (int i = 1; OF_ORDER.contains(function) && i + 1 < size; i++) {
            if (inner.get(i).is("order") && inner.get(i + 1).is("by")) {
                Part order = inner.get(i);
                List<Part> all = new ArrayList<>();
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
