// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.SortLayout;
import java.util.Arrays;

/// Keeps the first of all offered rows, as their sort words: a heap in one array, with the worst row at its root.
///
/// **Threading**: one thread. Allocates only when it grows.
final class TopHeap {
    private static final int LEAST_ROWS = 64;

    private final int words;
    private final int most;
    private final QueryBudget budget;
    private final long[] moved;
    private long[] rows;
    private int count;

    /// @param words of a row
    /// @param most  how many rows are kept
    TopHeap(int words, int most, QueryBudget budget) {
        this.words = words;
        this.most = most;
        this.budget = budget;
        moved = new long[words];
        int room = Math.min(most, LEAST_ROWS);
        budget.reserve((long) room * words * Long.BYTES);
        rows = new long[room * words];
    }

    int count() {
        return count;
    }

    boolean isFull() {
        return count == most;
    }

    /// Copies the words of the worst row, of which there has to be one.
    void copyWorst(long[] to) {
        System.arraycopy(rows, 0, to, 0, words);
    }

    /// Keeps a row if it is among the first so far.
    void offer(long[] from, int at) {
        if (count < most) {
            if ((count + 1) * words > rows.length) {
                grow();
            }
            up(from, at);
            count++;
        } else if (SortLayout.compare(from, at, rows, 0, words) < 0) {
            down(from, at, 0, count);
        }
    }

    private void grow() {
        int room = Math.min(most, 2 * count);
        budget.check();
        budget.reserve((long) (room - count) * words * Long.BYTES);
        rows = Arrays.copyOf(rows, room * words);
    }

    private void up(long[] from, int at) {
        int place = count;
        while (place > 0) {
            int parent = (place - 1) / 2;
            if (SortLayout.compare(from, at, rows, parent * words, words) <= 0) {
                break;
            }
            System.arraycopy(rows, parent * words, rows, place * words, words);
            place = parent;
        }
        System.arraycopy(from, at, rows, place * words, words);
    }

    /// Puts a row in the place of another whose children are in order, and moves it down among the first `end`.
    private void down(long[] from, int at, int hole, int end) {
        int place = hole;
        while (2 * place + 1 < end) {
            int child = 2 * place + 1;
            if (child + 1 < end && SortLayout.compare(rows, (child + 1) * words, rows, child * words, words) > 0) {
                child++;
            }
            if (SortLayout.compare(from, at, rows, child * words, words) >= 0) {
                break;
            }
            System.arraycopy(rows, child * words, rows, place * words, words);
            place = child;
        }
        System.arraycopy(from, at, rows, place * words, words);
    }

    /// Offers all rows to another.
    void moveTo(TopHeap other) {
        for (int i = 0; i < count; i++) {
            tick(i);
            other.offer(rows, i * words);
        }
        budget.release((long) rows.length * Long.BYTES);
        rows = new long[0];
        count = 0;
    }

    /// Numbers of the rows, in order. Of no use afterwards.
    long[] sorted() {
        long[] numbers = new long[count];
        for (int end = count - 1; end >= 0; end--) {
            tick(end);
            numbers[end] = rows[words - 1];
            System.arraycopy(rows, end * words, moved, 0, words);
            down(moved, 0, 0, end);
        }
        budget.release((long) rows.length * Long.BYTES);
        rows = new long[0];
        count = 0;
        return numbers;
    }

    private void tick(int row) {
        if (row % QueryBudget.INTERVAL_ROWS == 0) {
            budget.check();
        }
    }
}
