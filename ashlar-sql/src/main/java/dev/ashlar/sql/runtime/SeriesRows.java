// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.QueryException;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;

/// Numbers or times from one to another: `generate_series` and `range`. No rows if one of the bounds is NULL.
///
/// @param inclusive whether the series includes the end
/// @param unit      unit of the step
public record SeriesRows(boolean inclusive, Unit unit) {
    /// What is added from row to row.
    public enum Unit { NUMBER, NANOSECONDS, MONTHS }

    /// Called by generated code.
    ///
    /// @param bounds one row: start, end and step
    @SuppressWarnings("exports")
    public Enumerable<Object[]> of(Enumerable<Object[]> bounds, DataContext context) {
        RowBudget budget = (RowBudget) context.get(RowBudget.NAME);
        return OpenedRows.by(() -> {
            List<Object[]> rows = SortedRows.read(bounds);
            Object[] row = rows.getFirst();
            if (row[0] == null || row[1] == null || row[2] == null) {
                return Linq4j.emptyEnumerator();
            }
            return new Steps(number(row[0]), number(row[1]), number(row[2]), budget);
        });
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }

    private final class Steps implements Enumerator<Object[]> {
        private final long end;
        private final long step;
        private final RowBudget budget;
        private long next;
        private long current;
        private boolean over;

        Steps(long start, long end, long step, RowBudget budget) {
            if (step == 0) {
                throw new IllegalArgumentException("the step of a series must not be 0");
            }
            next = start;
            this.end = end;
            this.step = step;
            this.budget = budget;
        }

        @Override
        public boolean moveNext() {
            budget.row(0);
            boolean within = step > 0 ? next < end : next > end;
            if (over || !within && !(inclusive && next == end)) {
                return false;
            }
            current = next;
            advance();
            return true;
        }

        private void advance() {
            try {
                next = switch (unit) {
                    case NUMBER, NANOSECONDS -> Math.addExact(next, step);
                    case MONTHS -> Nanos.plusMonths(next, step);
                };
            } catch (ArithmeticException | QueryException _) {
                // The next one is beyond all numbers, and so beyond the end.
                over = true;
            }
        }

        @Override
        public Object[] current() {
            return new Object[] {current};
        }

        @Override
        public void reset() {
            throw new UnsupportedOperationException("a series is read once");
        }

        @Override
        public void close() {
            over = true;
        }
    }
}
