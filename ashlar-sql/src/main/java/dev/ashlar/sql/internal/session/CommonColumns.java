// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
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

/// Columns of USING and of NATURAL joins, which several tables have: without a table they mean the one that is not
/// NULL. Calcite knows that in SELECT and ORDER BY.
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

    /// Qualifies them in GROUP BY, HAVING and QUALIFY.
    void qualify() {
        if (!(select.getFrom() instanceof SqlJoin)) {
            return;
        }
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

    @Override
    public SqlNode visit(SqlIdentifier name) {
        if (!name.isSimple() || !isCommon(select.getFrom(), name.getSimple())) {
            return name;
        }
        List<SqlNode> columns = qualified(name, scope, matcher);
        return columns.size() < 2 ? name
                : SqlStdOperatorTable.COALESCE.createCall(name.getParserPosition(), columns);
    }

    @Override
    public SqlNode visit(SqlCall call) {
        return call.isA(SqlKind.QUERY) ? call : super.visit(call);
    }

    /// The columns of tables that have a name.
    static List<SqlNode> qualified(SqlIdentifier name, SqlValidatorScope scope, SqlNameMatcher matcher) {
        return scope.findQualifyingTableNames(name.getSimple(), name, matcher).keySet().stream()
                .<SqlNode>map(table -> new SqlIdentifier(List.of(table, name.getSimple()), name.getParserPosition()))
                .toList();
    }

    private static boolean isCommon(SqlNode from, String column) {
        if (!(from instanceof SqlJoin join)) {
            return false;
        }
        boolean using = join.getConditionType() == JoinConditionType.USING
                && ((SqlNodeList) join.getCondition()).stream()
                .anyMatch(name -> ((SqlIdentifier) name).getSimple().equalsIgnoreCase(column));
        return using || join.isNatural() || isCommon(join.getLeft(), column) || isCommon(join.getRight(), column);
    }
}
