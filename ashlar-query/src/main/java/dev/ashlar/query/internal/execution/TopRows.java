// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.query.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Sorts the rows of a result and discards rows beyond its limit as it goes. Sorting many rows takes long, so the
/// budget is checked meanwhile.
///
/// **Threading**: one thread.
public final class TopRows {
    /// Rows kept in addition to the best before they are sorted and cut.
    private static final int LEAST_SPARE = 1024;

    private final Plan plan;
    private final QueryBudget budget;
    private final RowOrder order;
    private final Comparator<Object[]> bounded;
    private final long keep;
    private List<Object[]> rows = new ArrayList<>();
    private Object[] worst;
    private int compared;

    public TopRows(Plan plan, QueryBudget budget) {
        this.plan = plan;
        this.budget = budget;
        order = new RowOrder(plan.order(), plan.columns());
        bounded = (left, right) -> {
            tick();
            return order.compare(left, right);
        };
        keep = plan.limit() > Long.MAX_VALUE - plan.offset() ? Long.MAX_VALUE : plan.limit() + plan.offset();
    }

    public void add(Object[] row) {
        if (plan.order().isEmpty() && rows.size() >= keep) {
            return;
        }
        tick();
        budget.reserve(MemoryEstimate.rowBytes(row));
        rows.add(row);
        if (keep < Integer.MAX_VALUE / 4 && rows.size() > 2 * keep + LEAST_SPARE) {
            cut();
        }
    }

    private void tick() {
        if (++compared % QueryBudget.INTERVAL_ROWS == 0) {
            budget.check();
        }
    }

    private static long bytes(List<Object[]> several) {
        return several.stream().mapToLong(MemoryEstimate::rowBytes).sum();
    }

    /// Sorting is stable, and what is cut came later or is greater: what is left is as if all had been sorted at once.
    private void cut() {
        rows.sort(bounded);
        int kept = (int) Math.min(keep, rows.size());
        budget.release(bytes(rows.subList(kept, rows.size())));
        rows = new ArrayList<>(rows.subList(0, kept));
        worst = kept == keep && kept > 0 ? rows.getLast() : null;
    }

    /// The last of the rows that are kept: none that comes after it is any longer. Null as long as there is room.
    public Object[] worst() {
        return worst;
    }

    /// In order, without those that the plan's offset leaves out.
    public List<Object[]> rows() {
        budget.check();
        if (!plan.order().isEmpty()) {
            rows.sort(bounded);
        }
        int from = (int) Math.min(plan.offset(), rows.size());
        int to = (int) Math.min(keep, rows.size());
        return rows.subList(from, Math.max(from, to));
    }

    /// Moves the best rows, in the order in which they came as far as they are equal.
    public void moveTo(TopRows other) {
        cut();
        budget.release(bytes(rows));
        rows.forEach(other::add);
        rows = new ArrayList<>();
    }
}
