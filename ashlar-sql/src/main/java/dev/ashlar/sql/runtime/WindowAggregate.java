// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

/// An aggregate over the frames of successive rows. Rows that enter the frame are added. Exact numbers that leave it
/// are subtracted; all else is recomputed from the start of the frame.
final class WindowAggregate implements WindowFunction {
    private final WindowCall call;
    private final WindowPartition partition;
    private final WindowFrame.Bounds bounds;
    private final RowBudget budget;
    private WindowAccumulator accumulator;
    private int begin;
    private int end;

    WindowAggregate(WindowCall call, WindowPartition partition, WindowFrame.Bounds bounds, RowBudget budget) {
        this.call = call;
        this.partition = partition;
        this.bounds = bounds;
        this.budget = budget;
        accumulator = new WindowAccumulator(call);
    }

    @Override
    public Object at(int row) {
        boolean grows = bounds.seesAll() && bounds.begin() == begin && bounds.end() >= end;
        boolean slides = bounds.seesAll() && WindowAccumulator.subtracts(call) && bounds.begin() >= begin
                && bounds.begin() <= end && bounds.end() >= end;
        if (slides) {
            for (; begin < bounds.begin(); begin++) {
                accumulator.subtract(partition.row(begin));
            }
        } else if (!grows) {
            begin = bounds.begin();
            end = begin;
            accumulator = new WindowAccumulator(call);
        }
        for (; end < bounds.end(); end++) {
            budget.row(0);
            if (bounds.sees(end)) {
                accumulator.add(partition.row(end));
            }
        }
        return accumulator.value();
    }
}
