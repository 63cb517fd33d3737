// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Finds the queries of a statement and rewrites each for the parser.
///
/// | written | read as |
/// |---|---|
/// | `FROM t WHERE c`, `FROM t SELECT a` | `SELECT * FROM t WHERE c`, `SELECT a FROM t` |
/// | `DISTINCT ON (k) … ORDER BY b` | `QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY b) = 1 ORDER BY b` |
/// | `GROUP BY ALL`, `ORDER BY ALL` | a name that [TreeForms] replaces |
/// | `* EXCLUDE (a)`, `* EXCEPT (a)`, `* REPLACE (e AS a)`, both | a call that [TreeForms] replaces |
/// | `ASOF LEFT JOIN … ON c` | `LEFT ASOF JOIN … MATCH_CONDITION TRUE ON c`; [TreeForms] divides `c` |
/// | `ASOF JOIN … USING (k, t)` | `ASOF JOIN … MATCH_CONDITION TRUE USING (k, t)`: `t` is the time |
/// | `FROM range(…)`, `LATERAL f(…)` | `FROM "range"(…)`, `LATERAL TABLE(f(…))` |
/// | `WITH q AS MATERIALIZED (…)` | `WITH q AS (…)` |
/// | `TABLE t ORDER BY a` | `SELECT * FROM t ORDER BY a` |
///
/// For the forms within expressions see [ExpressionForms].
final class QueryForms {
    private final String sql;
    private boolean changed;

    QueryForms(String sql) {
        this.sql = sql;
    }

    /// Whether something is written otherwise now.
    boolean isChanged() {
        return changed;
    }

    static boolean beginsQuery(TokenTree part) {
        return part.is("select") || part.is("from") || part.is("with") || part.is("values") || part.is("table")
                || part instanceof Group group && Dialect.isQuery(group);
    }

    /// A query, or a list of expressions with queries in it.
    List<TokenTree> of(List<TokenTree> parts) {
        List<TokenTree> all = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            TokenTree part = parts.get(i);
            // TRIM(FROM …) is none of ours.
            boolean trim = i > 0 && parts.get(i - 1).is("trim") && part instanceof Group group && group.begins("from");
            all.add(part instanceof Group group && !trim ? new Group(group.open(), of(group.parts()), group.close())
                    : part);
        }
        ExpressionForms expressions = new ExpressionForms(sql);
        all = new ArrayList<>(expressions.of(all));
        changed |= expressions.isChanged();
        if (all.isEmpty() || !beginsQuery(all.getFirst())) {
            return all;
        }
        int body = all.getFirst().is("with") ? afterWith(all) : 0;
        List<TokenTree> query = new ArrayList<>(all.subList(0, body));
        List<Integer> ends = setOperators(all, body);
        int from = body;
        for (int end : ends) {
            query.addAll(arm(all.subList(from, end), ends.size() == 1));
            for (from = end; from < all.size() && (from == end || all.get(from).is("all")
                    || all.get(from).is("distinct")); from++) {
                query.add(all.get(from));
            }
        }
        return query;
    }

    private List<TokenTree> arm(List<TokenTree> parts, boolean alone) {
        if (parts.isEmpty()) {
            return parts;
        }
        List<TokenTree> select = new ArrayList<>(parts);
        if (parts.getFirst().is("table") && parts.size() > 2 && parts.get(1).isName()
                && (parts.get(2).is("order") || parts.get(2).is("limit") || parts.get(2).is("offset")
                || parts.get(2).is("fetch"))) {
            // The parser takes no ORDER BY after it.
            select.removeFirst();
            select.addAll(0, Tokens.made("SELECT * FROM", parts.getFirst().at()));
            changed = true;
        }
        SelectForms forms = new SelectForms(sql, select);
        List<TokenTree> written = forms.written(alone);
        changed |= forms.isChanged();
        return written;
    }

    /// Index after the named queries; words for how they are kept are dropped.
    int afterWith(List<TokenTree> parts) {
        for (int i = 1; i < parts.size(); i++) {
            if (!parts.get(i).is("as")) {
                continue;
            }
            while (i + 1 < parts.size() && (parts.get(i + 1).is("not") || parts.get(i + 1).is("materialized"))) {
                parts.remove(i + 1);
                changed = true;
            }
            boolean last = i + 2 >= parts.size() || !parts.get(i + 2).is(',');
            if (last) {
                return Math.min(i + 2, parts.size());
            }
        }
        return parts.size();
    }

    /// Where the arms of set operations end: indexes of the operators, and the end.
    private static List<Integer> setOperators(List<TokenTree> parts, int from) {
        List<Integer> ends = new ArrayList<>();
        for (int i = from; i < parts.size(); i++) {
            TokenTree part = parts.get(i);
            boolean star = i > 0 && parts.get(i - 1).is('*');
            if (part.is("union") || part.is("intersect") || part.is("minus") || part.is("except") && !star) {
                ends.add(i);
            }
        }
        ends.add(parts.size());
        return ends;
    }

    /// The word of a token in small letters; empty for others.
    static String word(TokenTree part) {
        return part instanceof Token token && token.kind() == Token.Kind.WORD
                ? token.text().toLowerCase(Locale.ROOT) : "";
    }
}
