// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import dev.ashlar.query.ColumnBatch;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.Plan;
import java.util.ArrayList;
import java.util.List;

/// The rows of a plan.
///
/// @param fields by column: the column of the plan
/// @param types  by column
public record ScannedColumns(Plan plan, List<Integer> fields, List<WordType> types) implements Step {
    /// The most that an array has.
    private static final long MAX_ROWS = Integer.MAX_VALUE - 8;

    public ScannedColumns {
        fields = List.copyOf(fields);
        types = List.copyOf(types);
    }

    @Override
    public Columns read(Run run) {
        List<ColumnBatch> batches = new ArrayList<>();
        long rows = 0;
        try (ColumnScan scan = plan.scanColumns(run.options())) {
            ColumnScan.Reader reader = scan.reader();
            while (reader.next()) {
                ColumnBatch batch = reader.batch();
                if (batch != null) {
                    run.keep(batch.bytes());
                    batches.add(batch);
                    rows += batch.rows();
                }
            }
        }
        if (rows > MAX_ROWS) {
            throw NotColumnarException.INSTANCE;
        }
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            run.keep(rows, 1);
            ColumnLoader loader = new ColumnLoader(types.get(i), (int) rows, run);
            for (ColumnBatch batch : batches) {
                loader.add(batch.columns().get(fields.get(i)), batch.rows());
            }
            columns.add(loader.column());
        }
        return new Columns((int) rows, columns);
    }
}
