// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.dialect.TokenTree.Token;
import dev.ashlar.sql.internal.dialect.TokenTree.Token.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// `SELECT DISTINCT ON (k) a FROM t ORDER BY b LIMIT n` as a query that filters by row number:
///
/// | if | read as |
/// |---|---|
/// | usually | `SELECT a FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY b) = 1 ORDER BY b LIMIT n` |
/// | a key has a window, or the query a QUALIFY | `SELECT * EXCLUDE (k, b) FROM (SELECT a, k, b FROM t) QUALIFY …` |
///
/// In the inner query `k` and `b` get generated names.
final class DistinctOn {
    /// A key of rows.
    ///
    /// @param direction `DESC NULLS LAST` and the like
    private record Key(List<TokenTree> expression, List<TokenTree> direction) { }

    private static final String KEY = "\"ashlar:key";
    private final String sql;
    private final TokenTree on;
    private final List<List<TokenTree>> items;
    private final List<Key> keys;
    private final List<Key> order;

    /// @param keys  in parentheses after ON
    /// @param items of SELECT
    /// @param order after ORDER BY; empty if the order is not the query's own
    DistinctOn(String sql, TokenTree on, List<TokenTree> keys, List<TokenTree> items, List<TokenTree> order) {
        this.sql = sql;
        this.on = on;
        this.items = SelectForms.split(items);
        this.keys = keys(keys);
        this.order = keys(order);
    }

    /// Whether a key has a window, which the window of the numbers cannot have.
    boolean hasWindow() {
        return Stream.concat(keys.stream(), order.stream()).anyMatch(key -> hasWindow(key.expression, new HashSet<>()));
    }

    /// @param names whose columns are looked at
    private boolean hasWindow(List<TokenTree> parts, Set<String> names) {
        for (int i = 0; i < parts.size(); i++) {
            boolean over = parts.get(i).is("over") && i + 1 < parts.size();
            boolean found = over || switch (parts.get(i)) {
                case Group group -> hasWindow(group.parts(), names);
                case Token token -> token.isName() && names.add(token.name().toLowerCase(Locale.ROOT))
                        && items.stream().anyMatch(item -> isNamed(item, token)
                        && hasWindow(expression(item), names));
            };
            if (found) {
                return true;
            }
        }
        return false;
    }

    /// The condition that takes the first row of each key.
    List<TokenTree> qualify() {
        return qualify(keys, order);
    }

    private List<TokenTree> qualify(List<Key> by, List<Key> in) {
        List<TokenTree> window = new ArrayList<>(Tokens.made("PARTITION BY", on.at()));
        window.addAll(list(by));
        if (!in.isEmpty()) {
            window.addAll(Tokens.made("ORDER BY", on.at()));
            window.addAll(list(in));
        }
        List<TokenTree> qualify = new ArrayList<>(Tokens.made("QUALIFY ROW_NUMBER() OVER", on.at()));
        qualify.add(group(window));
        qualify.addAll(Tokens.made("= 1", on.at()));
        return qualify;
    }

    private Group group(List<TokenTree> parts) {
        return new Group(new Token(Kind.SIGN, "(", on.at(), false), parts, new Token(Kind.SIGN, ")", on.at(), false));
    }

    private static List<TokenTree> list(List<Key> keys) {
        List<TokenTree> all = new ArrayList<>();
        for (Key key : keys) {
            if (!all.isEmpty()) {
                all.addAll(Tokens.made(",", key.expression.getFirst().at()));
            }
            all.addAll(key.expression);
            all.addAll(key.direction);
        }
        return all;
    }

