// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.planning;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Window;

/// Rejects row values such as `(a, b)` where equal values must be found: operators compare them as objects.
final class RowValues {
    private RowValues() {
    }

    static void require(RelNode node) {
        boolean compared = switch (node) {
            case Aggregate aggregate -> aggregate.getGroupSet().asList().stream().anyMatch(key -> isRow(aggregate, key))
                    || aggregate.getAggCallList().stream().anyMatch(call -> isCompared(aggregate, call));
            case SetOp set -> !set.all && set.getRowType().getFieldList().stream().anyMatch(column ->
                    column.getType().isStruct());
            case Sort sort -> sort.getCollation().getKeys().stream().anyMatch(key -> isRow(sort, key));
            case Window window -> window.groups.stream().anyMatch(group -> group.keys.asList().stream().anyMatch(key ->
                    isRow(window, key)) || group.orderKeys.getKeys().stream().anyMatch(key -> isRow(window, key)));
            default -> false;
        };
        if (compared) {
            throw new QueryException(Reason.UNSUPPORTED, "rows (a, b) cannot be grouped, counted or ordered; write "
                    + "their columns: group by a, b, or count(*) from (select distinct a, b from t)");
        }
        node.getInputs().forEach(RowValues::require);
    }

    private static boolean isCompared(Aggregate aggregate, AggregateCall call) {
        boolean compares = call.isDistinct() || switch (call.getAggregation().getKind()) {
            case COUNT, ANY_VALUE, SINGLE_VALUE, COLLECT -> false;
            default -> true;
        };
        return compares && call.getArgList().stream().anyMatch(argument -> isRow(aggregate, argument));
    }

    private static boolean isRow(RelNode node, int column) {
        return node.getInput(0).getRowType().getFieldList().get(column).getType().isStruct();
    }
}
