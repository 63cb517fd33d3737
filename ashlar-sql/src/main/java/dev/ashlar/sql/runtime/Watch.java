// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;

/// Sees rows pass between Calcite's operators, which know no bounds of time and memory.
public abstract class Watch {
    /// Under this name a query's context holds its watch.
    public static final String NAME = "ashlarWatch";

    protected Watch() { }

    /// A row passes.
    ///
    /// @param keptBytes what the operator behind it takes to keep it, about; 0 if it does not
    /// @throws dev.ashlar.query.QueryException if there must be no more of it
    public abstract void row(long keptBytes);

    /// Called by generated code.
    @SuppressWarnings("exports")
    public static <T> Enumerable<T> over(Enumerable<T> rows, DataContext context, long keptBytes) {
        Watch watch = (Watch) context.get(NAME);
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<T> enumerator() {
                return new Watched<>(rows.enumerator(), watch, keptBytes);
            }
        };
    }

    /// Called by generated code: rows that are wanted again and again, read once.
    @SuppressWarnings("exports")
    public static <T> Enumerable<T> kept(Enumerable<T> rows, DataContext context, long keptBytes) {
        Watch watch = (Watch) context.get(NAME);
        return new AbstractEnumerable<>() {
            private List<T> read;

            @Override
            public Enumerator<T> enumerator() {
                if (read == null) {
                    List<T> all = new ArrayList<>();
                    try (Enumerator<T> each = new Watched<>(rows.enumerator(), watch, keptBytes)) {
                        while (each.moveNext()) {
                            all.add(each.current());
                        }
                    }
                    read = all;
                }
                return Linq4j.enumerator(read);
            }
        };
    }

    /// Rows that are seen.
    private record Watched<T>(Enumerator<T> rows, Watch watch, long keptBytes)
            implements Enumerator<T> {
        @Override
        public boolean moveNext() {
            watch.row(keptBytes);
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
}
