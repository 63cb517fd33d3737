// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.sql.runtime.RowBudget;
import dev.ashlar.sql.runtime.SortedRows;
import java.util.List;

/// The rows of one partition of a window, in order, with the peers of each.
final class WindowPartition {
    private final List<Object[]> rows;
    private final List<SortedRows.Key> order;
    /// By row: its first peer, the place after its last peer, and the number of preceding peer groups.
    private final int[] peersBegin;
    private final int[] peersEnd;
    private final int[] peersBefore;
    private final int groups;

    /// @param order sort keys of the rows; without keys all rows are peers
    /// @param begins by row: whether it is no peer of the row before
    private WindowPartition(List<Object[]> rows, List<SortedRows.Key> order, boolean[] begins) {
        this.rows = rows;
        this.order = order;
        peersBegin = new int[rows.size()];
        peersEnd = new int[rows.size()];
        peersBefore = new int[rows.size()];
        int before = 0;
        for (int begin = 0; begin < rows.size(); before++) {
            int end = begin + 1;
            while (end < rows.size() && !begins[end]) {
                end++;
            }
            for (int i = begin; i < end; i++) {
                peersBegin[i] = begin;
                peersEnd[i] = end;
                peersBefore[i] = before;
            }
            begin = end;
        }
        groups = before;
    }

    /// Sorts the list in place unless it is already sorted.
    static WindowPartition sorted(List<Object[]> rows, List<SortedRows.Key> order, RowBudget budget) {
        boolean[] begins = new boolean[rows.size()];
        if (!order.isEmpty() && !areOrdered(rows, order, begins, budget)) {
            rows.sort(SortedRows.comparator(order, budget));
            areOrdered(rows, order, begins, budget);
        }
        return new WindowPartition(rows, order, begins);
    }

    private static boolean areOrdered(List<Object[]> rows, List<SortedRows.Key> order, boolean[] begins,
            RowBudget budget) {
        for (int i = 1; i < begins.length; i++) {
            budget.row(0);
            int found = SortedRows.compare(order, rows.get(i - 1), rows.get(i));
            if (found > 0) {
                return false;
            }
            begins[i] = found < 0;
        }
        return true;
    }

    int size() {
        return rows.size();
    }

    Object[] row(int row) {
        return rows.get(row);
    }

    int peersBegin(int row) {
        return peersBegin[row];
    }

    int peersEnd(int row) {
        return peersEnd[row];
    }

    int peersBefore(int row) {
        return peersBefore[row];
    }

    /// The first row of a peer group; for a group that does not exist, the first row or the end of the partition.
    ///
    /// @param group from 0
    int group(long group) {
        if (group <= 0 || group >= groups) {
            return group <= 0 ? 0 : size();
        }
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (peersBefore[middle] < group) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// The only sort key.
    SortedRows.Key key() {
        return order.getFirst();
    }

    Object keyOf(int row) {
        return rows.get(row)[key().column()];
    }
}
