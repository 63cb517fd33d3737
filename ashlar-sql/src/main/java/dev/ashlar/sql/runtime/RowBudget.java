// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.MemoryEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.EnumerableDefaults;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.function.EqualityComparer;
import org.apache.calcite.linq4j.function.Function0;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.function.Function2;
import org.apache.calcite.linq4j.function.Functions;

/// Limits the time and memory of Calcite's operators, which have no limits themselves: this class counts rows and
/// groups, and all loops of generated code call [#tick].
public abstract class RowBudget {
    /// Name of the budget in a query's context.
    public static final String NAME = "ashlarRowBudget";

    /// A query context that holds the budget: looking it up by name is too slow for every row.
    public interface Owner {
        RowBudget rowBudget();
    }

    protected RowBudget() { }

    /// Counts a row or an iteration of a loop.
    ///
    /// @param keptBytes approximate bytes of the row that are kept until the end of the query
    /// @throws dev.ashlar.query.QueryException if the query was cancelled or exceeds a limit
    public abstract void row(long keptBytes);

    private static RowBudget of(DataContext context) {
        return ((Owner) context).rowBudget();
    }

    /// Called by generated code.
    @SuppressWarnings("exports")
    public static void tick(DataContext context) {
        of(context).row(0);
    }

    /// Called by generated code.
    ///
    /// @param keptColumns number of columns of the rows that the consuming operator keeps; negative if it keeps none
    @SuppressWarnings("exports")
    public static <T> Enumerable<T> over(Enumerable<T> rows, DataContext context, int keptColumns) {
        RowBudget budget = of(context);
        return OpenedRows.by(() -> keptColumns < 0 ? new Passing<>(rows.enumerator(), budget)
                : new Kept<>(rows.enumerator(), budget, keptColumns));
    }

    /// Called by generated code: computes rows once that are read repeatedly.
    @SuppressWarnings("exports")
    public static <T> Enumerable<T> kept(Enumerable<T> rows, DataContext context, int keptColumns) {
        RowBudget budget = of(context);
        return new AbstractEnumerable<>() {
            private List<T> read;

            @Override
            public Enumerator<T> enumerator() {
                if (read == null) {
                    List<T> all = new ArrayList<>();
                    try (Enumerator<T> each = new Kept<>(rows.enumerator(), budget, keptColumns)) {
                        while (each.moveNext()) {
                            all.add(each.current());
                        }
                    }
                    read = all;
                }
                return new Passing<>(Linq4j.enumerator(read), budget);
            }
        };
    }

    /// Called by generated code in the place of the operator.
    @SuppressWarnings("exports")
    public static <T, K, A, R> Enumerable<R> groupBy(Enumerable<T> rows, Function1<T, K> key, Function0<A> begin,
            Function2<A, T, A> add, Function2<K, A, R> end, DataContext context) {
        Groups<T, K, A> groups = new Groups<>(of(context), begin);
        return EnumerableDefaults.groupBy(rows, groups.noted(key), groups, add, end);
    }

    /// Called by generated code in the place of the operator.
    @SuppressWarnings("exports")
    public static <T, K, A, R> Enumerable<R> groupBy(Enumerable<T> rows, Function1<T, K> key, Function0<A> begin,
            Function2<A, T, A> add, Function2<K, A, R> end, EqualityComparer<K> equality, DataContext context) {
        Groups<T, K, A> groups = new Groups<>(of(context), begin);
        return EnumerableDefaults.groupBy(rows, groups.noted(key), groups, add, end, equality);
    }

    /// Called by generated code in the place of the operator.
    @SuppressWarnings("exports")
    public static <T, K, A, R> Enumerable<R> groupByMultiple(Enumerable<T> rows, List<Function1<T, K>> keys,
            Function0<A> begin, Function2<A, T, A> add, Function2<K, A, R> end, DataContext context) {
        Groups<T, K, A> groups = new Groups<>(of(context), begin);
        return EnumerableDefaults.groupByMultiple(rows, keys.stream().map(groups::noted).toList(), groups, add, end);
    }

    /// Called by generated code in the place of the operator. Results are in the order of first occurrence.
    @SuppressWarnings("exports")
    public static <T> Enumerable<T> distinct(Enumerable<T> rows, DataContext context) {
        return distinct(rows, Functions.identityComparer(), context);
    }

    /// Called by generated code in the place of the operator.
    @SuppressWarnings("exports")
    public static <T> Enumerable<T> distinct(Enumerable<T> rows, EqualityComparer<T> equality, DataContext context) {
        return groupBy(rows, row -> row, () -> Boolean.TRUE, (found, _) -> found, (row, _) -> row, equality, context);
    }

    /// @param columns of rows that are not arrays
    private static long bytes(Object row, int columns) {
        if (row instanceof Object[] values) {
            long bytes = MemoryEstimate.shortRowBytes(values.length);
            for (Object value : values) {
                bytes += beyond(value);
            }
            return bytes;
        }
        return MemoryEstimate.shortRowBytes(columns) + beyond(row);
    }

    /// Bytes of a value beyond those of a short one.
    private static long beyond(Object value) {
        return switch (value) {
            case String text -> MemoryEstimate.longTextBytes(text);
            case Object[] values -> bytes(values, 0);
            case List<?> values -> values.stream().mapToLong(each -> bytes(each, 1)).sum();
            case Map<?, ?> values -> bytes(List.copyOf(values.keySet()), 1) + bytes(List.copyOf(values.values()), 1);
            case null, default -> 0;
        };
    }

    /// Starts groups and counts their memory.
    private static final class Groups<T, K, A> implements Function0<A> {
        private final RowBudget budget;
        private final Function0<A> begin;
        private K key;

        Groups(RowBudget budget, Function0<A> begin) {
            this.budget = budget;
            this.begin = begin;
        }

        Function1<T, K> noted(Function1<T, K> selector) {
            return row -> {
                budget.row(0);
                key = selector.apply(row);
                return key;
            };
        }

        @Override
        public A apply() {
            A accumulator = begin.apply();
            int columns = accumulator instanceof Object[] values ? values.length : 1;
            budget.row(MemoryEstimate.shortRowBytes(columns) + bytes(key, 1));
            return accumulator;
        }
    }

    /// Rows that pass.
    private static class Passing<T> implements Enumerator<T> {
        private final Enumerator<T> rows;
        private final RowBudget budget;

        Passing(Enumerator<T> rows, RowBudget budget) {
            this.rows = rows;
            this.budget = budget;
        }

        RowBudget budget() {
            return budget;
        }

        @Override
        public boolean moveNext() {
            budget.row(0);
            return rows.moveNext();
        }

        @Override
        public T current() {
            return rows.current();
        }

        @Override
        public void reset() {
            rows.reset();
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    /// Rows that are kept; each is computed once, when it is counted.
    private static final class Kept<T> extends Passing<T> {
        private final int columns;
        private T row;

        Kept(Enumerator<T> rows, RowBudget budget, int columns) {
            super(rows, budget);
            this.columns = columns;
        }

        @Override
        public boolean moveNext() {
            boolean found = super.moveNext();
            row = found ? super.current() : null;
            if (found) {
                budget().row(bytes(row, columns));
            }
            return found;
        }

        @Override
        public T current() {
            return row;
        }
    }
}
