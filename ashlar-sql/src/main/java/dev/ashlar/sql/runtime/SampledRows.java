// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/// A random sample of rows; each row is selected independently of the others.
///
/// @param share probability that a row is selected, 0 to 1
/// @param seed  seed, for the same sample each time; empty for a different one each time
public record SampledRows(double share, OptionalLong seed) {
    /// Called by generated code.
    @SuppressWarnings("exports")
    public Enumerable<Object[]> of(Enumerable<Object[]> rows, DataContext context) {
        RowBudget budget = (RowBudget) context.get(RowBudget.NAME);
        return OpenedRows.by(() -> {
            SplittableRandom random = seed.isPresent() ? new SplittableRandom(seed.getAsLong())
                    : new SplittableRandom();
            Enumerator<Object[]> all = rows.enumerator();
            return new Enumerator<>() {
                @Override
                public boolean moveNext() {
                    while (all.moveNext()) {
                        budget.row(0);
                        if (random.nextDouble() < share) {
                            return true;
                        }
                    }
                    return false;
                }

                @Override
                public Object[] current() {
                    return all.current();
                }

                @Override
                public void reset() {
                    all.reset();
                }

                @Override
                public void close() {
                    all.close();
                }
            };
        });
    }
}
