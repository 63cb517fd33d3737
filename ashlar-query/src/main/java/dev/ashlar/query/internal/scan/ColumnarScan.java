// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.relation.TableRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Reads the rows of a table as columns by kernels, each of which computes some of the outputs.
///
/// **Threading**: as [ColumnScan]. **Ownership**: owns the snapshot.
public final class ColumnarScan implements ColumnScan {
    /// Most rows of a part.
    static final int PART_ROWS = 1 << 15;
    /// Rows that one kernel goes over before the next one does: few enough to stay in a cache.
    private static final int PIECE_ROWS = 1 << 12;

    /// Some outputs of the plan, and what computes them.
    ///
    /// @param outputs their indexes in the plan
    /// @param kernels of these; empty if the interpreter computes them
    public record Share(List<Integer> outputs, Plan plan, Optional<Kernels> kernels) {
        public Share {
            outputs = List.copyOf(outputs);
        }
    }

    final Plan plan;
    final TableRelation relation;
    final List<Share> shares;
    /// Finds the rows for the interpreter, where it computes outputs; else null.
    final Kernels rows;
    final ScanSnapshot snapshot;
    final QueryBudget budget;
    private final int readers;
    private final List<List<ScanSnapshot.Piece>> parts = new ArrayList<>();
    private final AtomicInteger nextPart = new AtomicInteger();
    private final AtomicInteger nextReader = new AtomicInteger();
    private boolean closed;

    /// @param snapshot for [#workers]
    public ColumnarScan(Plan plan, TableRelation relation, List<Share> shares, Optional<Kernels> rows, int readers,
            ScanSnapshot snapshot, QueryBudget budget) {
        this.plan = plan;
        this.relation = relation;
        this.shares = List.copyOf(shares);
        this.rows = rows.orElse(null);
        this.readers = readers;
        this.snapshot = snapshot;
        this.budget = budget;
        divide();
    }

    /// Workers that a snapshot has to have.
    public static int workers(int shares, int readers) {
        return Math.multiplyExact(shares, readers);
    }

    private void divide() {
        List<ScanSnapshot.Piece> part = new ArrayList<>();
        int count = 0;
        for (ScanSnapshot.Piece piece : snapshot.pieces()) {
            for (int done = 0; done < piece.rows(); done += PIECE_ROWS) {
                int some = Math.min(PIECE_ROWS, piece.rows() - done);
                if (count + some > PART_ROWS) {
                    parts.add(part);
                    part = new ArrayList<>();
                    count = 0;
                }
                part.add(new ScanSnapshot.Piece(piece.first() + done, some, piece.layout(), piece.decided()));
                count += some;
            }
        }
        if (!part.isEmpty()) {
            parts.add(part);
        }
    }

    @Override
    public int readers() {
        return readers;
    }

    @Override
    public Reader reader() {
        int reader = nextReader.getAndIncrement();
        if (reader >= readers) {
            throw new IllegalStateException("too many readers: readers=" + readers);
        }
        return new ColumnarReader(this, reader);
    }

    /// The number of a part that nobody has read; -1 if there is none.
    int claim() {
        int part = nextPart.getAndIncrement();
        return part < parts.size() ? part : -1;
    }

    List<ScanSnapshot.Piece> pieces(int part) {
        return parts.get(part);
    }

    @Override
    public void stop() {
        budget.stop();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            snapshot.close();
        }
    }
}
