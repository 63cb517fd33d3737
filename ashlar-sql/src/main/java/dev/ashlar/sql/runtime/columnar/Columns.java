// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import java.util.ArrayList;
import java.util.List;

/// Rows by their columns.
record Columns(int rows, List<Column> all) {
    Columns {
        all = List.copyOf(all);
    }

    Column get(int column) {
        return all.get(column);
    }

    /// Some rows: row `from[i]` becomes row `i`.
    Columns gathered(int[] from, int count, Run run) {
        List<Column> gathered = new ArrayList<>();
        for (Column column : all) {
            run.keep(count, 1);
            gathered.add(column.gathered(from, count));
        }
        return new Columns(count, gathered);
    }
}
