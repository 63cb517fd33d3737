// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.MemoryEstimate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/// Rows of `WITH RECURSIVE`: those of the first query, then those of the second query over the rows of the previous
/// round, until a round finds none. All rows count towards the memory limit, which ends an infinite recursion.
///
/// **Threading**: the thread of its query.
public final class RecursiveRows {
    private final boolean all;
    /// The rows that the second query reads in this round.
    private List<Object[]> working = List.of();

    /// @param all whether rows that occurred before are returned again
    public RecursiveRows(boolean all) {
        this.all = all;
    }

    public boolean isAll() {
        return all;
    }

    /// Rows of the previous round.
    public ListedRows working() {
        return new ListedRows(() -> working);
    }

    /// Called by generated code.
    @SuppressWarnings("exports")
    public Enumerable<Object[]> of(Enumerable<Object[]> first, Enumerable<Object[]> second, DataContext context) {
        RowBudget budget = (RowBudget) context.get(RowBudget.NAME);
        return OpenedRows.by(() -> new Rounds(first.enumerator(), second, budget));
    }

    private final class Rounds implements Enumerator<Object[]> {
        private final Enumerable<Object[]> second;
        private final RowBudget budget;
        private final Set<RowKey> known = new HashSet<>();
        private Enumerator<Object[]> rows;
        private List<Object[]> found = new ArrayList<>();
        private Object[] row;

        Rounds(Enumerator<Object[]> first, Enumerable<Object[]> second, RowBudget budget) {
            rows = first;
            this.second = second;
            this.budget = budget;
        }

        @Override
        public boolean moveNext() {
            while (true) {
                while (rows.moveNext()) {
                    row = rows.current();
                    budget.row(0);
                    if (all || known.add(new RowKey(row))) {
                        budget.row(MemoryEstimate.rowBytes(row));
                        found.add(row);
                        return true;
                    }
                }
                rows.close();
                if (found.isEmpty()) {
                    return false;
                }
                working = found;
                found = new ArrayList<>();
                rows = second.enumerator();
            }
        }

        @Override
        public Object[] current() {
            return row;
        }

        @Override
        public void reset() {
            throw new UnsupportedOperationException("rows of a recursion are read once");
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
