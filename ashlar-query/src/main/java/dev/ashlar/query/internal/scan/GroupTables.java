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

    /// Takes a group of a table.
    interface Visitor {
        void visit(int table, int group);
    }

    /// Goes over the groups of all tables in the order of their first rows. Those of one table are in this order, since
    /// workers take stripes in order.
    static void forEachByFirstRow(List<GroupTables> tables, Visitor visitor) {
        int[] next = new int[tables.size()];
        while (true) {
            int first = -1;
            long least = Long.MAX_VALUE;
            for (int i = 0; i < next.length; i++) {
                GroupTable of = tables.get(i).groups;
                if (next[i] < of.count() && (first < 0 || of.row(next[i]) < least)) {
                    first = i;
                    least = of.row(next[i]);
                }
            }
            if (first < 0) {
                return;
            }
            visitor.visit(first, next[first]++);
        }
    }
}