    /// The query over one that has the keys as columns.
    ///
    /// @param select the items of SELECT
    /// @param rest   from FROM to QUALIFY
    /// @param after  from ORDER BY, or from LIMIT if the order is the query's own
    List<TokenTree> above(List<TokenTree> select, List<TokenTree> rest, List<TokenTree> after) {
        List<TokenTree> below = new ArrayList<>(Tokens.made("SELECT", on.at()));
        below.addAll(select);
        List<Key> named = new ArrayList<>();
        for (Key key : Stream.concat(keys.stream(), order.stream()).toList()) {
            String name = KEY + named.size() + '"';
            below.addAll(Tokens.made(",", on.at()));
            below.add(group(key.expression));
            below.addAll(Tokens.made("AS " + name, on.at()));
            named.add(new Key(Tokens.made(name, on.at()), key.direction));
        }
        below.addAll(rest);
        List<TokenTree> query = new ArrayList<>(Tokens.made("SELECT * EXCLUDE (" + String.join(", ", IntStream.range(0,
                named.size()).mapToObj(i -> KEY + i + '"').toList()) + ") FROM", on.at()));
        query.add(group(below));
        List<Key> last = named.subList(keys.size(), named.size());
        query.addAll(qualify(named.subList(0, keys.size()), last));
        if (!last.isEmpty()) {
            query.addAll(Tokens.made("ORDER BY", on.at()));
            query.addAll(list(last));
        }
        query.addAll(after);
        return query;
    }

    /// Keys in whose place the columns of the result stand that they name or number.
    private List<Key> keys(List<TokenTree> list) {
        List<Key> all = new ArrayList<>();
        for (List<TokenTree> key : SelectForms.split(list)) {
            int end = key.size();
            end -= end > 2 && key.get(end - 2).is("nulls") ? 2 : 0;
            end -= end > 1 && (key.get(end - 1).is("asc") || key.get(end - 1).is("desc")) ? 1 : 0;
            List<TokenTree> direction = key.subList(end, key.size());
            if (end == 1 && key.getFirst() instanceof Token token && token.isName()
                    && token.name().equals(TreeForms.ORDER_BY_ALL)) {
                items.forEach(item -> all.add(new Key(written(item, token), direction)));
                continue;
            }
            all.add(new Key(end == 1 ? meant(key.getFirst()) : key.subList(0, end), direction));
        }
        return all;
    }

    private List<TokenTree> written(List<TokenTree> item, Token all) {
        boolean star = item.getLast().is('*') || item.getFirst() instanceof Token first && first.kind() == Kind.NAME
                && (first.name().equals(TreeForms.EXCLUDE) || first.name().equals(TreeForms.REPLACE));
        if (star) {
            throw Dialect.wrong(sql, all.at(),
                    "DISTINCT ON with ORDER BY ALL needs the columns of SELECT listed, not *");
        }
        return expression(item);
    }

    private List<TokenTree> meant(TokenTree key) {
        if (!(key instanceof Token token)) {
            return List.of(key);
        }
        if (token.kind() == Kind.NUMBER && token.text().chars().allMatch(Character::isDigit)
                && token.text().length() < 5) {
            int number = Integer.parseInt(token.text());
            return number < 1 || number > items.size() ? List.of(key) : expression(items.get(number - 1));
        }
        for (List<TokenTree> item : items) {
            if (token.isName() && isNamed(item, token)) {
                return expression(item);
            }
        }
        return List.of(key);
    }

    /// A column without its name, which may follow without AS.
    private static List<TokenTree> expression(List<TokenTree> item) {
        int size = item.size();
        if (SelectForms.hasAlias(item)) {
            return item.subList(0, size - 2);
        }
        TokenTree last = item.getLast();
        if (size < 2 || !last.isName() || last.is("end") || last.is("isnull") || last.is("notnull")) {
            return item;
        }
        TokenTree before = item.get(size - 2);
        boolean column = before.isName() && (size == 2 || item.get(size - 3).is('.'));
        return column || before instanceof Group || before.is("end") ? item.subList(0, size - 1) : item;
    }

    private static boolean isNamed(List<TokenTree> item, Token name) {
        return expression(item).size() < item.size() && ((Token) item.getLast()).name().equalsIgnoreCase(name.name());
    }
}
