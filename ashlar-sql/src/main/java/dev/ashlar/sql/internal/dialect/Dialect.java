// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.dialect.TokenTree.Group;
import dev.ashlar.sql.internal.problem.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;

/// Reads a statement: its command and its query.
///
/// | written | read as |
/// |---|---|
/// | `EXPLAIN q` | `EXPLAIN PLAN FOR q` |
/// | `EXPLAIN ANALYZE q` | [Command#ANALYZE] of `q` |
/// | `DESCRIBE q`, `DESCRIBE t`, `DESC t`, `SHOW COLUMNS FROM t` | [Command#DESCRIBE] of `q`, or of `SELECT * FROM t` |
/// | `SUMMARIZE q`, `SUMMARIZE t` | [Command#SUMMARIZE] |
/// | `PIVOT t ON c USING sum(x)`, `UNPIVOT t ON a, b` | see [PivotForms] |
/// | `SHOW TABLES`, `SHOW SCHEMAS` | a query of `information_schema` |
///
/// For the forms within queries see [QueryForms]; within expressions, see [NameForms], [CastForms] and
/// [ExpressionForms].
public final class Dialect {
    /// `* EXCLUDE (a) REPLACE (e AS b)` is a star with two replacements, of which this name stands in the place of the
    /// expression of `a`.
    public static final String EXCLUDED = TreeForms.EXCLUDE;
    /// Stands for all columns in ORDER BY.
    public static final String ORDER_BY_ALL = TreeForms.ORDER_BY_ALL;

    private static final String TABLES = "SELECT table_name AS \"name\" FROM information_schema.tables WHERE "
            + "table_schema = 'main' ORDER BY table_name";
    private static final String SCHEMAS = "SELECT schema_name AS \"name\" FROM information_schema.schemata ORDER BY "
            + "schema_name";

    /// A statement that was parsed.
    ///
    /// @param table whether the query is all of a table that is named alone
    /// @param start index of the query, or of the table, in the statement
    /// @param pivot whether its columns depend on rows
    public record Statement(Command command, SqlNode node, boolean table, int start, boolean pivot) {
        /// The query alone, as it was written.
        ///
        /// @param sql the statement
        public String query(String sql) {
            return (table ? ALL : "") + sql.substring(start);
        }
    }

    private static final String ALL = "SELECT * FROM ";

    private final String sql;
    private final PivotSource source;
    private final CastForms casts;
    private boolean pivot;
    private boolean table;
    private int start;

    private Dialect(String sql, PivotSource source) {
        this.sql = sql;
        this.source = source;
        casts = new CastForms(sql);
    }

    /// Parses a statement that is neither empty nor too long or too deep.
    ///
    /// @param source of PIVOT
    /// @throws SqlParseException if it is not SQL
    /// @throws SqlException      if a form is used that is not supported
    public static Statement parse(String sql, SqlParser.Config config, PivotSource source) throws SqlParseException {
        // Calcite's messages, some of which are read again, have numbers as in English.
        Resources.setThreadLocale(Locale.ROOT);
        Dialect dialect = new Dialect(sql, source);
        DialectText text = dialect.text();
        SqlParser.Config read = text.isUnchanged() ? config : config.withParserFactory(PlacedParser.of(text));
        SqlNode node = dialect.casts.in(SqlParser.create(text.sql(), read).parseStmt());
        TreeForms.complete(node);
        return new Statement(text.command(), node, dialect.table, dialect.start, dialect.pivot);
    }

    private DialectText text() {
        Optional<List<TokenTree>> found = Tokens.of(sql);
        if (found.isEmpty() || found.get().isEmpty()) {
            return DialectText.unchanged(Command.RUN, sql);
        }
        NameForms names = new NameForms();
        List<TokenTree> parts = casts.of(pivoted(names.of(found.get()), List.of()));
        return switch (parts.getFirst()) {
            case TokenTree first when first.is("explain") -> explained(parts);
            case TokenTree first when first.is("describe") || first.is("desc") ->
                parts.size() == 1 ? made(TABLES, first) : of(Command.DESCRIBE, asked(rest(parts, 1)));
            case TokenTree first when first.is("summarize") -> {
                require(parts.size() > 1, first, "SUMMARIZE takes a table or a query");
                yield of(Command.SUMMARIZE, asked(rest(parts, 1)));
            }
            case TokenTree first when first.is("show") -> shown(parts);
            default -> {
                QueryForms forms = new QueryForms(sql);
                List<TokenTree> written = forms.of(parts);
                yield forms.isChanged() || casts.isChanged() || names.isChanged() || pivot
                        ? DialectText.of(Command.RUN, written, sql)
                        : DialectText.unchanged(Command.RUN, sql);
            }
        };
    }

