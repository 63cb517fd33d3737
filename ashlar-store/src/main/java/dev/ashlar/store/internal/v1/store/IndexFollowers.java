// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.RowIndex;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.internal.v1.index.IndexedTable;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.table.RowFollower;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// The indexes of one table that are updated with each commit, one after the other.
///
/// **Threading**: the writer's.
final class IndexFollowers implements RowFollower {
    private IndexedTable[] indexes = {};

    /// Adds all rows of its table to an index from here on.
    static void keepUp(RowIndex index, List<OfTable> tables) throws AllocationException {
        IndexedTable known = (IndexedTable) index;
        if (tables.stream().noneMatch(table -> table.rows() == known.rows)) {
            throw new IllegalArgumentException("index belongs to a table of another store, or of another opening of "
                    + "this one: table=" + known.rows.name());
        }
        known.update();
        if (!(known.rows.follower() instanceof IndexFollowers)) {
            known.rows.follower(new IndexFollowers());
        }
        ((IndexFollowers) known.rows.follower()).add(known);
    }

    private void add(IndexedTable index) {
        IndexedTable[] open = Arrays.stream(indexes).filter(other -> other != index && other.isUsable())
                .toArray(IndexedTable[]::new);
        indexes = Arrays.copyOf(open, open.length + 1);
        indexes[open.length] = index;
    }

    @Override
    public void committed(MemorySegment memory, long offset, long rows, long firstRow, RowLayout layout) {
        for (IndexedTable index : indexes) {
            index.committed(memory, offset, rows, firstRow, layout);
        }
    }
}
