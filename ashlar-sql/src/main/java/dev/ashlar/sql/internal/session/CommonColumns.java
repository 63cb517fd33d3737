// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.problem.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorUtil;

/// Resolves columns of USING and NATURAL joins, which several tables have. An unqualified name means the column of the
/// left side; for a RIGHT JOIN, that of the right side; for a FULL JOIN, whichever is not NULL. Calcite supports this
/// only for two tables and in SELECT.
final class CommonColumns extends SqlShuttle {
    private final SqlSelect select;
    private final SqlValidatorScope scope;
    private final SqlNameMatcher matcher;

    /// @param scope of the tables
    CommonColumns(SqlSelect select, SqlValidatorScope scope, SqlNameMatcher matcher) {
        this.select = select;
        this.scope = scope;
        this.matcher = matcher;
    }

    /// Qualifies them in SELECT, GROUP BY, HAVING, QUALIFY and ORDER BY.
    void qualify() {
        if (!(select.getFrom() instanceof SqlJoin)) {
            return;
        }
        if (select.getOrderList() != null) {
            select.getOrderList().replaceAll(key -> isSelected(key) ? key : key.accept(this));
        }
        select.getSelectList().replaceAll(this::item);
        select.getWindowList().replaceAll(window -> window.accept(this));
        if (select.getGroup() != null) {
            select.getGroup().replaceAll(key -> key.accept(this));
        }
        if (select.getHaving() != null) {
            select.setHaving(select.getHaving().accept(this));
        }
        if (select.getQualify() != null) {
            select.setQualify(select.getQualify().accept(this));
        }
    }

    /// A column of SELECT keeps its name.
    private SqlNode item(SqlNode item) {
        SqlNode found = item.accept(this);
        return found == item || !(item instanceof SqlIdentifier name) ? found
                : SqlStdOperatorTable.AS.createCall(name.getParserPosition(), found, name);
    }

    /// Whether a key of ORDER BY is a column of SELECT.
    private boolean isSelected(SqlNode key) {
        return switch (key.getKind()) {
            case DESCENDING, NULLS_FIRST, NULLS_LAST -> isSelected(((SqlCall) key).operand(0));
            case IDENTIFIER -> select.getSelectList().stream().anyMatch(item -> {
                String name = SqlValidatorUtil.alias(item);
                return name != null && name.equalsIgnoreCase(((SqlIdentifier) key).names.getLast())
                        || item instanceof SqlIdentifier column && column.isStar();
            });
            default -> false;
        };
    }

    @Override
    public SqlNode visit(SqlIdentifier name) {
        if (!name.isSimple() || !(select.getFrom() instanceof SqlJoin from) || !isCommon(from, name.getSimple())) {
            return name;
        }
        Map<String, SqlNode> tables = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        scope.findQualifyingTableNames(name.getSimple(), name, matcher).keySet().forEach(table -> tables.put(table,
                new SqlIdentifier(List.of(table, name.getSimple()), name.getParserPosition())));
        List<List<SqlNode>> columns = columns(from, name.getSimple(), tables);
        if (columns.size() > 1) {
            throw Place.of(name).wrong(Reason.INVALID, "column '" + name + "' is ambiguous; qualify it with its table: "
                    + columns.getLast().getFirst());
        }
        return columns.isEmpty() ? name : columns.getFirst().size() == 1 ? columns.getFirst().getFirst()
                : SqlStdOperatorTable.COALESCE.createCall(name.getParserPosition(), columns.getFirst());
    }

    @Override
    public SqlNode visit(SqlCall call) {
        if (call.getKind() == SqlKind.AS) {
            SqlNode expression = call.<SqlNode>operand(0).accept(this);
            return expression == call.operand(0) ? call : SqlStdOperatorTable.AS.createCall(call.getParserPosition(),
                    expression, call.operand(1));
        }
        boolean star = call.getKind() == SqlKind.OTHER && !(call instanceof SqlBasicCall);
        return call.isA(SqlKind.QUERY) || star ? call : super.visit(call);
    }

    /// The columns of tables that have a name.
    static List<SqlNode> qualified(SqlIdentifier name, SqlValidatorScope scope, SqlNameMatcher matcher) {
        return scope.findQualifyingTableNames(name.getSimple(), name, matcher).keySet().stream()
                .<SqlNode>map(table -> new SqlIdentifier(List.of(table, name.getSimple()), name.getParserPosition()))
                .toList();
    }

    /// Rejects a join that compares a column of a FULL or RIGHT JOIN by its name: Calcite compares that of the first
    /// table.
    static void require(SqlJoin join) {
        boolean using = join.getConditionType() == JoinConditionType.USING;
        List<String> columns = using ? ((SqlNodeList) join.getCondition()).stream().map(name -> ((SqlIdentifier) name)
                .getSimple()).toList() : List.of("");
        if ((using || join.isNatural()) && Stream.of(join.getLeft(), join.getRight()).anyMatch(side -> columns.stream()
                .anyMatch(column -> isOfBoth(side, column)))) {
            throw Place.of(join.getConditionTypeNode()).wrong(Reason.UNSUPPORTED, "columns of a FULL or RIGHT JOIN with "
                    + "USING cannot be joined by USING again; write on coalesce(a.k, b.k) = c.k");
        }
    }

    /// @param column empty for all
    private static boolean isOfBoth(SqlNode from, String column) {
        return from instanceof SqlJoin join && (join.getJoinType().generatesNullsOnLeft() && (isOf(join, column)
                || column.isEmpty() && join.getConditionType() == JoinConditionType.USING)
                || isOfBoth(join.getLeft(), column) || isOfBoth(join.getRight(), column));
    }

    private static boolean isCommon(SqlNode from, String column) {
        return from instanceof SqlJoin join && (isOf(join, column) || isCommon(join.getLeft(), column)
                || isCommon(join.getRight(), column));
    }

    /// Whether a join compares a column by its name.
    private static boolean isOf(SqlJoin join, String column) {
        boolean using = join.getConditionType() == JoinConditionType.USING
                && ((SqlNodeList) join.getCondition()).stream()
                .anyMatch(name -> ((SqlIdentifier) name).getSimple().equalsIgnoreCase(column));
        return using || join.isNatural();
    }

    /// The columns that the name means: of each, those of which one is not NULL.
    ///
    /// @param tables that have such a column, with it
    private static List<List<SqlNode>> columns(SqlNode from, String column, Map<String, SqlNode> tables) {
        if (!(from instanceof SqlJoin join)) {
            String table = SqlValidatorUtil.alias(from);
            return table == null || !tables.containsKey(table) ? List.of() : List.of(List.of(tables.get(table)));
        }
        List<List<SqlNode>> left = columns(join.getLeft(), column, tables);
        List<List<SqlNode>> right = columns(join.getRight(), column, tables);
        List<List<SqlNode>> all = new ArrayList<>(left);
        all.addAll(right);
        if (!isOf(join, column) || left.size() != 1 || right.size() != 1) {
            return all;
        }
        return switch (join.getJoinType()) {
            case FULL -> List.of(all.stream().flatMap(List::stream).toList());
            case RIGHT -> right;
            default -> left;
        };
    }
}
