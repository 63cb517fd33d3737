// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.dialect.Aggregates;
import dev.ashlar.sql.internal.problem.Place;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.ListScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Util;

/// Resolves names in a sub-query that refer to columns of an enclosing SELECT: `SELECT price * 2 AS p, (SELECT max(bid)
/// FROM q WHERE bid < p)`. Each name is replaced by its expression, with qualified columns.
///
/// Columns of an enclosing USING are treated alike. A column of a table takes precedence, as does one of the
/// sub-query's own SELECT. Within SELECT the columns to the left are visible; in the other clauses, all are.
/// Expressions that would mean something else within the sub-query are rejected: aggregates and windows, all columns of
/// a grouped query, and tables that have the name of a table in the sub-query.
final class OuterAliases extends SqlShuttle {
    private final SqlSelect select;
    private final SqlValidatorImpl validator;
    private final SqlValidatorScope scope;
    private final SqlNameMatcher matcher;

    /// @param select whose tables are known
    OuterAliases(SqlSelect select, SqlValidatorImpl validator) {
        this.select = select;
        this.validator = validator;
        scope = validator.getWhereScope(select);
        matcher = validator.getCatalogReader().nameMatcher();
    }

    /// Replaces names in place.
    void replace() {
        if (around(scope).isEmpty()) {
            return;
        }
        select.getSelectList().replaceAll(item -> item.accept(this));
        select.setWhere(accept(select.getWhere()));
        select.setHaving(accept(select.getHaving()));
        select.setQualify(accept(select.getQualify()));
        if (select.getGroup() != null) {
            select.getGroup().replaceAll(key -> key.accept(this));
        }
        if (select.getOrderList() != null) {
            select.getOrderList().replaceAll(key -> key.accept(this));
        }
    }

    private SqlNode accept(SqlNode node) {
        return node == null ? null : node.accept(this);
    }

    @Override
    public SqlNode visit(SqlCall call) {
        if (call.isA(SqlKind.QUERY) || call.getKind() == SqlKind.WINDOW) {
            return call;
        }
        if (call.getKind() == SqlKind.AS || call.getKind() == SqlKind.OVER) {
            SqlNode first = call.<SqlNode>operand(0).accept(this);
            if (first != call.operand(0)) {
                List<SqlNode> operands = call.getOperandList();
                return call.getOperator().createCall(call.getParserPosition(), IntStream.range(0, operands.size())
                        .mapToObj(i -> i == 0 ? first : operands.get(i)).toList());
            }
            return call;
        }
        return super.visit(call);
    }

    @Override
    public SqlNode visit(SqlIdentifier name) {
        if (!name.isSimple() || hasColumn(scope, name) || item(select, name, select.getSelectList().size()) >= 0) {
            return name;
        }
        for (SqlSelect outer : around(scope)) {
            SqlValidatorScope tables = validator.getWhereScope(outer);
            if (hasColumn(tables, name)) {
                SqlNode column = new CommonColumns(outer, tables, matcher).visit(name);
                return column == name ? name : checked(column, tables, name);
            }
            int item = item(outer, name, known(outer));
            if (item >= 0) {
                return expression(outer, item, tables, name);
            }
        }
        return name;
    }

    /// The queries around, from the inside.
    private Set<SqlSelect> around(SqlValidatorScope inner) {
        Set<SqlSelect> queries = new LinkedHashSet<>();
        // The last one is that of the catalog, which has no node.
        for (SqlValidatorScope at = inner; at instanceof DelegatingScope level
                && level.getParent() instanceof DelegatingScope; at = level.getParent()) {
            if (at.getNode() instanceof SqlSelect outer && outer != select) {
                queries.add(outer);
            }
        }
        return queries;
    }

    private boolean hasColumn(SqlValidatorScope tables, SqlIdentifier name) {
        return tables instanceof ListScope list && list.getChildren().stream().anyMatch(table ->
                matcher.field(table.getRowType(), name.getSimple()) != null);
    }

