// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.AggregateLayout;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.pruning.ColumnRanges;
import dev.ashlar.query.internal.pruning.ParentRows;
import dev.ashlar.query.internal.pruning.RowSelection;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The rows that a table had when a query started, in pieces of one chunk each.
///
/// **Ownership**: owns the cursors of all workers, which keep the rows from being overwritten until the snapshot is
/// closed.
public final class ScanSnapshot implements AutoCloseable {
    /// Rows between two looks at the clock, at most.
    static final int PIECE_ROWS = 1 << 18;
    /// Fewer rows are not worth a table of groups of their own.
    private static final long LEAST_STRIPE_ROWS = 1 << 13;
    private static final long MAX_STRIPE_ROWS = (1 << AggregateLayout.SETTLED_LOG) - PIECE_ROWS;
    /// Into how many stripes a table is divided, about: enough for many threads, and the same for any number of them.
    private static final int STRIPES = 32;

    /// Of rows that may have anything.
    private static final RowLayout UNKNOWN = new RowLayout(0, Integer.MAX_VALUE, Integer.MAX_VALUE, RowPrefix.NONE);

    /// Rows that lie at equal distances.
    ///
    /// @param layout  null where rows are missing
    /// @param decided whether they are known to lie between the bounds that the question has
    record Piece(long first, int rows, RowLayout layout, boolean decided) {
        /// Its rows from one on; perhaps none.
        Piece from(long row) {
            long left = Math.max(0, first + rows - Math.max(first, row));
            return left == rows ? this : new Piece(Math.max(first, row), (int) left, layout, decided);
        }
    }

    /// What a table is of a scan of several, one for each store.
    ///
    /// @param base  what is added to the numbers of its rows, so that they come after those of the tables before it
    /// @param rows  of all tables together, about
    /// @param named a failure to read its rows, with the name of the store
    public record Portion(long base, long rows, Function<CorruptChunkException, RuntimeException> named) {
        static final Portion WHOLE = new Portion(0, 0, e -> e);
    }

    /// The same, any number of rows.
    private record Run(long first, long end, RowLayout layout, boolean decided) {
    }

    private final TableRelation relation;
    private final Portion portion;
    private final List<Table> levels;
    private final Cursor[][] cursors;
    /// By level: the first row when its cursors were opened.
    private final long[] firsts;
    private final long end;
    private final RowSelection wanted;
    /// Null if they are all wanted.
    private final long[] found;
    private final List<List<Piece>> stripes = new ArrayList<>();
    private List<ChunkSummary> summaries;
    private int chunks;
    private int pruned;

    /// @param workers how many there may be at once
    /// @param budget  of the query, of which the snapshot is
    public ScanSnapshot(TableRelation relation, int workers, RowSelection wanted, QueryBudget budget) {
        this(relation, workers, wanted, null, budget);
    }

    /// @param found numbers of the only rows to be looked at, in order; null for all
    public ScanSnapshot(TableRelation relation, int workers, RowSelection wanted, long[] found,
            QueryBudget budget) {
        this(relation, Portion.WHOLE, workers, wanted, found, budget);
    }

