// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// The rows of a table that were there when a question was asked, in pieces of one chunk each.
///
/// **Ownership**: cursors for all workers, which keep the rows from being overwritten until it is closed.
final class ScanSnapshot implements AutoCloseable {
    /// Rows between two looks at the clock.
    static final int PIECE_ROWS = 1 << 18;
    /// Fewer rows are not worth a table of groups of their own.
    private static final long LEAST_STRIPE_ROWS = 1 << 13;
    private static final long MAX_STRIPE_ROWS = (1L << Sums.ROWS_LOG) - PIECE_ROWS;
    /// Into how many stripes a table is divided, about: enough for many threads, and the same for any number of them.
    private static final int STRIPES = 32;

    /// Of rows that may have anything.
    private static final RowLayout UNKNOWN = new RowLayout(0, Integer.MAX_VALUE, Integer.MAX_VALUE, RowPrefix.NONE);

    /// Rows that lie at equal distances.
    ///
    /// @param layout null where rows are missing
    record Piece(long first, int rows, RowLayout layout) {
    }

    private final List<Table> levels;
    private final Cursor[][] cursors;
    /// By level: the first row when its cursors were opened.
    private final long[] firsts;
    private final long end;
    private final List<List<Piece>> stripes = new ArrayList<>();
    private int chunks;
    private int pruned;

    /// @param workers how many there may be at once
    /// @param wanted  whether a chunk may have rows that are asked for
    ScanSnapshot(TableRelation relation, int workers, Predicate<ChunkSummary> wanted) {
        levels = relation.levels();
        end = levels.getFirst().endRow();
        cursors = new Cursor[workers][levels.size()];
        firsts = new long[levels.size()];
        boolean done = false;
        try {
            for (Cursor[] some : cursors) {
                for (int level = 0; level < some.length; level++) {
                    some[level] = levels.get(level).cursor();
                }
            }
            look(wanted);
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private void look(Predicate<ChunkSummary> wanted) {
        // Not before there are cursors: what is retired from here on stays.
        for (int level = 0; level < firsts.length; level++) {
            firsts[level] = levels.get(level).firstRow();
        }
        List<Piece> pieces = new ArrayList<>();
        long total = cut(levels.getFirst().chunks(), wanted, pieces);
        group(pieces, Math.clamp(total / STRIPES, LEAST_STRIPE_ROWS, MAX_STRIPE_ROWS));
    }

    private long cut(List<ChunkSummary> found, Predicate<ChunkSummary> wanted, List<Piece> pieces) {
        long next = firsts[0];
        long total = 0;
        for (ChunkSummary chunk : found) {
            long first = Math.max(chunk.firstRow(), next);
            long last = Math.min(chunk.firstRow() + chunk.rows(), end);
            if (first >= last) {
                continue;
            }
            missing(next, first, wanted, pieces);
            next = last;
            chunks++;
            if (!wanted.test(chunk)) {
                pruned++;
                continue;
            }
            for (long row = first; row < last; row += PIECE_ROWS) {
                pieces.add(new Piece(row, (int) Math.min(PIECE_ROWS, last - row), chunk.layout()));
            }
            total += last - first;
        }
        missing(next, end, wanted, pieces);
        return total;
    }

    /// Notes rows of which nothing is known but their numbers.
    private static void missing(long from, long to, Predicate<ChunkSummary> wanted, List<Piece> pieces) {
        if (from < to && wanted.test(new ChunkSummary(from, to - from, UNKNOWN, false, 0, 0, List.of()))) {
            pieces.add(new Piece(from, 1, null));
        }
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

    /// Pieces in order, as many at once as one worker does.
    List<List<Piece>> stripes() {
        return stripes;
    }

    /// The row after the last.
    long end() {
        return end;
    }

    int chunkCount() {
        return chunks;
    }

    int prunedCount() {
        return pruned;
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
