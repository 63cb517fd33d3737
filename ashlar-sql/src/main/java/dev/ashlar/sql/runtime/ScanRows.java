// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.Column;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.query.ValueType;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/// The rows of a plan, for Calcite's operators: arrays of values, or values of the only column.
public final class ScanRows {
    /// Name of the query's options in its context.
    public static final String OPTIONS = "ashlarOptions";

    /// Converts values to those of Calcite.
    @FunctionalInterface
    public interface Conversion {
        Object convert(Object value, int column);
    }

    private final Plan plan;
    private final int[] fields;
    private final Conversion conversion;
    /// Whether rows are read as columns.
    private final boolean byColumns;
    /// By column of the plan.
    private final List<ValueType> types;

    /// @param fields by output column: the column of the plan
    public ScanRows(Plan plan, int[] fields, Conversion conversion) {
        this.plan = plan;
        this.fields = fields.clone();
        this.conversion = conversion;
        byColumns = plan.isOfStoredColumns();
        types = plan.columns().stream().map(Column::type).toList();
    }

    /// Called by generated code.
    @SuppressWarnings("exports")
    public Enumerable<Object> open(DataContext context) {
        QueryOptions options = (QueryOptions) context.get(OPTIONS);
        return OpenedRows.by(() -> byColumns
                ? new ColumnRows(() -> plan.scanColumns(options), types, fields, conversion) : new Rows(options));
    }

    private final class Rows implements Enumerator<Object> {
        private final QueryOptions options;
        private Result result;

        Rows(QueryOptions options) {
            this.options = options;
            result = plan.run(options);
        }

        @Override
        public boolean moveNext() {
            return result.next();
        }

        @Override
        public Object current() {
            if (fields.length == 1) {
                return value(0);
            }
            Object[] row = new Object[fields.length];
            for (int i = 0; i < row.length; i++) {
                row[i] = value(i);
            }
            return row;
        }

        private Object value(int column) {
            return conversion.convert(result.get(fields[column]), column);
        }

        @Override
        public void reset() {
            result.close();
            result = plan.run(options);
        }

        @Override
        public void close() {
            result.close();
        }
    }
}