    /// @param portion of the scan
    public ScanSnapshot(TableRelation relation, Portion portion, int workers, RowSelection wanted, long[] found,
            QueryBudget budget) {
        this.relation = relation;
        this.portion = portion;
        levels = relation.levels();
        this.wanted = wanted;
        this.found = found;
        end = relation.end(budget.moment());
        cursors = new Cursor[workers][levels.size()];
        firsts = new long[levels.size()];
        boolean done = false;
        try {
            for (Cursor[] some : cursors) {
                for (int level = 0; level < some.length; level++) {
                    some[level] = levels.get(level).cursor();
                }
            }
            look(budget::check);
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private void look(Runnable check) {
        // Not before there are cursors: what is retired from here on stays.
        for (int level = 0; level < firsts.length; level++) {
            firsts[level] = levels.get(level).firstRow();
        }
        summaries = levels.getFirst().chunks();
        List<Run> runs = find(summaries, wanted.parents(relation, cursors[0], check), check);
        long total = Math.max(portion.rows, runs.stream().mapToLong(run -> run.end - run.first).sum());
        long stripeRows = Math.clamp(total / STRIPES, LEAST_STRIPE_ROWS, MAX_STRIPE_ROWS);
        group(cut(runs, Math.min(PIECE_ROWS, stripeRows)), stripeRows);
    }

    private List<Run> find(List<ChunkSummary> all, ParentRows parents, Runnable check) {
        List<Run> runs = new ArrayList<>();
        long next = firsts[0];
        for (ChunkSummary chunk : all) {
            long first = Math.max(chunk.firstRow(), next);
            long last = Math.min(chunk.firstRow() + chunk.rows(), end);
            if (first >= last) {
                continue;
            }
            missing(next, first, runs);
            next = last;
            chunks++;
            int before = runs.size();
            if (wanted.mayHave(chunk)) {
                for (ColumnRanges.Found rows : wanted.in(chunk, first, last, parents, cursors[0][0],
                        check)) {
                    long from = firstFound(rows.first());
                    if (from < rows.end()) {
                        long to = found == null ? rows.end() : found[placeOf(rows.end()) - 1] + 1;
                        runs.add(new Run(from, to, chunk.layout(), rows.decided()));
                    }
                }
            }
            pruned += runs.size() == before ? 1 : 0;
        }
        missing(next, end, runs);
        return runs;
    }

    /// Notes rows of which nothing is known but their numbers.
    private void missing(long from, long to, List<Run> runs) {
        if (from < to && firstFound(from) < to
                && wanted.mayHave(new ChunkSummary(from, to - from, UNKNOWN, false, 0, 0, false, List.of()))) {
            runs.add(new Run(from, from + 1, null, false));
        }
    }

    /// The first row from one on that is to be looked at; none if it is [Long#MAX_VALUE].
    private long firstFound(long row) {
        if (found == null) {
            return row;
        }
        int place = placeOf(row);
        return place == found.length ? Long.MAX_VALUE : found[place];
    }

    /// How many found rows are before one.
    private int placeOf(long row) {
        return RowRuns.placeOf(row, found);
    }

    private static List<Piece> cut(List<Run> runs, long pieceRows) {
        List<Piece> pieces = new ArrayList<>();
        for (Run run : runs) {
            for (long row = run.first; row < run.end; row += pieceRows) {
                pieces.add(new Piece(row, (int) Math.min(pieceRows, run.end - row), run.layout, run.decided));
            }
        }
        return pieces;
    }

    private void group(List<Piece> pieces, long stripeRows) {
        List<Piece> stripe = new ArrayList<>();
        long rows = 0;
        for (Piece piece : pieces) {
            if (rows + piece.rows() > stripeRows && !stripe.isEmpty()) {
                stripes.add(stripe);
                stripe = new ArrayList<>();
                rows = 0;
            }
            stripe.add(piece);
            rows += piece.rows();
        }
        if (!stripe.isEmpty()) {
            stripes.add(stripe);
        }
    }

    public TableRelation relation() {
        return relation;
    }

    /// What is added to row numbers where those of several tables are told apart.
    long base() {
        return portion.base;
    }

    RuntimeException named(CorruptChunkException e) {
        return portion.named.apply(e);
    }

    /// Pieces in order, as many at once as one worker does.
    List<List<Piece>> stripes() {
        return stripes;
    }

    /// The same, whatever stripe they are in.
    List<Piece> pieces() {
        return stripes.stream().flatMap(List::stream).toList();
    }

    /// What is known of the chunk that a row is in; null if there is none.
    ChunkSummary chunkWith(long row) {
        return search(summaries, row);
    }

    /// The chunk of a list in order that a row is in; null if there is none.
    static ChunkSummary search(List<ChunkSummary> chunks, long row) {
        int low = 0;
        int high = chunks.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            ChunkSummary chunk = chunks.get(middle);
            if (row < chunk.firstRow()) {
                high = middle - 1;
            } else if (row >= chunk.firstRow() + chunk.rows()) {
                low = middle + 1;
            } else {
                return chunk;
            }
        }
        return null;
    }

    /// What the kernels of the question take as [KernelState#bounds].
    long[] bounds() {
        return wanted.ranges().bounds();
    }

    /// Goes over those rows of pieces that are to be looked at; null if all are.
    RowRuns runs() {
        return found == null ? null : new RowRuns(found);
    }

    /// Makes an object that closes this snapshot later; closes it at once if that fails.
    public <T> T handTo(Function<ScanSnapshot, T> maker) {
        boolean made = false;
        try {
            T owner = maker.apply(this);
            made = true;
            return owner;
        } finally {
            if (!made) {
                close();
            }
        }
    }

    /// The row after the last.
    long end() {
        return end;
    }

    public int chunkCount() {
        return chunks;
    }

    public int prunedCount() {
        return pruned;
    }

    /// Rows to be looked at.
    public long rowCount() {
        return stripes.stream().flatMap(List::stream).mapToLong(Piece::rows).sum();
    }

    /// Those of them that need not be compared with the question's bounds.
    public long decidedCount() {
        return stripes.stream().flatMap(List::stream).filter(Piece::decided).mapToLong(Piece::rows).sum();
    }

    List<Table> levels() {
        return levels;
    }

    Cursor cursor(int worker, int level) {
        return cursors[worker][level];
    }

    /// The first row of a level that was there.
    long first(int level) {
        return firsts[level];
    }

    @Override
    public void close() {
        for (Cursor[] some : cursors) {
            for (Cursor cursor : some) {
                if (cursor != null) {
                    cursor.close();
                }
            }
        }
    }
}
