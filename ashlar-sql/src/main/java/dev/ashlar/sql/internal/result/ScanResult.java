// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.internal.scan.StoreScan;
import dev.ashlar.sql.runtime.ValueOrder;
import java.math.BigDecimal;
import java.sql.JDBCType;
import java.util.List;

/// The result of a query that is one scan.
public final class ScanResult implements SqlResult {
    private final List<SqlColumn> columns;
    private final int[] fields;
    private final Result result;

    public ScanResult(StoreScan scan, List<SqlColumn> columns, QueryOptions options) {
        this.columns = columns;
        fields = scan.fields().stream().mapToInt(Integer::intValue).toArray();
        result = scan.plan().run(options);
    }

    @Override
    public List<SqlColumn> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        return result.next();
    }

    @Override
    public Object get(int column) {
        Object value = result.get(fields[column]);
        return switch (value) {
            case Long number when columns.get(column).type() == JDBCType.DECIMAL -> BigDecimal.valueOf(number);
            // As above scans, where zero has no sign.
            case Double number -> ValueOrder.zero(number);
            case null, default -> value;
        };
    }

    @Override
    public void close() {
        result.close();
    }
}
