// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.dialect.Dialect;
import dev.ashlar.sql.internal.problem.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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

/// `* EXCLUDE (a)` and `* REPLACE (e AS a)` where Calcite does not support them:
///
/// - over joins with USING and NATURAL joins, whose columns Calcite moves to the front by their positions before
///   columns are excluded;
/// - `* EXCLUDE (a) REPLACE (e AS b)`, which [#EXCLUDED] marks.
///
/// @param all gives the columns of `*`
record JoinedStar(UnaryOperator<SqlNodeList> all) {
    /// In the place of the expression of a column that a star with REPLACE leaves out.
    private static final String EXCLUDED = Dialect.EXCLUDED;

    /// @param items of SELECT
    SqlNodeList in(SqlNodeList items, SqlSelect select) {
        boolean common = isCommon(select.getFrom());
        if (items.stream().noneMatch(item -> item instanceof SqlStarExclude || item instanceof SqlStarReplace)) {
            return items;
        }
        SqlNodeList expanded = new SqlNodeList(items.getParserPosition());
        for (SqlNode item : items) {
            switch (item) {
                case SqlStarExclude star when common && star.getStarIdentifier().names.size() == 1 ->
                    expanded.addAll(without(columns(star.getStarIdentifier()), star.getExcludeList().getList()));
                case SqlStarReplace star when common && star.getStarIdentifier().names.size() == 1
                        || star.getReplaceList().stream().anyMatch(JoinedStar::isExcluded) ->
                    expanded.addAll(replaced(columns(star.getStarIdentifier()), star.getReplaceList()));
                default -> expanded.add(item);
            }
        }
        return expanded;
    }

    private static boolean isExcluded(SqlNode replacement) {
        return ((SqlCall) replacement).operand(0) instanceof SqlIdentifier name && name.isSimple()
                && name.getSimple().equals(EXCLUDED);
    }

    private static boolean isCommon(SqlNode from) {
        return from instanceof SqlJoin join && (join.getConditionType() == JoinConditionType.USING || join.isNatural()
                || isCommon(join.getLeft()) || isCommon(join.getRight()));
    }

    private List<SqlNode> columns(SqlIdentifier star) {
        return new ArrayList<>(all.apply(SqlNodeList.of(star)).getList());
    }

    private static List<SqlNode> without(List<SqlNode> columns, List<SqlNode> names) {
        for (SqlNode name : names) {
            if (!columns.removeIf(column -> isNamed(column, (SqlIdentifier) name))) {
                throw absent((SqlIdentifier) name);
            }
        }
        if (columns.isEmpty()) {
            throw Place.of(names.getFirst()).wrong(Reason.INVALID, "EXCLUDE leaves no column");
        }
        return columns;
    }

    private static List<SqlNode> replaced(List<SqlNode> all, SqlNodeList replacements) {
        List<SqlNode> columns = without(all, replacements.stream().filter(JoinedStar::isExcluded)
                .map(excluded -> ((SqlCall) excluded).<SqlNode>operand(1)).toList());
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (SqlNode replacement : replacements) {
            if (isExcluded(replacement)) {
                continue;
            }
            SqlIdentifier name = ((SqlCall) replacement).operand(1);
            if (columns.stream().noneMatch(column -> isNamed(column, name))) {
                throw absent(name);
            }
            if (!names.add(Util.last(name.names))) {
                throw Place.of(name).wrong(Reason.INVALID, "REPLACE has a column twice: '" + name + "'");
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
        return Place.of(name).wrong(Reason.INVALID, "* has no column '" + name + "', or EXCLUDE removes it");
    }
}
