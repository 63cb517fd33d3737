// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Column;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.strategy.QueryRunner;
import java.util.Iterator;
import java.util.List;

/// A result whose rows are found on demand, part by part.
final class PartStream implements Result {
    private final Plan plan;
    private final QueryOptions options;
    private final QueryBudget budget;
    private final List<Column> columns;
    private final Iterator<StorePart> parts;
    private StorePart part;
    private OpenPart opened;
    private QueryBudget spent;
    private Result result;
    private long skip;
    private long left;
    private Object[] row;

    PartStream(Plan plan, QueryOptions options, QueryBudget budget, List<StorePart> parts) {
        this.plan = plan;
        this.options = options;
        this.budget = budget;
        this.parts = parts.iterator();
        columns = plan.columns();
        skip = plan.offset();
        left = plan.limit();
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        row = null;
        boolean done = false;
        try {
            while (left > 0 && (result != null || open())) {
                while (result != null && result.next()) {
                    if (skip > 0) {
                        skip--;
                        continue;
                    }
                    row = opened.plan().orElseThrow().row(result);
                    left--;
                    done = true;
                    return true;
                }
                closePart();
            }
            left = 0;
            closePart();
            done = true;
            return false;
        } catch (QueryException e) {
            throw part == null ? e : OpenPart.in(part, e);
        } finally {
            if (!done) {
                left = 0;
                closePart();
            }
        }
    }

    /// @return whether there was another part; it may have no rows
    private boolean open() {
        if (!parts.hasNext()) {
            return false;
        }
        budget.check();
        part = parts.next();
        opened = OpenPart.of(plan, part);
        if (opened.plan().isPresent()) {
            spent = budget.part();
            long most = left > Plan.NO_LIMIT - skip ? Plan.NO_LIMIT : left + skip;
            result = QueryRunner.run(opened.plan().get().rows(most), options, spent);
        }
        return true;
    }

    private void closePart() {
        if (result != null) {
            result.close();
            result = null;
        }
        if (spent != null) {
            spent.reset();
            spent = null;
        }
        if (opened != null) {
            opened.close();
            opened = null;
        }
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
        row = null;
        left = 0;
        closePart();
    }
}