    /// PIVOT and UNPIVOT as queries: where a statement or a query in parentheses begins, or after EXPLAIN, named
    /// queries and the like.
    ///
    /// @param outer named queries around them
    private List<TokenTree> pivoted(List<TokenTree> parts, List<TokenTree> outer) {
        List<TokenTree> query = new ArrayList<>(parts.size());
        List<TokenTree> named = outer;
        int with = -1;
        boolean body = false;
        for (int i = 0; i < parts.size(); i++) {
            TokenTree part = parts.get(i);
            TokenTree before = i == 0 ? null : parts.get(i - 1);
            if (!body && PivotForms.begins(part) && (with < 0 || before instanceof Group)) {
                pivot = true;
                List<TokenTree> visible = named;
                query.addAll(new PivotForms(sql, source, visible, rest(parts, i).stream()
                        .map(other -> inner(other, visible)).toList()).query());
                return query;
            }
            with = with < 0 && part.is("with") ? i : with;
            body |= part.is("select") || part.is("from");
            query.add(inner(part, named));
            boolean ends = with >= 0 && !body && part instanceof Group && (before.is("as") || before.is("materialized"));
            named = ends ? joined(outer, query.subList(with, query.size())) : named;
        }
        return query;
    }

    private TokenTree inner(TokenTree part, List<TokenTree> named) {
        // A name in parentheses is none.
        return part instanceof Group group && group.parts().size() > 1
                ? new Group(group.open(), pivoted(group.parts(), named), group.close()) : part;
    }

    /// Named queries, and more that may name them.
    private static List<TokenTree> joined(List<TokenTree> outer, List<TokenTree> more) {
        if (outer.isEmpty()) {
            return List.copyOf(more);
        }
        boolean recursive = more.get(1).is("recursive");
        List<TokenTree> all = new ArrayList<>(outer);
        if (recursive && !outer.get(1).is("recursive")) {
            all.add(1, more.get(1));
        }
        all.addAll(Tokens.made(",", more.getFirst().at()));
        all.addAll(rest(more, recursive ? 2 : 1));
        return all;
    }

    private static List<TokenTree> rest(List<TokenTree> parts, int from) {
        return parts.subList(from, parts.size());
    }

    private DialectText of(Command command, List<TokenTree> query) {
        return DialectText.of(command, new QueryForms(sql).of(query), sql);
    }

    private DialectText made(String query, TokenTree by) {
        return DialectText.of(Command.RUN, Tokens.made(query, by.at()), sql);
    }

    private DialectText explained(List<TokenTree> parts) {
        if (parts.size() > 1 && parts.get(1).is("analyze")) {
            require(parts.size() > 2, parts.get(1), "EXPLAIN ANALYZE takes a query");
            return of(Command.ANALYZE, rest(parts, 2));
        }
        int from = 1;
        List<TokenTree> written = new ArrayList<>();
        written.add(parts.getFirst());
        if (parts.size() > 1 && parts.get(1).is("plan")) {
            while (from < parts.size() && !parts.get(from - 1).is("for")) {
                written.add(parts.get(from++));
            }
        } else {
            require(parts.size() == 1 || QueryForms.beginsQuery(parts.get(1)), parts.get(Math.min(1, parts.size() - 1)),
                    "EXPLAIN takes a query: explain select …, or explain analyze select …");
            written.addAll(Tokens.made("PLAN FOR", parts.getFirst().at()));
        }
        written.addAll(new QueryForms(sql).of(rest(parts, from)));
        return DialectText.of(Command.RUN, written, sql);
    }

    private DialectText shown(List<TokenTree> parts) {
        TokenTree last = parts.getLast();
        if (parts.size() == 2 && last.is("tables") || parts.size() == 3 && parts.get(1).is("all")
                && last.is("tables")) {
            return made(TABLES, parts.getFirst());
        }
        if (parts.size() == 2 && (last.is("schemas") || last.is("databases"))) {
            return made(SCHEMAS, parts.getFirst());
        }
        boolean columns = parts.size() > 3 && parts.get(1).is("columns") && (parts.get(2).is("from")
                || parts.get(2).is("in"));
        List<TokenTree> table = rest(parts, columns ? 3 : 1);
        require(isTable(table), parts.getFirst(), "SHOW takes TABLES, SCHEMAS, a table, or COLUMNS FROM a table");
        return of(Command.DESCRIBE, asked(table));
    }

    /// A query, or all of a table.
    private List<TokenTree> asked(List<TokenTree> parts) {
        List<TokenTree> named = parts.getFirst().is("table") ? rest(parts, 1) : parts;
        table = isTable(named);
        start = (table ? named : parts).getFirst().at();
        if (!table) {
            return parts;
        }
        List<TokenTree> query = new ArrayList<>(Tokens.made(ALL, start));
        query.addAll(named);
        return query;
    }

    private static boolean isTable(List<TokenTree> parts) {
        for (int i = 0; i < parts.size(); i++) {
            if (i % 2 == 0 ? !parts.get(i).isName() : !parts.get(i).is('.')) {
                return false;
            }
        }
        return parts.size() % 2 == 1 && !QueryForms.beginsQuery(parts.getFirst());
    }

    private void require(boolean met, TokenTree at, String advice) {
        if (!met) {
            throw wrong(sql, at.at(), advice);
        }
    }

    /// A failure at a place of the statement.
    static SqlException wrong(String sql, int at, String message) {
        return Place.of(sql, at).wrong(Reason.SYNTAX, message);
    }

    /// Whether a group is a query.
    static boolean isQuery(Group group) {
        return !group.parts().isEmpty() && QueryForms.beginsQuery(group.parts().getFirst());
    }
}
