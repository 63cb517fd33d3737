// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.problem.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlStarReplace;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Util;

/// `* EXCLUDE (a)` and `* REPLACE (e AS a)` over joins with USING and NATURAL joins, whose columns Calcite moves to the
/// front by the places that they have before some are left out.
final class JoinedStar {
    /// Gives the columns of `*`.
    private final UnaryOperator<SqlNodeList> all;

    JoinedStar(UnaryOperator<SqlNodeList> all) {
        this.all = all;
    }

    /// @param items of SELECT
    SqlNodeList in(SqlNodeList items, SqlSelect select) {
        boolean concerned = isCommon(select.getFrom()) && items.stream().anyMatch(item -> item instanceof SqlStarExclude
                || item instanceof SqlStarReplace);
        if (!concerned) {
            return items;
        }
        SqlNodeList expanded = new SqlNodeList(items.getParserPosition());
        for (SqlNode item : items) {
            switch (item) {
                case SqlStarExclude star when star.getStarIdentifier().names.size() == 1 ->
                    expanded.addAll(without(columns(star.getStarIdentifier()), star.getExcludeList()));
                case SqlStarReplace star when star.getStarIdentifier().names.size() == 1 ->
                    expanded.addAll(replaced(columns(star.getStarIdentifier()), star.getReplaceList()));
                default -> expanded.add(item);
            }
        }
        return expanded;
    }

    private static boolean isCommon(SqlNode from) {
        return from instanceof SqlJoin join && (join.getConditionType() == JoinConditionType.USING || join.isNatural()
                || isCommon(join.getLeft()) || isCommon(join.getRight()));
    }

    private List<SqlNode> columns(SqlIdentifier star) {
        return new ArrayList<>(all.apply(SqlNodeList.of(star)).getList());
    }

    private static List<SqlNode> without(List<SqlNode> columns, SqlNodeList names) {
        for (SqlNode name : names) {
            if (!columns.removeIf(column -> isNamed(column, (SqlIdentifier) name))) {
                throw absent((SqlIdentifier) name);
            }
        }
        return columns;
    }

    private static List<SqlNode> replaced(List<SqlNode> columns, SqlNodeList replacements) {
        for (SqlNode replacement : replacements) {
            SqlIdentifier name = ((SqlCall) replacement).operand(1);
            if (columns.stream().noneMatch(column -> isNamed(column, name))) {
                throw absent(name);
            }
            columns.replaceAll(column -> isNamed(column, name) ? SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO,
                    ((SqlCall) replacement).<SqlNode>operand(0), name) : column);
        }
        return columns;
    }

    /// Whether a column of `*` has a name in its table; the same name of another table has a number in the result.
    private static boolean isNamed(SqlNode column, SqlIdentifier name) {
        SqlNode expression = column.getKind() == SqlKind.AS ? ((SqlCall) column).operand(0) : column;
        SqlIdentifier found = expression instanceof SqlIdentifier identifier ? identifier
                : ((SqlCall) column).operand(1);
        boolean table = name.isSimple() || found.names.size() > 1
                && found.names.get(found.names.size() - 2).equalsIgnoreCase(name.names.get(name.names.size() - 2));
        return table && Util.last(found.names).equalsIgnoreCase(Util.last(name.names));
    }

    private static RuntimeException absent(SqlIdentifier name) {
        return Place.of(name).wrong(Reason.INVALID, "* has no column '" + name + "'");
    }
}
