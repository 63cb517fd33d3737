// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.ColumnBatch;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.ColumnVector;
import dev.ashlar.query.Plan;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.ReadFailures;
import dev.ashlar.query.internal.interpreter.Interpreter;
import dev.ashlar.query.internal.interpreter.StreamingResult;
import dev.ashlar.query.internal.kernel.KernelBailoutException;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.kernel.WordLayout;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.CorruptChunkException;
import java.util.ArrayList;
import java.util.List;

/// Reads parts of a [ColumnarScan]: kernels run over a range of rows one after another, and each produces its columns.
/// If one bails out, the interpreter computes these rows.
///
/// **Threading**: one thread.
final class ColumnarReader implements ColumnScan.Reader {
    /// Rows of the interpreter between two looks at the clock.
    private static final int ROWS = 1024;

    /// One kernel and where its columns go.
    private record Share(ColumnarScan.Share outputs, OutputBatch batch, ScanWorker worker) {
    }

    private final ColumnarScan scan;
    private final List<Share> shares = new ArrayList<>();
    /// By output.
    private final OutputColumn[] columns;
    private final Interpreted interpreted;
    private int part = -1;
    private ColumnBatch batch;
    private boolean failed;

    ColumnarReader(ColumnarScan scan, int reader) {
        this.scan = scan;
        columns = new OutputColumn[scan.plan.outputs().size()];
        Interpreted slow = null;
        int worker = ColumnarScan.workers(scan.shares.size(), reader);
        for (ColumnarScan.Share share : scan.shares) {
            if (share.kernels().isEmpty()) {
                slow = new Interpreted(share, worker++);
                continue;
            }
            OutputBatch rows = new OutputBatch(share.kernels().get().shape(), scan.snapshot.bounds(), scan.budget);
            shares.add(new Share(share, rows, new ScanWorker(scan.snapshot, worker++, share.kernels().get(), rows.state,
                    scan.budget)));
            for (int i = 0; i < share.outputs().size(); i++) {
                columns[share.outputs().get(i)] = OutputColumn.of(rows.layout(i), ColumnarScan.PART_ROWS);
            }
        }
        interpreted = slow;
    }

    @Override
    public boolean next() {
        batch = null;
        int claimed = failed ? -1 : scan.claim();
        if (claimed < 0) {
            return false;
        }
        part = claimed;
        failed = true;
        try {
            read(scan.pieces(claimed));
        } catch (CorruptChunkException e) {
            throw ReadFailures.corrupt(scan.plan, e);
        } catch (InternalError e) {
            throw ReadFailures.fault(scan.plan, e);
        }
        failed = false;
        return true;
    }

    private void read(List<ScanSnapshot.Piece> pieces) {
        int count = 0;
        for (ScanSnapshot.Piece piece : pieces) {
            scan.budget.check();
            count = read(piece, count);
        }
        if (count == 0) {
            return;
        }
        List<ColumnVector> vectors = new ArrayList<>();
        for (OutputColumn column : columns) {
            vectors.add(column.vector(count));
        }
        batch = new ColumnBatch(count, vectors);
    }

    /// @param row the first that it fills
    /// @return the row after the last
    private int read(ScanSnapshot.Piece piece, int row) {
        int end = -1;
        try {
            for (Share share : shares) {
                int next = read(share, piece, row);
                if (end >= 0 && next != end) {
                    throw new IllegalStateException("kernels do not agree on the rows of a part: rows=" + (end - row)
                            + ", others=" + (next - row) + " (" + scan.plan.source().name() + ")");
                }
                end = next;
            }
            return interpreted == null ? end : interpreted.read(piece, row, end);
        } catch (KernelBailoutException _) {
            return interpret(piece, row);
        }
    }

    private int read(Share share, ScanSnapshot.Piece piece, int row) {
        share.batch.clear();
        share.worker.begin(piece);
        int next = row;
        boolean done = false;
        while (!done) {
            done = share.worker.run();
            List<Integer> outputs = share.outputs.outputs();
            for (int i = 0; i < outputs.size(); i++) {
                columns[outputs.get(i)].take(share.batch, i, next);
            }
            next += share.batch.count();
            share.batch.clear();
        }
        return next;
    }

    private int interpret(ScanSnapshot.Piece piece, int row) {
        for (OutputColumn column : columns) {
            column.truncate(row);
        }
        int next = row;
        long end = piece.first() + piece.rows();
        try (Result rows = new StreamingResult(scan.plan, scan.budget, scan.relation.open(piece.first(), end), 0,
                Plan.NO_LIMIT)) {
            for (; rows.next(); next++) {
                for (int i = 0; i < columns.length; i++) {
                    columns[i].take(rows.get(i), next);
                }
            }
        }
        return next;
    }

    @Override
    public int part() {
        return part;
    }

    @Override
    public ColumnBatch batch() {
        return batch;
    }

    /// Outputs that no kernel computes: of rows that a kernel finds, the interpreter.
    private final class Interpreted {
        private final ColumnarScan.Share share;
        private final KernelState state;
        private final ScanWorker worker;

        Interpreted(ColumnarScan.Share share, int worker) {
            this.share = share;
            state = scan.rows.shape().newState(scan.snapshot.bounds(), scan.budget);
            state.out = new long[ROWS];
            this.worker = new ScanWorker(scan.snapshot, worker, scan.rows, state, scan.budget);
            for (int i = 0; i < share.outputs().size(); i++) {
                columns[share.outputs().get(i)] = OutputColumn.of(WordLayout.ofObjects(share.plan().outputs().get(i)
                        .expr().type()), ColumnarScan.PART_ROWS);
            }
        }

        /// @param expected the row after the last; -1 if it is not known
        int read(ScanSnapshot.Piece piece, int row, int expected) {
            int next = row;
            state.outAt = 0;
            worker.begin(piece);
            try (TableRelation.Reader reader = scan.relation.open(-1, piece.first() + piece.rows())) {
                boolean done = false;
                while (!done) {
                    scan.budget.check();
                    done = worker.run();
                    for (int i = 0; i < state.outAt; i++) {
                        if (!reader.seek(state.out[i])) {
                            throw new CorruptChunkException("row is missing", state.out[i], state.out[i] + 1,
                                    scan.plan.source().name());
                        }
                        Object[] values = Interpreter.outputs(share.plan(), reader);
                        for (int output = 0; output < values.length; output++) {
                            columns[share.outputs().get(output)].take(values[output], next);
                        }
                        next++;
                    }
                    state.outAt = 0;
                }
            }
            if (expected >= 0 && next != expected) {
                throw new IllegalStateException("kernels do not agree on the rows of a part: rows=" + (expected - row)
                        + ", others=" + (next - row) + " (" + scan.plan.source().name() + ")");
            }
            return next;
        }
    }
}
