// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlStarReplace;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;

/// Counts the columns of queries before they are checked, because `select *, * from (select *, * from …)` doubles them
/// with each level.
///
/// @param tables number of columns of a table or of a query of `WITH`, by name in lower case
record StatementColumns(Map<String, Integer> tables) {
    /// Columns of a query, about; 1 of what is none.
    ///
    /// @throws dev.ashlar.sql.SqlException if they are too many, of it or of one within it
    int of(SqlNode query) {
        int columns = switch (query) {
            case SqlSelect select -> ofSelect(select);
            case SqlOrderBy order -> of(order.query);
            case SqlWith with -> ofWith(with);
            case SqlBasicCall call when call.getKind() == SqlKind.EXPLICIT_TABLE -> ofFrom(call.operand(0));
            case SqlBasicCall call when SqlKind.SET_QUERY.contains(call.getKind()) -> {
                int most = 1;
                for (SqlNode operand : call.getOperandList()) {
                    most = Math.max(most, of(operand));
                }
                yield most;
            }
            default -> 1;
        };
        StatementBounds.requireColumns(columns);
        return columns;
    }

    private int ofWith(SqlWith with) {
        Map<String, Integer> known = new HashMap<>(tables);
        for (SqlNode item : with.withList) {
            SqlWithItem query = (SqlWithItem) item;
            known.put(lower(query.name.getSimple()), new StatementColumns(known).of(query.query));
        }
        return new StatementColumns(known).of(with.body);
    }

    private int ofSelect(SqlSelect select) {
        Map<String, Integer> sources = new LinkedHashMap<>();
        if (select.getFrom() != null) {
            sources(select.getFrom(), sources);
        }
        for (SqlNode part : select.getOperandList()) {
            if (part != null && part != select.getFrom()) {
                within(part);
            }
        }
        long columns = 0;
        for (SqlNode item : select.getSelectList()) {
            columns += !ColumnNames.isStar(item) ? 1 : starred(switch (item) {
                case SqlStarExclude exclude -> exclude.getStarIdentifier();
                case SqlStarReplace replace -> replace.getStarIdentifier();
                default -> (SqlIdentifier) item;
            }, sources);
        }
        return (int) Math.min(Integer.MAX_VALUE, columns);
    }

    /// Looks at the queries within an expression.
    private void within(SqlNode part) {
        if (part.isA(SqlKind.QUERY)) {
            of(part);
        } else if (part instanceof SqlNodeList list) {
            list.stream().filter(Objects::nonNull).forEach(this::within);
        } else if (part instanceof SqlCall call) {
            call.getOperandList().stream().filter(Objects::nonNull).forEach(this::within);
        }
    }

    private static long starred(SqlIdentifier star, Map<String, Integer> sources) {
        List<String> names = star.names;
        Integer one = names.size() < 2 ? null : sources.get(lower(names.get(names.size() - 2)));
        return one != null ? one : sources.values().stream().mapToLong(Integer::longValue).sum();
    }

    /// Puts in what is selected from, by its name.
    private void sources(SqlNode from, Map<String, Integer> to) {
        if (from instanceof SqlJoin join) {
            sources(join.getLeft(), to);
            sources(join.getRight(), to);
        } else if (from.getKind() == SqlKind.AS && from instanceof SqlBasicCall call
                && call.operand(1) instanceof SqlIdentifier alias) {
            to.put(lower(alias.getSimple()), ofFrom(call.operand(0)));
        } else if (from instanceof SqlCall call && !from.isA(SqlKind.QUERY)) {
            // LATERAL, UNNEST and the like.
            call.getOperandList().stream().filter(Objects::nonNull).forEach(operand -> sources(operand, to));
        } else {
            String name = from instanceof SqlIdentifier table ? lower(table.names.getLast()) : "$" + to.size();
            to.put(name, ofFrom(from));
        }
    }

    private int ofFrom(SqlNode from) {
        return from instanceof SqlIdentifier table ? tables.getOrDefault(lower(table.names.getLast()), 1) : of(from);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
