// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Util;

/// Qualifies columns of tables whose names are also aliases in SELECT: `SELECT -k AS k … ORDER BY -k` means the column
/// of the table, as in PostgreSQL and DuckDB, whereas Calcite would use the alias. These columns are qualified:
///
/// | where | which |
/// |---|---|
/// | SELECT, GROUP BY, QUALIFY | all |
/// | arguments of aggregates in HAVING and ORDER BY | all |
/// | other expressions of ORDER BY | all, but with GROUP BY only those that are grouped by |
/// | ORDER BY of a name alone | none: it is the column of SELECT |
final class ShadowedColumns {
    private final SqlSelect select;
    private final SqlValidatorScope scope;
    private final SqlNameMatcher matcher;
    private final CommonColumns common;
    private final Set<String> aliases = new HashSet<>();
    private final Set<String> grouped = new HashSet<>();

    /// @param scope of the tables
    ShadowedColumns(SqlSelect select, SqlValidatorScope scope, SqlNameMatcher matcher) {
        this.select = select;
        this.scope = scope;
        this.matcher = matcher;
        common = new CommonColumns(select, scope, matcher);
        for (SqlNode item : select.getSelectList()) {
            if (item.getKind() == SqlKind.AS && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
                    && !(((SqlCall) item).operand(0) instanceof SqlIdentifier column
                    && Util.last(column.names).equalsIgnoreCase(alias.getSimple()))) {
                aliases.add(lower(alias));
            }
        }
        if (select.getGroup() != null) {
            new Columns(true) {
                @Override
                public SqlNode visit(SqlIdentifier name) {
                    grouped.add(lower(name));
                    return name;
                }
            }.all(select.getGroup());
        }
    }

    private static String lower(SqlIdentifier name) {
        return Util.last(name.names).toLowerCase(Locale.ROOT);
    }

    /// Qualifies them in place.
    ///
    /// @param aggregates whether the query has aggregates
    void qualify(boolean aggregates) {
        if (aliases.isEmpty()) {
            return;
        }
        Columns everywhere = new Columns(true);
        Columns inAggregates = new Columns(false);
        everywhere.all(select.getSelectList());
        everywhere.all(select.getGroup());
        if (select.getHaving() != null) {
            select.setHaving(select.getHaving().accept(inAggregates));
        }
        if (select.getQualify() != null) {
            select.setQualify(select.getQualify().accept(everywhere));
        }
        if (select.getOrderList() != null) {
            Columns keys = aggregates ? inAggregates : everywhere;
            select.getOrderList().replaceAll(key -> isName(key) ? key : key.accept(keys));
        }
    }

    private static boolean isName(SqlNode key) {
        return switch (key.getKind()) {
            case DESCENDING, NULLS_FIRST, NULLS_LAST -> isName(((SqlCall) key).operand(0));
            default -> key instanceof SqlIdentifier;
        };
    }

    private class Columns extends SqlShuttle {
        private final boolean everywhere;
        private boolean inAggregate;

        Columns(boolean everywhere) {
            this.everywhere = everywhere;
        }

        void all(SqlNodeList nodes) {
            if (nodes != null) {
                nodes.replaceAll(node -> node.accept(this));
            }
        }

        @Override
        public SqlNode visit(SqlIdentifier name) {
            boolean meant = everywhere || inAggregate || grouped.contains(lower(name));
            return meant && name.isSimple() && aliases.contains(lower(name)) ? qualified(name) : name;
        }

        @Override
        public SqlNode visit(SqlCall call) {
            if (call.isA(SqlKind.QUERY)) {
                return call;
            }
            if (call.getKind() == SqlKind.AS) {
                SqlNode expression = call.<SqlNode>operand(0).accept(this);
                Stream<SqlNode> names = call.getOperandList().stream().skip(1);
                return expression == call.operand(0) ? call : SqlStdOperatorTable.AS.createCall(
                        call.getParserPosition(), Stream.concat(Stream.of(expression), names).toList());
            }
            boolean before = inAggregate;
            inAggregate |= call.getOperator() instanceof SqlFunction function && function.isAggregator();
            SqlNode visited = super.visit(call);
            inAggregate = before;
            return visited;
        }
    }

    private SqlNode qualified(SqlIdentifier name) {
        List<SqlNode> columns = CommonColumns.qualified(name, scope, matcher);
        return columns.size() == 1 ? columns.getFirst() : common.visit(name);
    }
}
