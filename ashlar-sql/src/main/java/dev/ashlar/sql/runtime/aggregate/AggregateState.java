// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.sql.runtime.RowBudget;
import dev.ashlar.sql.runtime.RowKey;
import dev.ashlar.sql.runtime.SortedRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// One aggregate over the rows of a group or of a window's frame.
///
/// | functions | class | keeps |
/// |---|---|---|
/// | COUNT, SUM, MIN, FIRST, ARG_MIN … | [WindowAccumulator] | one value |
/// | VAR_POP, STDDEV_SAMP, CORR … | [MomentAccumulator] | a few numbers |
/// | STRING_AGG, QUANTILE_CONT, MODE … | [GatheringAccumulator] | all values |
///
/// DISTINCT keeps distinct values; `ORDER BY` within an aggregate keeps all rows.
abstract class AggregateState {
    private final WindowCall call;

    AggregateState(WindowCall call) {
        this.call = call;
    }

    static AggregateState of(WindowCall call, RowBudget budget) {
        AggregateState ordered = call.order().isEmpty() ? plain(call, budget) : new Ordered(call, budget);
        return call.distinct() ? new Distinct(call, ordered) : ordered;
    }

    private static AggregateState plain(WindowCall call, RowBudget budget) {
        return switch (call.function()) {
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT,
                REGR_R2 -> new MomentAccumulator(call);
            case STRING_AGG, ARRAY_AGG, QUANTILE_CONT, QUANTILE_DISC, MODE -> new GatheringAccumulator(call, budget);
            case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE, LAG, LEAD, FIRST_VALUE, LAST_VALUE,
                NTH_VALUE, COUNT, SUM, SUM0, SUM_OF_DOUBLES, SUM0_OF_DOUBLES, MIN, MAX, SINGLE_VALUE, CONSTANT, BIT_AND,
                BIT_OR, BIT_XOR, FIRST, LAST, FIRST_NOT_NULL, LAST_NOT_NULL, ARG_MIN, ARG_MAX ->
                new WindowAccumulator(call);
        };
    }

    WindowCall call() {
        return call;
    }

    /// Adds a row, unless an argument that must not be NULL is NULL.
    ///
    /// @return number of additional bytes kept
    abstract long add(Object[] row);

    /// Whether rows can be removed without a rounding error.
    boolean subtracts() {
        return false;
    }

    /// Removes a row that was added.
    void subtract(Object[] row) {
        throw new UnsupportedOperationException("not of " + call.function());
    }

    /// The result as the aggregate has it; null for NULL.
    abstract Object found();

    final Object value() {
        Object found = found();
        return found == null ? null : call.type().apply(found);
    }

    /// Whether an argument is NULL, which most aggregates skip.
    final boolean hasNull(Object[] row) {
        List<WindowCall.Argument> arguments = call.arguments();
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).of(row) == null) {
                return true;
            }
        }
        return false;
    }

    final Object argument(int index, Object[] row) {
        return call.arguments().get(index).of(row);
    }

    /// Passes different values on, once each.
    private static final class Distinct extends AggregateState {
        private static final long ENTRY_BYTES = 96;

        private final AggregateState inner;
        private final Set<RowKey> seen = new HashSet<>();

        Distinct(WindowCall call, AggregateState inner) {
            super(call);
            this.inner = inner;
        }

        @Override
        long add(Object[] row) {
            Object[] values = new Object[call().arguments().size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = argument(i, row);
            }
            boolean skipped = !call().takesNull() && hasNull(row);
            if (skipped || !seen.add(new RowKey(values))) {
                return 0;
            }
            return inner.add(row) + ENTRY_BYTES + MemoryEstimate.rowBytes(values);
        }

        @Override
        Object found() {
            return inner.found();
        }
    }

    /// Keeps rows, and aggregates them in their order.
    private static final class Ordered extends AggregateState {
        private final RowBudget budget;
        private final List<Object[]> rows = new ArrayList<>();

        Ordered(WindowCall call, RowBudget budget) {
            super(call);
            this.budget = budget;
        }

        @Override
        long add(Object[] row) {
            rows.add(row);
            return MemoryEstimate.rowBytes(row);
        }

        @Override
        Object found() {
            rows.sort(SortedRows.comparator(call().order(), budget));
            AggregateState inner = plain(call(), budget);
            for (Object[] row : rows) {
                budget.row(inner.add(row));
            }
            return inner.found();
        }
    }
}
