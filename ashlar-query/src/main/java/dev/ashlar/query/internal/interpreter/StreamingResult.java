// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.interpreter;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.query.Column;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.ReadFailures;
import dev.ashlar.query.internal.relation.ObjectRows;
import dev.ashlar.store.CorruptChunkException;
import java.util.List;

/// A result whose rows are found on demand.
public final class StreamingResult implements Result {
    private final Plan plan;
    private final QueryBudget budget;
    private final List<Column> columns;
    private final ObjectRows reader;
    private long seen;
    private long skip;
    private long left;
    private Object[] values;
    private boolean closed;

    /// @param reader is closed with this
    /// @param skip   rows to leave out
    /// @param left   most rows after these
    public StreamingResult(Plan plan, QueryBudget budget, ObjectRows reader, long skip, long left) {
        this.plan = plan;
        this.budget = budget;
        this.reader = reader;
        this.skip = skip;
        this.left = left;
        columns = plan.columns();
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        values = null;
        if (closed || left == 0) {
            return false;
        }
        try {
            while (reader.next()) {
                if (seen++ % QueryBudget.INTERVAL_ROWS == 0) {
                    budget.check();
                }
                if (plan.where().isEmpty() || Evaluator.isTrue(plan.where().get(), reader)) {
                    if (skip > 0) {
                        skip--;
                        continue;
                    }
                    values = Interpreter.outputs(plan, reader);
                    MemoryFaults.settle();
                    left--;
                    return true;
                }
            }
            left = 0;
            return false;
        } catch (CorruptChunkException e) {
            left = 0;
            throw ReadFailures.corrupt(plan, e);
        } catch (InternalError e) {
            left = 0;
            throw ReadFailures.fault(plan, e);
        } catch (QueryException e) {
            left = 0;
            throw e;
        }
    }

    @Override
    public Object get(int column) {
        if (values == null) {
            throw new IllegalStateException("result has no current row (" + plan.source().name() + ")");
        }
        return values[column];
    }

    @Override
    public void close() {
        values = null;
        if (!closed) {
            closed = true;
            reader.close();
        }
    }
}
