// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.sql.runtime.RowBudget;

/// An aggregate over the frames of successive rows. Rows that enter the frame are added. Exact numbers that leave it
/// are subtracted; otherwise the aggregate is recomputed from the start of the frame.
final class WindowAggregate implements WindowFunction {
    private final WindowCall call;
    private final WindowPartition partition;
    private final WindowFrame.Bounds bounds;
    private final RowBudget budget;
    private AggregateState accumulator;
    private int begin;
    private int end;

    WindowAggregate(WindowCall call, WindowPartition partition, WindowFrame.Bounds bounds, RowBudget budget) {
        this.call = call;
        this.partition = partition;
        this.bounds = bounds;
        this.budget = budget;
        accumulator = AggregateState.of(call, budget);
    }

    @Override
    public Object at(int row) {
        boolean grows = bounds.seesAll() && bounds.begin() == begin && bounds.end() >= end;
        boolean slides = bounds.seesAll() && accumulator.subtracts() && bounds.begin() >= begin
                && bounds.begin() <= end && bounds.end() >= end;
        if (slides) {
            for (; begin < bounds.begin(); begin++) {
                accumulator.subtract(partition.row(begin));
            }
        } else if (!grows) {
            begin = bounds.begin();
            end = begin;
            accumulator = AggregateState.of(call, budget);
        }
        for (; end < bounds.end(); end++) {
            budget.row(0);
            if (bounds.sees(end)) {
                // What is kept of one frame is given back with the next, so it is not added up.
                accumulator.add(partition.row(end));
            }
        }
        return accumulator.value();
    }
}
