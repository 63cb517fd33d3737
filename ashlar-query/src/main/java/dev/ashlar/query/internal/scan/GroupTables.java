// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.internal.kernel.GroupTable;
import dev.ashlar.query.internal.kernel.GroupedValues;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.quantile.GatheredValues;
import java.util.List;

/// Groups, and by aggregate pairs of these and different values, and their values.
record GroupTables(GroupTable groups, GroupTable[] distinct, GroupedValues[] grouped, GatheredValues[] gathered) {
    /// Takes what a worker has found.
    static GroupTables of(KernelState state) {
        return new GroupTables(state.groups, state.distinct, state.grouped, state.gathered);
    }

    /// The groups of some tables in the order of their first rows. Those of one table are in this order, since workers
    /// take stripes in order.
    static final class ByFirstRow {
        private final List<GroupTables> tables;
        private final int[] next;
        private int table = -1;

        ByFirstRow(List<GroupTables> tables) {
            this.tables = tables;
            next = new int[tables.size()];
        }

        /// Moves to the next group.
        ///
        /// @return whether there is one
        boolean next() {
            table = -1;
            for (int i = 0; i < next.length; i++) {
                if (next[i] < tables.get(i).groups.count() && (table < 0 || row(i) < row(table))) {
                    table = i;
                }
            }
            if (table >= 0) {
                next[table]++;
            }
            return table >= 0;
        }

        private long row(int of) {
            return tables.get(of).groups.row(next[of]);
        }

        int table() {
            return table;
        }

        int group() {
            return next[table] - 1;
        }
    }
}
