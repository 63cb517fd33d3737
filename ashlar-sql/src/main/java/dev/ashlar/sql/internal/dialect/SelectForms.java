// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import dev.ashlar.sql.internal.dialect.TokenTree.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Rewrites one `SELECT` for the parser: see [QueryForms].
final class SelectForms {
    private static final Set<String> CLAUSES = Set.of("select", "from", "where", "group", "having", "window", "qualify",
            "order", "limit", "offset", "fetch", "for");
    private static final Set<String> AFTER_ORDER = Set.of("limit", "offset", "fetch", "for");
    /// Before a table.
    private static final Set<String> TABLE_FOLLOWS = Set.of("from", "join", "lateral");

    private static final String REPLACE = "REPLACE takes columns in parentheses: * replace (round(a, 2) as a)";

    private final String sql;
    private final List<TokenTree> parts;
    private boolean changed;

    /// @param parts to change
    SelectForms(String sql, List<TokenTree> parts) {
        this.sql = sql;
        this.parts = parts;
    }

    boolean isChanged() {
        return changed;
    }

    /// @param alone whether it is no part of a set operation, so that an order is its own
    List<TokenTree> written(boolean alone) {
        if (parts.getFirst().is("from")) {
            selectFirst();
        }
        if (!parts.getFirst().is("select")) {
            return parts;
        }
        whereAlone();
        trailingCommas();
        tables();
        all("group", TreeForms.GROUP_BY_ALL);
        all("order", TreeForms.ORDER_BY_ALL);
        stars();
        distinctOn(alone);
        return parts;
    }

    /// `SELECT 1 WHERE c` is of one row.
    private void whereAlone() {
        int where = clause("where");
        if (where < parts.size() && clause("from") == parts.size()) {
            parts.addAll(where, Tokens.made("FROM (VALUES (0)) AS \"ashlar:row\"", parts.get(where).at()));
            changed = true;
        }
    }

    /// `SELECT a, b, FROM t` has two columns.
    private void trailingCommas() {
        for (int i = parts.size() - 1; i > 1; i--) {
            if (parts.get(i).is(',') && (i + 1 == parts.size() || isClause(i + 1) && !parts.get(i + 1).is("for")
                    && !parts.get(i + 1).is("select") && !isName(i + 1))) {
                parts.remove(i);
                changed = true;
            }
        }
    }

    /// Whether a word that may begin a clause is a column here, since a list goes on or an operator follows.
    private boolean isName(int i) {
        return i + 1 >= parts.size() || parts.get(i + 1).is(',') || parts.get(i + 1).is("as") || parts.get(i + 1) instanceof
                Token next && next.kind() == Kind.SIGN && !next.is('*') && !next.is('-') && !next.is('+');
    }

