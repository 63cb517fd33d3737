// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import dev.ashlar.sql.internal.dialect.TokenTree.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// PIVOT and UNPIVOT as statements.
///
/// | written | read as |
/// |---|---|
/// | `PIVOT t ON c USING sum(x) GROUP BY k` | `SELECT k, sum(x) FILTER (WHERE c = 'v1') AS "v1", … FROM t GROUP BY k` |
/// | `UNPIVOT t ON a, b INTO NAME n VALUE v` | `SELECT * FROM t UNPIVOT (v FOR n IN (a, b))` |
///
/// Without GROUP BY the keys are all columns that occur neither in ON nor in USING, except columns of the store, which
/// begin with `_`. Without IN the values are read from the rows.
final class PivotForms {
    /// More are a mistake rather than columns.
    private static final int MOST_VALUES = 1_000;
    private static final String PIVOT = "PIVOT is written: pivot t on c using sum(x) group by k";
    private static final String UNPIVOT = "UNPIVOT is written: unpivot t on a, b into name n value v";
    private static final Set<String> ENDS = Set.of("order", "limit", "offset", "fetch");

    private final String sql;
    private final PivotSource source;
    private final List<TokenTree> with;
    private final List<TokenTree> parts;
    private final TokenTree first;
    private final List<TokenTree> table;
    private int next;

    /// A column of the result.
    private record Choice(List<TokenTree> condition, String name) { }

    /// @param with  named queries before it
    /// @param parts from PIVOT or UNPIVOT on
    PivotForms(String sql, PivotSource source, List<TokenTree> with, List<TokenTree> parts) {
        this.sql = sql;
        this.source = source;
        this.with = with;
        this.parts = parts;
        first = parts.getFirst();
        int on = 1;
        while (on < parts.size() && !parts.get(on).is("on")) {
            on++;
        }
        table = parts.subList(1, Math.min(on, parts.size()));
        if (on >= parts.size() || table.isEmpty()) {
            throw wrong(first, first.is("pivot") ? PIVOT : UNPIVOT);
        }
        next = on + 1;
    }

    static boolean begins(TokenTree part) {
        return part.is("pivot") || part.is("unpivot");
    }

    /// The query, without the named queries before it.
    List<TokenTree> query() {
        return first.is("pivot") ? pivot() : unpivot();
    }

    private RuntimeException wrong(TokenTree at, String message) {
        return Dialect.wrong(sql, at.at(), message);
    }

    private List<TokenTree> made(String text) {
        return Tokens.made(text, first.at());
    }

    private Group group(List<TokenTree> inner) {
        return new Group(new Token(Kind.SIGN, "(", first.at(), false), inner, new Token(Kind.SIGN, ")", first.at(), false));
    }

    /// Parts up to one of these words, or to the end of the query.
    private List<TokenTree> upTo(String... words) {
        int from = next;
        while (next < parts.size() && !ENDS.contains(QueryForms.word(parts.get(next)))
                && !List.of(words).contains(QueryForms.word(parts.get(next)))) {
            next++;
        }
        return parts.subList(from, next);
    }

    private boolean skip(String word) {
        boolean found = next < parts.size() && parts.get(next).is(word);
        next += found ? 1 : 0;
        return found;
    }

    private List<TokenTree> pivot() {
        List<TokenTree> on = upTo("using", "group");
        List<TokenTree> using = skip("using") ? upTo("group") : made("count(*)");
        List<TokenTree> keys = skip("group") ? keys() : otherColumns(on, using);
        if (on.isEmpty() || using.isEmpty()) {
            throw wrong(first, PIVOT);
        }
        List<Choice> choices = choices(on);
        List<List<TokenTree>> aggregates = SelectForms.split(using);
        List<TokenTree> query = made("SELECT");
        if (!keys.isEmpty()) {
            query.addAll(keys);
            query.addAll(made(","));
        }
        for (Choice choice : choices) {
            for (List<TokenTree> aggregate : aggregates) {
                if (choice != choices.getFirst() || aggregate != aggregates.getFirst()) {
                    query.addAll(made(","));
                }
                column(query, choice, aggregate, aggregates.size() == 1);
            }
        }
        query.addAll(made("FROM"));
        query.addAll(table);
        if (!keys.isEmpty()) {
            query.addAll(made("GROUP BY"));
            query.addAll(keys);
        }
        query.addAll(parts.subList(next, parts.size()));
        return query;
    }

    private List<TokenTree> keys() {
        if (!skip("by")) {
            throw wrong(parts.get(next - 1), PIVOT);
        }
        return upTo();
    }

