// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

/// Finds the rows of the group entries of a message if the number of rows before them is unknown.
///
/// Their parents only grow from row to row, so the first row whose parent is that of the first entry, or a later one,
/// begins them. That row may be damaged, or one before it such that it looks like a later one. So next to each place
/// the next ones are tried, and the one counts at which most rows are as the message says; none of them may be, if all
/// rows of the message are damaged.
final class RowAnchor {
    /// Rows out of their turn that are passed over at most.
    private static final int MAX_TRIES = 8;

    /// How many rows from a row on are as the message says.
    @FunctionalInterface
    interface Score {
        long at(long row);
    }

    /// @param parent of the first entry
    /// @return the row of the first entry; the table's end if it is not there
    static long find(ReplayedTable table, long parent, Score score) {
        long first = table.end();
        int tries = 0;
        for (long row = table.low(); row < table.end() && tries < MAX_TRIES; row++) {
            if (table.headOf(row) < parent) {
                continue;
            }
            first = tries++ == 0 ? row : first;
            long best = score.at(row);
            long found = row;
            for (long near : new long[] {row - 1, row + 1}) {
                long other = near < table.low() ? 0 : score.at(near);
                if (other > best) {
                    best = other;
                    found = near;
                }
            }
            if (best > 0) {
                return found;
            }
        }
        return first;
    }
}
