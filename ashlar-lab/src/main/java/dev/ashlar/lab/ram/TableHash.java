// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.store.HashIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDefinition;
import java.io.IOException;

/// The hash index of our store.
final class TableHash implements Index {
    private final KeyTable table;
    private final HashIndex index;
    private final HashReader reader;
    private final boolean first;
    private final long[] rows = new long[BATCH];

    /// @param table of the keys, closed with this
    TableHash(KeyTable table) throws IOException {
        this(table, HashIndex.build(table.table(), IndexDefinition.unique(KeyTable.FIELD)), true);
    }

    private TableHash(KeyTable table, HashIndex index, boolean first) {
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
        return new TableHash(table, index, false);
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
