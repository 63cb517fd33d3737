// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.sql.runtime.RowBudget;
import dev.ashlar.sql.runtime.ValueOrder;
import java.util.ArrayDeque;
import java.util.Deque;

/// The least or greatest value of successive frames, with a constant number of comparisons per row: rows that a later
/// row beats are discarded.
///
/// Invariant: the places in the queue ascend, and their values get worse from the first to the last.
final class SlidingExtreme implements WindowFunction {
    private final WindowCall call;
    private final WindowPartition partition;
    private final WindowFrame.Bounds bounds;
    private final RowBudget budget;
    private final Deque<Integer> candidates = new ArrayDeque<>();
    private int begin;
    private int end;

    /// @param bounds whose frames have all rows between them
    SlidingExtreme(WindowCall call, WindowPartition partition, WindowFrame.Bounds bounds, RowBudget budget) {
        this.call = call;
        this.partition = partition;
        this.bounds = bounds;
        this.budget = budget;
    }

    @Override
    public Object at(int row) {
        if (bounds.begin() < begin || bounds.end() < end || bounds.begin() > end) {
            candidates.clear();
            end = bounds.begin();
        }
        begin = bounds.begin();
        for (; end < bounds.end(); end++) {
            budget.row(0);
            Object value = value(end);
            if (value != null) {
                while (!candidates.isEmpty() && !outdoes(value(candidates.getLast()), value)) {
                    candidates.removeLast();
                }
                candidates.addLast(end);
            }
        }
        while (!candidates.isEmpty() && candidates.getFirst() < begin) {
            candidates.removeFirst();
        }
        return candidates.isEmpty() ? null : call.type().apply(value(candidates.getFirst()));
    }

    private Object value(int row) {
        return call.arguments().getFirst().of(partition.row(row));
    }

    private boolean outdoes(Object earlier, Object later) {
        int order = ValueOrder.values(earlier, later);
        return call.function() == WindowCall.Function.MIN ? order < 0 : order > 0;
    }
}
