// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import dev.ashlar.query.Column;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.Result;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/// A result whose rows are all found before the first is returned. Rows may be converted to objects one at a time.
public final class MaterializedResult implements Result {
    private final Plan plan;
    private final List<Column> columns;
    private Iterator<Object[]> rows;
    private Object[] row;

    public MaterializedResult(Plan plan, List<Object[]> rows) {
        this(plan, rows.iterator());
    }

    public MaterializedResult(Plan plan, Iterator<Object[]> rows) {
        this.plan = plan;
        columns = plan.columns();
        this.rows = rows;
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        row = null;
        try {
            if (rows.hasNext()) {
                row = rows.next();
                return true;
            }
        } catch (QueryException e) {
            close();
            throw e;
        }
        // What rows were made of may take much memory.
        close();
        return false;
    }

    @Override
    public Object get(int column) {
        if (row == null) {
            throw new IllegalStateException("result has no current row (" + plan.source().name() + ")");
        }
        return row[column];
    }

    @Override
    public void close() {
        rows = Collections.emptyIterator();
        row = null;
    }
}
