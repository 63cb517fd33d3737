// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.KernelBailoutException;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.relation.ObjectRows;
import dev.ashlar.query.internal.relation.TableRelation;
import java.util.ArrayDeque;
import java.util.Deque;

/// Rows for the interpreter, selected by kernels: all that match, and perhaps others.
///
/// **Threading**: one thread.
public final class FilteredRows implements ObjectRows {
    private final ScanSnapshot snapshot;
    private final QueryBudget budget;
    private final TableRelation.Reader reader;
    private final KernelState state;
    private final ScanWorker worker;
    private final Deque<ScanSnapshot.Piece> pieces = new ArrayDeque<>();
    private ScanSnapshot.Piece piece;
    private int at;
    /// Rows that are all shown, since a kernel gave up on them.
    private long next;
    private long end;

    public FilteredRows(Kernels kernels, ScanSnapshot snapshot, QueryBudget budget) {
        this.snapshot = snapshot;
        this.budget = budget;
        reader = snapshot.relation().open(-1, snapshot.end());
        state = kernels.shape().newState(snapshot.bounds(), budget);
        state.out = new long[QueryBudget.INTERVAL_ROWS];
        worker = new ScanWorker(snapshot, 0, kernels, state, budget);
        snapshot.stripes().forEach(pieces::addAll);
    }

    @Override
    public boolean next() {
        while (true) {
            if (next < end) {
                return reader.seek(next++);
            }
            if (at < state.outAt) {
                return reader.seek(state.out[at++]);
            }
            at = 0;
            state.outAt = 0;
            budget.check();
            if (piece == null) {
                if (pieces.isEmpty()) {
                    return false;
                }
                piece = pieces.remove();
                worker.begin(piece);
            }
            try {
                if (worker.run()) {
                    piece = null;
                }
            } catch (KernelBailoutException _) {
                if (state.outAt == 0) {
                    next = worker.row();
                    end = piece.first() + piece.rows();
                    piece = null;
                }
            }
        }
    }

    @Override
    public Object value(int column) {
        return reader.value(column);
    }

    @Override
    public void close() {
        reader.close();
        snapshot.close();
    }
}
