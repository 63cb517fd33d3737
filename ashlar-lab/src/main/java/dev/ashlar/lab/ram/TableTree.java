// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.store.SortedIndex;
import dev.ashlar.store.SortedReader;
import java.io.IOException;

/// The sorted index of our store, a tree of nodes of one cache line.
final class TableTree implements Index {
    private final KeyTable table;
    private final SortedIndex index;
    private final SortedReader reader;
    private final boolean first;
    private final long[] rows = new long[BATCH];

    /// @param table of the keys, closed with this
    TableTree(KeyTable table) throws IOException {
        this(table, SortedIndex.build(table.table(), KeyTable.FIELD), true);
    }

    private TableTree(KeyTable table, SortedIndex index, boolean first) {
        this.table = table;
        this.index = index;
        this.first = first;
        reader = index.reader();
    }

    @Override
    public long find(long key) {
        return reader.find(key);
    }

    @Override
    public long findBatch(long[] keys, int from) {
        reader.lookup(keys, from, BATCH, rows);
        long sum = 0;
        for (long row : rows) {
            sum += row;
        }
        return sum;
    }

    @Override
    public Index another() {
        return new TableTree(table, index, false);
    }

    @Override
    public void close() throws IOException {
        reader.close();
        if (first) {
            index.close();
            table.close();
        }
    }
}