    /// Count of the columns of SELECT that the sub-query may name.
    private int known(SqlSelect outer) {
        SqlNodeList items = outer.getSelectList();
        for (int i = 0; i < items.size(); i++) {
            if (isWithin(items.get(i))) {
                return i;
            }
        }
        return outer.getFrom() != null && isWithin(outer.getFrom()) ? 0 : items.size();
    }

    private boolean isWithin(SqlNode node) {
        try {
            node.accept(new SqlBasicVisitor<Void>() {
                @Override
                public Void visit(SqlCall call) {
                    if (call == select) {
                        throw Util.FoundOne.NULL;
                    }
                    return super.visit(call);
                }
            });
            return false;
        } catch (Util.FoundOne _) {
            return true;
        }
    }

    /// Index of the column of SELECT with a name; negative if there is none.
    private static int item(SqlSelect select, SqlIdentifier name, int count) {
        for (int i = 0; i < count; i++) {
            if (select.getSelectList().get(i) instanceof SqlBasicCall item && item.getKind() == SqlKind.AS
                    && ((SqlIdentifier) item.operand(1)).getSimple().equalsIgnoreCase(name.getSimple())) {
                return i;
            }
        }
        return -1;
    }

    private SqlNode expression(SqlSelect outer, int item, SqlValidatorScope tables, SqlIdentifier name) {
        SqlNode expression = ((SqlCall) outer.getSelectList().get(item)).operand(0);
        if (outer.getGroup() != null || Aggregates.isIn(expression) || validator.isAggregate(outer)) {
            throw unknown(name, "it has an aggregate or a window, or its query is grouped");
        }
        return expression.accept(new SqlShuttle() {
            @Override
            public SqlNode visit(SqlIdentifier column) {
                return column.isStar() ? column : qualified(column, outer, item, tables, name);
            }

            @Override
            public SqlNode visit(SqlCall call) {
                if (call.isA(SqlKind.QUERY)) {
                    throw unknown(name, "it has a sub-query");
                }
                CallCopyingArgHandler copied = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copied);
                return copied.result();
            }
        });
    }

    private SqlNode qualified(SqlIdentifier column, SqlSelect outer, int item, SqlValidatorScope tables,
            SqlIdentifier name) {
        if (column.isSimple() && !hasColumn(tables, column)) {
            int other = item(outer, column, item);
            return other < 0 ? column.clone(name.getParserPosition()) : expression(outer, other, tables, name);
        }
        SqlNode qualified = column;
        if (column.isSimple()) {
            List<SqlNode> found = CommonColumns.qualified(column, tables, matcher);
            qualified = found.size() == 1 ? found.getFirst() : new CommonColumns(outer, tables, matcher).visit(column);
        }
        return checked(qualified, tables, name);
    }

    /// @param qualified columns with their tables
    private SqlNode checked(SqlNode qualified, SqlValidatorScope tables, SqlIdentifier name) {
        qualified.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlIdentifier table) {
                if (!table.isSimple() && !isSameTable(table.names.getFirst(), tables)) {
                    throw unknown(name, "the sub-query has a table of the same name: '" + table.names.getFirst() + "'");
                }
                return null;
            }
        });
        return qualified.clone(name.getParserPosition());
    }

    private boolean isSameTable(String table, SqlValidatorScope tables) {
        SqlValidatorScope.ResolvedImpl here = new SqlValidatorScope.ResolvedImpl();
        SqlValidatorScope.ResolvedImpl there = new SqlValidatorScope.ResolvedImpl();
        scope.resolve(List.of(table), matcher, false, here);
        tables.resolve(List.of(table), matcher, false, there);
        return here.count() == 1 && there.count() == 1 && here.only().namespace == there.only().namespace;
    }

    private static RuntimeException unknown(SqlIdentifier name, String reason) {
        return Place.of(name).wrong(Reason.UNSUPPORTED, "column '" + name + "' is not known in a sub-query: "
                + reason + "; name it in an inner query: select … from (select …, … as " + name + " from …)");
    }
}
