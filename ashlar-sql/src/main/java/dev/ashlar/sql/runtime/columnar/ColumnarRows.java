// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.runtime.EitherRows;
import dev.ashlar.sql.runtime.RowBudget;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.linq4j.Enumerator;

/// The rows of a [Step] as objects.
///
/// @param types by column
public record ColumnarRows(Step step, List<WordType> types) implements EitherRows.Source {
    public ColumnarRows {
        types = List.copyOf(types);
    }

    @Override
    public Optional<Enumerator<Object[]>> open(QueryOptions options, RowBudget budget) {
        Run run = new Run(options, budget);
        try {
            return Optional.of(new Rows(step.read(run)));
        } catch (NotColumnarException _) {
            run.release();
            return Optional.empty();
        }
    }

    private final class Rows implements Enumerator<Object[]> {
        private final Columns columns;
        private int row = -1;

        Rows(Columns columns) {
            this.columns = columns;
        }

        @Override
        public boolean moveNext() {
            return row < columns.rows() && ++row < columns.rows();
        }

        @Override
        public Object[] current() {
            Object[] values = new Object[types.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = types.get(i).value(columns.get(i), row);
            }
            return values;
        }

        @Override
        public void reset() {
            row = -1;
        }

        @Override
        public void close() {
            // Holds no resources.
        }
    }
}