    private void column(List<TokenTree> query, Choice choice, List<TokenTree> aggregate, boolean only) {
        List<TokenTree> call = SelectForms.expression(aggregate);
        if (call.size() != 2 || !call.getFirst().isName() || !(call.get(1) instanceof Group)) {
            throw wrong(aggregate.getFirst(), "USING takes aggregates: using sum(x) as s, count(*); compute with them "
                    + "in an outer query");
        }
        String name = SelectForms.hasAlias(aggregate) ? "_" + ((Token) aggregate.getLast()).name()
                : only ? "" : "_" + text(call);
        query.addAll(call);
        query.addAll(made("FILTER"));
        List<TokenTree> where = made("WHERE");
        where.addAll(choice.condition());
        query.add(group(where));
        query.addAll(made("AS"));
        String column = choice.name() + name;
        // No column is called "".
        query.add(new Token(Kind.NAME, quoted(column.isEmpty() ? "''" : column), first.at(), false));
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private String text(List<TokenTree> some) {
        return DialectText.of(Command.RUN, some, sql).sql();
    }

    /// Text of a query of the rows.
    private String ofRows(List<TokenTree> select, List<TokenTree> where) {
        List<TokenTree> query = new ArrayList<>(with);
        query.addAll(select);
        query.addAll(table);
        query.addAll(where);
        return text(query);
    }

    /// Each value, or each combination of the values of several expressions.
    private List<Choice> choices(List<TokenTree> on) {
        List<Choice> all = List.of(new Choice(List.of(), ""));
        for (List<TokenTree> item : SelectForms.split(on)) {
            boolean listed = item.size() > 2 && item.get(item.size() - 2).is("in") && item.getLast() instanceof Group;
            List<TokenTree> expression = listed ? item.subList(0, item.size() - 2) : item;
            List<PivotSource.Value> values = listed ? values((Group) item.getLast()) : found(expression);
            List<Choice> more = new ArrayList<>();
            for (Choice before : all) {
                for (PivotSource.Value value : values) {
                    List<TokenTree> condition = new ArrayList<>(before.condition());
                    condition.addAll(made(condition.isEmpty() ? "" : "AND"));
                    condition.add(group(expression));
                    condition.addAll(made("= " + value.literal()));
                    more.add(new Choice(condition, before.name() + (before.name().isEmpty() ? "" : "_") + value.name()));
                }
                requireFew(more.size(), item);
            }
            all = more;
        }
        return all;
    }

    private List<PivotSource.Value> values(Group listed) {
        List<PivotSource.Value> values = new ArrayList<>();
        for (List<TokenTree> item : SelectForms.split(listed.parts())) {
            List<TokenTree> value = SelectForms.expression(item);
            String literal = text(value);
            boolean isText = value.size() == 1 && value.getFirst() instanceof Token token && token.kind() == Kind.TEXT;
            String name = SelectForms.hasAlias(item) ? ((Token) item.getLast()).name() : isText ? literal.substring(1,
                    literal.length() - 1).replace("''", "'") : literal;
            values.add(new PivotSource.Value(literal, name));
        }
        if (values.isEmpty()) {
            throw wrong(listed, "IN takes values: on side in ('Buy', 'Sell')");
        }
        return values;
    }

    private List<PivotSource.Value> found(List<TokenTree> expression) {
        List<TokenTree> select = made("SELECT DISTINCT");
        select.add(group(expression));
        select.addAll(made("FROM"));
        List<TokenTree> where = made("WHERE");
        where.add(group(expression));
        where.addAll(made("IS NOT NULL ORDER BY 1"));
        List<PivotSource.Value> values = source.values(ofRows(select, where), MOST_VALUES + 1);
        if (values.isEmpty()) {
            throw wrong(expression.getFirst(), "PIVOT finds no values for this; list them: on side in ('Buy', 'Sell')");
        }
        requireFew(values.size(), expression);
        return values;
    }

    private void requireFew(int columns, List<TokenTree> at) {
        if (columns > MOST_VALUES) {
            throw wrong(at.getFirst(), "PIVOT makes more than " + MOST_VALUES + " columns from this; list the ones you "
                    + "want: on side in ('Buy', 'Sell')");
        }
    }

    /// Columns that are not named in these parts.
    private List<TokenTree> otherColumns(List<TokenTree> on, List<TokenTree> using) {
        Set<String> named = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        collect(on, named);
        collect(using, named);
        return listed(source.columns(ofRows(made("SELECT * FROM"), List.of())).stream().filter(column -> !column.startsWith("_")
                && !named.contains(column)).toList());
    }

    private static void collect(List<TokenTree> some, Set<String> names) {
        for (TokenTree part : some) {
            switch (part) {
                case Token token when token.isName() -> names.add(token.name());
                case Group group -> collect(group.parts(), names);
                case Token _ -> { }
            }
        }
    }

    private List<TokenTree> listed(List<String> columns) {
        List<TokenTree> list = new ArrayList<>();
        for (String column : columns) {
            list.addAll(made(list.isEmpty() ? "" : ","));
            list.add(new Token(Kind.NAME, quoted(column), first.at(), false));
        }
        return list;
    }

    private List<TokenTree> unpivot() {
        List<TokenTree> on = upTo("into");
        String name = "name";
        String value = "value";
        if (skip("into")) {
            name = after("name");
            value = after("value");
        }
        boolean columns = on.size() == 2 && on.getFirst().is("columns") && on.get(1) instanceof Group group
                && !group.parts().isEmpty() && group.parts().getFirst().is('*');
        List<TokenTree> listed = columns ? allBut(((Group) on.get(1)).parts()) : on;
        if (listed.isEmpty()) {
            throw wrong(first, UNPIVOT);
        }
        List<TokenTree> query = made("SELECT * FROM");
        query.addAll(table);
        query.addAll(made("UNPIVOT"));
        List<TokenTree> inner = made(quoted(value) + " FOR " + quoted(name) + " IN");
        inner.add(group(listed));
        query.add(group(inner));
        query.addAll(parts.subList(next, parts.size()));
        return query;
    }

    private String after(String word) {
        if (!skip(word) || next >= parts.size() || !parts.get(next).isName()) {
            throw wrong(first, UNPIVOT);
        }
        return ((Token) parts.get(next++)).name();
    }

    /// `* EXCLUDE (a, b)`.
    private List<TokenTree> allBut(List<TokenTree> star) {
        Set<String> left = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        collect(star.subList(Math.min(2, star.size()), star.size()), left);
        return listed(source.columns(ofRows(made("SELECT * FROM"), List.of())).stream().filter(column -> !column.toLowerCase(Locale.ROOT)
                .startsWith("_") && !left.contains(column)).toList());
    }
}
