// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import dev.ashlar.query.Column;
import dev.ashlar.query.Plan;
import dev.ashlar.query.Result;
import java.util.List;

/// A result whose rows were all found before the first is returned.
public final class MaterializedResult implements Result {
    private final List<Column> columns;
    private final List<Object[]> rows;
    private int at = -1;

    public MaterializedResult(Plan plan, List<Object[]> rows) {
        columns = plan.columns();
        this.rows = rows;
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        at = Math.min(at + 1, rows.size());
        return at < rows.size();
    }

    @Override
    public Object get(int column) {
        if (at < 0 || at >= rows.size()) {
            throw new IllegalStateException("result is at no row: row=" + at + ", rows=" + rows.size());
        }
        return rows.get(at)[column];
    }

    @Override
    public void close() {
        at = rows.size();
    }
}
