// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.MaterializedResult;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.parts.SharedScan.Collector;
import dev.ashlar.query.internal.parts.SharedScan.PartQuestion;
import dev.ashlar.query.internal.parts.SharedScan.Ready;
import dev.ashlar.query.internal.scan.TopScan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Finds the first rows of an order over parts that are read together: the worst row kept so far also excludes rows of
/// later parts. Only rows that may be among the first are read whole.
///
/// @param most  number of rows requested
/// @param taker receives the rows of the whole result; of equal rows, those of earlier parts come first
record SharedTop(long most, Consumer<Object[]> taker) implements SharedScan.Question {
    /// Rows of a part.
    ///
    /// @param keys by which all rows are ordered, in the part: what is constant there orders rows of different parts
    private record Rows(Plan plan, List<PartPlan.Slot> keys) implements PartQuestion {
        @Override
        public boolean isLike(PartQuestion other) {
            return other instanceof Rows rows && keys.equals(rows.keys);
        }
    }

    @Override
    public PartQuestion of(PartPlan part) {
        return new Rows(part.rows(most), part.orderKeys());
    }

    @Override
    public Collector begin(Ready first, QueryBudget spent) {
        Plan plan = first.question().orElseThrow().plan();
        TopScan scan = new TopScan(plan, first.kernels().orElseThrow().kernels(), spent);
        int threads = first.kernels().get().threads();
        List<Object[]> rows = new ArrayList<>();
        return new Collector() {
            @Override
            public void add(List<Ready> parts) {
                for (TopScan.Found found : scan.add(parts.stream().map(ready -> ready.snapshot().orElseThrow())
                        .toList(), threads)) {
                    MaterializedResult row = new MaterializedResult(plan, List.<Object[]>of(found.row()));
                    row.next();
                    rows.add(parts.get(found.table()).opened().plan().orElseThrow().row(row));
                }
            }

            @Override
            public void finish() {
                rows.forEach(taker);
            }
        };
    }
}
