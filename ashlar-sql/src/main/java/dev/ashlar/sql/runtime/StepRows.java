// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/// Measures the rows and the time of one step of a plan, including the time of the steps below it.
///
/// **Threading**: the thread of its query.
public final class StepRows {
    private long rows;
    private long nanos;

    /// Nothing yet.
    public StepRows() { }

    public long rows() {
        return rows;
    }

    public long nanos() {
        return nanos;
    }

    /// Adds what was measured elsewhere.
    public void add(long moreRows, long moreNanos) {
        rows += moreRows;
        nanos += moreNanos;
    }

    /// Called by generated code.
    @SuppressWarnings("exports")
    public <T> Enumerable<T> measured(Enumerable<T> all) {
        return OpenedRows.by(() -> {
            long start = System.nanoTime();
            Enumerator<T> each = all.enumerator();
            nanos += System.nanoTime() - start;
            return new Measured<>(each);
        });
    }

    private final class Measured<T> implements Enumerator<T> {
        private final Enumerator<T> each;

        Measured(Enumerator<T> each) {
            this.each = each;
        }

        @Override
        public boolean moveNext() {
            long start = System.nanoTime();
            boolean found = each.moveNext();
            nanos += System.nanoTime() - start;
            rows += found ? 1 : 0;
            return found;
        }

        @Override
        public T current() {
            long start = System.nanoTime();
            T row = each.current();
            nanos += System.nanoTime() - start;
            return row;
        }

        @Override
        public void reset() {
            each.reset();
        }

        @Override
        public void close() {
            each.close();
        }
    }
}
