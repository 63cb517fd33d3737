// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryLimits;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.runtime.Nanos;
import dev.ashlar.sql.runtime.ValueOrder;
import java.math.BigDecimal;
import java.sql.JDBCType;
import java.util.List;

/// The result of a query that is one scan.
final class ScanResult implements SqlResult {
    private final List<SqlColumn> columns;
    private final int[] fields;
    private final Plan plan;
    private final QueryLimits limits;
    private final Result result;
    private boolean begun;

    ScanResult(Plan plan, List<Integer> columnsOfPlan, List<SqlColumn> columns, QueryOptions options) {
        this.columns = columns;
        fields = columnsOfPlan.stream().mapToInt(Integer::intValue).toArray();
        this.plan = plan;
        limits = new QueryLimits(options);
        result = plan.run(options);
    }

    @Override
    public List<SqlColumn> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        begun = true;
        return result.next();
    }

    @Override
    public Object get(int column) {
        Object value = result.get(fields[column]);
        return switch (value) {
            case Long number when columns.get(column).type() == JDBCType.DECIMAL -> BigDecimal.valueOf(number);
            case Long ns when columns.get(column).type() == JDBCType.DATE -> Nanos.localDate(Nanos.date(ns));
            // As above scans, where zero has no sign.
            case Double number -> ValueOrder.zero(number);
            case null, default -> value;
        };
    }

    @Override
    public boolean isColumnar() {
        return !begun && plan.isPlain() && ScanColumns.isFor(plan, fields, columns);
    }

    @Override
    public ColumnScan batches() {
        if (!isColumnar()) {
            return SqlResult.super.batches();
        }
        // Of nothing that was read yet.
        result.close();
        return new ScanColumns(plan.scanColumns(limits.remaining()), fields, columns);
    }

    @Override
    public void close() {
        result.close();
    }
}