    /// Index of a clause; the end if there is none.
    private int clause(String word) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).is(word) && isClause(i)) {
                return i;
            }
        }
        return parts.size();
    }

    /// Whether a clause begins here, rather than that the word is part of an expression.
    private boolean isClause(int i) {
        String word = QueryForms.word(parts.get(i));
        if (!CLAUSES.contains(word) || i > 0 && parts.get(i - 1).is('.')) {
            return false;
        }
        boolean by = i + 1 < parts.size() && parts.get(i + 1).is("by");
        return switch (word) {
            // IS DISTINCT FROM; WITHIN GROUP (ORDER BY …).
            case "from" -> i == 0 || !parts.get(i - 1).is("distinct") || i == 2;
            case "group", "order" -> by;
            default -> true;
        };
    }

    /// Index of the clause after this place.
    private int next(int from) {
        int i = from;
        while (i < parts.size() && !isClause(i)) {
            i++;
        }
        return i;
    }

    private void selectFirst() {
        int at = parts.getFirst().at();
        int select = clause("select");
        List<TokenTree> moved = new ArrayList<>();
        if (select == parts.size()) {
            moved.addAll(Tokens.made("SELECT *", at));
        } else {
            List<TokenTree> items = parts.subList(select, next(select + 1));
            moved.addAll(items);
            items.clear();
        }
        parts.addAll(0, moved);
        changed = true;
    }

    private void all(String word, String name) {
        int clause = clause(word);
        if (clause + 2 >= parts.size() || !parts.get(clause + 2).is("all")) {
            return;
        }
        int end = next(clause + 2);
        boolean order = word.equals("order");
        boolean only = end == clause + 3 || order && (parts.get(clause + 3).is("asc")
                || parts.get(clause + 3).is("desc") || parts.get(clause + 3).is("nulls"));
        if (only) {
            parts.set(clause + 2, made("\"" + name + "\"", parts.get(clause + 2)));
            changed = true;
        }
    }

    private static TokenTree made(String text, TokenTree by) {
        return Tokens.made(text, by.at()).getFirst();
    }

    private void distinctOn(boolean alone) {
        if (parts.size() < 5 || !parts.get(1).is("distinct") || !parts.get(2).is("on")
                || !(parts.get(3) instanceof Group keys)) {
            return;
        }
        int from = Math.min(clause("from"), Math.min(clause("qualify"), endOfRows()));
        int order = endOfRows();
        int end = order;
        while (alone && clause("order") == order && end < parts.size()
                && !AFTER_ORDER.contains(QueryForms.word(parts.get(end)))) {
            end++;
        }
        DistinctOn form = new DistinctOn(sql, parts.get(2), keys.parts(), parts.subList(4, from),
                end == order ? List.of() : parts.subList(order + 2, end));
        changed = true;
        if (clause("from") < parts.size() && clause("qualify") == parts.size() && !form.hasWindow()) {
            parts.addAll(order, form.qualify());
            parts.subList(1, 4).clear();
            return;
        }
        List<TokenTree> above = form.above(parts.subList(4, from), parts.subList(from, order), parts.subList(end,
                parts.size()));
        parts.clear();
        parts.addAll(above);
        stars();
    }

    /// Index of ORDER BY, LIMIT and the like; the end if there is none.
    private int endOfRows() {
        int end = clause("order");
        for (String after : AFTER_ORDER) {
            end = Math.min(end, clause(after));
        }
        return end;
    }

    static boolean hasAlias(List<TokenTree> item) {
        return item.size() > 2 && item.getLast().isName() && item.get(item.size() - 2).is("as");
    }

    static List<TokenTree> expression(List<TokenTree> item) {
        return hasAlias(item) ? item.subList(0, item.size() - 2) : item;
    }

    /// Parts between commas.
    static List<List<TokenTree>> split(List<TokenTree> list) {
        List<List<TokenTree>> all = new ArrayList<>();
        List<TokenTree> one = new ArrayList<>();
        for (TokenTree part : list) {
            if (part.is(',')) {
                all.add(one);
                one = new ArrayList<>();
            } else {
                one.add(part);
            }
        }
        all.add(one);
        all.removeIf(List::isEmpty);
        return all;
    }

    /// `t.* EXCLUDE (a)` and the like, as calls.
    private void stars() {
        for (int i = 1; i + 1 < Math.min(parts.size(), clause("from")); i++) {
            TokenTree word = parts.get(i + 1);
            boolean exclude = word.is("exclude") || word.is("except");
            if (!isStar(i) || !exclude && !word.is("replace")) {
                continue;
            }
            boolean listed = i + 2 < parts.size() && (parts.get(i + 2) instanceof Group || exclude
                    && parts.get(i + 2).isName() && !isClause(i + 2));
            require(listed, word, exclude ? "EXCLUDE takes columns: * exclude (a, b)" : REPLACE);
            int first = i;
            while (first >= 2 && parts.get(first - 1).is('.') && parts.get(first - 2).isName()) {
                first -= 2;
            }
            Token star = (Token) parts.get(i);
            List<TokenTree> arguments = new ArrayList<>(first == i ? List.of(new Token(Kind.NAME, "\"" + TreeForms.STAR
                    + "\"", star.at(), false)) : parts.subList(first, i - 1));
            List<TokenTree> list = parts.get(i + 2) instanceof Group group ? group.parts() : List.of(parts.get(i + 2));
            int end = i + 3;
            boolean both = exclude && end < parts.size() && parts.get(end).is("replace");
            arguments.add(made(",", star));
            if (both) {
                for (List<TokenTree> name : split(list)) {
                    arguments.add(made("\"" + TreeForms.EXCLUDE + "\"", star));
                    arguments.add(made(",", star));
                    arguments.addAll(name);
                    arguments.add(made(",", star));
                }
                word = parts.get(end);
                require(end + 1 < parts.size() && parts.get(end + 1) instanceof Group, word, REPLACE);
                list = ((Group) parts.get(end + 1)).parts();
                end += 2;
            }
            arguments.addAll(exclude && !both ? list : replacements(list, word));
            List<TokenTree> call = List.of(made("\"" + (exclude && !both ? TreeForms.EXCLUDE : TreeForms.REPLACE) + "\"", star),
                    new Group(new Token(Kind.SIGN, "(", star.at(), false), arguments, new Token(Kind.SIGN, ")",
                            star.at(), false)));
            parts.subList(first, end).clear();
            parts.addAll(first, call);
            changed = true;
            i = first + 1;
        }
    }

    private void require(boolean met, TokenTree at, String advice) {
        if (!met) {
            throw Dialect.wrong(sql, at.at(), advice);
        }
    }

    /// Whether `*` stands for columns here, and not for a product.
    private boolean isStar(int i) {
        TokenTree before = parts.get(i - 1);
        boolean first = before.is("select") || before.is("distinct") || before.is("all") || i == 4 && parts.get(2).is("on");
        return parts.get(i).is('*') && (before.is(',') || before.is('.') || first);
    }

    /// `e AS a` as two arguments.
    private List<TokenTree> replacements(List<TokenTree> list, TokenTree word) {
        List<TokenTree> arguments = new ArrayList<>();
        for (List<TokenTree> item : split(list)) {
            require(hasAlias(item), word, REPLACE);
            if (!arguments.isEmpty()) {
                arguments.add(made(",", word));
            }
            arguments.addAll(expression(item));
            arguments.add(made(",", word));
            arguments.add(item.getLast());
        }
        return arguments;
    }

    /// Joins by time, and functions whose names are words of SQL.
    private void tables() {
        int from = clause("from");
        for (int i = from; i + 1 < parts.size() && (i == from || !isClause(i)); i++) {
            TokenTree part = parts.get(i);
            TokenTree next = parts.get(i + 1);
            boolean table = TABLE_FOLLOWS.contains(QueryForms.word(part)) || part.is(',');
            if (table && next.is("range") && i + 2 < parts.size() && parts.get(i + 2) instanceof Group) {
                parts.set(i + 1, made("\"range\"", next));
                changed = true;
            }
            if (part.is("asof")) {
                asof(i);
            }
            if ((part.is("semi") || part.is("anti")) && next.is("join")) {
                throw Dialect.wrong(sql, part.at(), QueryForms.word(part).toUpperCase(Locale.ROOT) + " JOIN is not supported; "
                        + "write where " + (part.is("anti") ? "not " : "") + "exists (select 1 from u where u.k = t.k)");
            }
            if (part.is("tablesample")) {
                sample(i);
            }
            if (part.is("lateral") && next.isName() && i + 2 < parts.size() && parts.get(i + 2) instanceof Group call) {
                List<TokenTree> function = List.of(parts.get(i + 1), call);
                parts.subList(i + 1, i + 3).clear();
                parts.addAll(i + 1, List.of(made("TABLE", next), new Group(new Token(Kind.SIGN, "(", next.at(), false),
                        function, new Token(Kind.SIGN, ")", next.at(), false))));
                changed = true;
            }
        }
    }

    /// `TABLESAMPLE 10%` and `TABLESAMPLE SYSTEM (10 PERCENT)` as `TABLESAMPLE BERNOULLI (10)`.
    private void sample(int tablesample) {
        TokenTree first = parts.get(tablesample + 1);
        boolean method = first.is("bernoulli") || first.is("system");
        if (first.is("reservoir") || first instanceof Group group && group.parts().getLast().is("rows")) {
            throw Dialect.wrong(sql, first.at(), "samples are percentages; write order by rand() limit 2 for two rows");
        }
        int at = tablesample + (method ? 2 : 1);
        if (at >= parts.size()) {
            return;
        }
        boolean grouped = parts.get(at) instanceof Group;
        List<TokenTree> inner = grouped ? ((Group) parts.get(at)).parts()
                : parts.subList(at, Math.min(at + 2, parts.size()));
        boolean percent = inner.size() == 2 && (inner.get(1).is('%') || inner.get(1).is("percent"));
        if (!percent && method) {
            return;
        }
        if (!percent && !(grouped && inner.size() == 1)) {
            throw Dialect.wrong(sql, first.at(), "TABLESAMPLE takes a percentage: tablesample bernoulli (10), or 10%");
        }
        TokenTree number = inner.getFirst();
        List<TokenTree> sample = new ArrayList<>(method ? List.of() : Tokens.made("BERNOULLI", first.at()));
        sample.add(new Group(new Token(Kind.SIGN, "(", number.at(), false), List.of(number),
                new Token(Kind.SIGN, ")", number.at(), false)));
        parts.subList(at, grouped ? at + 1 : at + 2).clear();
        parts.addAll(at, sample);
        changed = true;
    }

    private void asof(int asof) {
        if (parts.get(asof + 1).is("left") || parts.get(asof + 1).is("inner")) {
            TokenTree side = parts.remove(asof + 1);
            if (side.is("left")) {
                parts.add(asof, side);
                if (asof + 2 < parts.size() && parts.get(asof + 2).is("outer")) {
                    parts.remove(asof + 2);
                }
            }
            changed = true;
        }
        for (int i = asof; i < parts.size() && !isClause(i); i++) {
            TokenTree part = parts.get(i);
            if (part.is("match_condition")) {
                return;
            }
            if (part.is("using") && i + 1 < parts.size() && parts.get(i + 1) instanceof Group) {
                parts.set(i, made("\"" + TreeForms.USING + "\"", part));
                parts.addAll(i, Tokens.made("MATCH_CONDITION TRUE ON", part.at()));
                changed = true;
                return;
            }
            if (part.is("on")) {
                parts.addAll(i, Tokens.made("MATCH_CONDITION TRUE", part.at()));
                changed = true;
                return;
            }
        }
    }
}
