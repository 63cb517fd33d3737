// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import java.util.ArrayList;
import java.util.List;

/// Groups of rows with their aggregates, in the order of their first rows. Without keys there is one group, even
/// without rows.
public record GroupedColumns(Step input, List<Integer> keys, List<Call> calls) implements Step {
    /// Columns by which rows are grouped or partitioned, at most.
    public static final int MOST_KEYS = Long.SIZE;

    public GroupedColumns {
        keys = List.copyOf(keys);
        calls = List.copyOf(calls);
    }

    @Override
    public Columns read(Run run) {
        Columns rows = input.read(run);
        Numbering groups = keys.isEmpty() ? null : Numbering.of(rows, keys, run);
        int count = groups == null ? 1 : groups.count();
        int[] numbers = groups == null ? new int[rows.rows()] : groups.numbers();
        List<Column> columns = new ArrayList<>();
        for (int key : keys) {
            run.keep(count, 1);
            columns.add(rows.get(key).gathered(groups.firsts(), count));
        }
        for (Call call : calls) {
            columns.add(aggregated(rows, call, numbers, count, run));
        }
        return new Columns(count, columns);
    }

    private static Column aggregated(Columns rows, Call call, int[] numbers, int count, Run run) {
        Column argument = call.argument() < 0 ? null : rows.get(call.argument());
        Accumulators groups = new Accumulators(call, argument, count, run);
        for (int row = 0; row < rows.rows(); row++) {
            if (row % Run.ROWS == 0) {
                run.tick();
            }
            groups.add(numbers[row], row);
        }
        ColumnBuilder results = new ColumnBuilder(count, run);
        for (int group = 0; group < count; group++) {
            groups.addTo(results, group, group);
        }
        return results.column(Column.NO_TEXTS);
    }
}
