// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Column;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.Result;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.ReadFailures;
import dev.ashlar.query.internal.interpreter.StreamingResult;
import dev.ashlar.query.internal.kernel.KernelBailoutException;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.CorruptChunkException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// A result whose rows kernels find on demand, in batches. From the first row at which a kernel bails out, the
/// interpreter continues.
public final class KernelResult implements Result {
    private final Plan plan;
    private final QueryBudget budget;
    private final TableRelation relation;
    private final List<Column> columns;
    private final ScanSnapshot snapshot;
    private final Deque<ScanSnapshot.Piece> pieces = new ArrayDeque<>();
    private final OutputBatch batch;
    private final ScanWorker worker;
    private boolean inPiece;
    private int at = -1;
    private long skip;
    private long left;
    private StreamingResult rest;
    private boolean closed;

    public KernelResult(Plan plan, Kernels kernels, ScanSnapshot snapshot, QueryBudget budget) {
        this.plan = plan;
        this.budget = budget;
        this.snapshot = snapshot;
        relation = snapshot.relation();
        columns = plan.columns();
        snapshot.stripes().forEach(pieces::addAll);
        batch = new OutputBatch(kernels.shape(), snapshot.bounds(), budget);
        worker = new ScanWorker(snapshot, 0, kernels, batch.state, budget);
        skip = plan.offset();
        left = plan.limit();
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        if (closed) {
            return false;
        }
        if (rest != null) {
            return rest.next();
        }
        if (left == 0) {
            at = -1;
            return false;
        }
        try {
            while (true) {
                while (++at < batch.count()) {
                    if (skip == 0) {
                        left--;
                        return true;
                    }
                    skip--;
                }
                batch.clear();
                at = -1;
                if (!fill()) {
                    return rest != null && rest.next();
                }
            }
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

    /// Finds further rows.
    ///
    /// @return whether there may be any; not if the interpreter goes on
    private boolean fill() {
        while (batch.count() == 0) {
            budget.check();
            if (!inPiece) {
                if (pieces.isEmpty()) {
                    left = 0;
                    return false;
                }
                worker.begin(pieces.remove());
            }
            try {
                inPiece = !worker.run();
            } catch (KernelBailoutException _) {
                if (batch.count() > 0) {
                    // Shown first; the kernel will meet the row again.
                    inPiece = true;
                    return true;
                }
                rest = new StreamingResult(plan, budget, relation.open(worker.row(), snapshot.end()), skip, left);
                return false;
            }
        }
        return true;
    }

    private int row() {
        if (at < 0 || at >= batch.count()) {
            throw new IllegalStateException("result has no current row (" + plan.source().name() + ")");
        }
        return at;
    }

    @Override
    public Object get(int column) {
        return rest == null ? batch.get(row(), column) : rest.get(column);
    }

    @Override
    public boolean isNull(int column) {
        return rest == null ? batch.isNull(row(), column) : rest.isNull(column);
    }

    @Override
    public long getLong(int column) {
        Kind kind = columns.get(column).type().kind();
        boolean plain = rest == null && (kind.isInteger() || kind == Kind.TIMESTAMP);
        return plain ? isNull(column) ? 0 : batch.word(at, column) : Result.super.getLong(column);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            snapshot.close();
            if (rest != null) {
                rest.close();
            }
        }
    }
}
