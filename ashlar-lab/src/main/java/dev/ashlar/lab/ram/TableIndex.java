// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.store.HashIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.IntegerField;
import dev.ashlar.store.SortedIndex;
import dev.ashlar.store.SortedReader;
import java.io.IOException;

/// An index of our store over a table of the keys.
abstract class TableIndex implements Index {
    final KeyTable table;
    final boolean first;
    private long[] rows = {};

    /// @param first whether the table is closed with this
    private TableIndex(KeyTable table, boolean first) {
        this.table = table;
        this.first = first;
    }

    abstract void lookup(long[] keys, int from, int count, long[] found);

    @Override
    public final long findBatch(long[] keys, int from, int count) {
        if (rows.length < count) {
            rows = new long[count];
        }
        lookup(keys, from, count, rows);
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += rows[i];
        }
        return sum;
    }

    abstract void closeReader();

    abstract void closeIndex() throws IOException;

    @Override
    public final void close() throws IOException {
        closeReader();
        if (first) {
            closeIndex();
            table.close();
        }
    }

    /// A hash table of cache lines.
    static class Hash extends TableIndex {
        final HashIndex index;
        final HashReader reader;

        Hash(KeyTable table) throws IOException {
            this(table, HashIndex.build(table.table(), IndexDefinition.unique(KeyTable.FIELD)), true);
        }

        Hash(KeyTable table, HashIndex index, boolean first) {
            super(table, first);
            this.index = index;
            reader = index.reader();
        }

        @Override
        public long find(long key) {
            return reader.find(key);
        }

        @Override
        void lookup(long[] keys, int from, int count, long[] found) {
            reader.lookup(keys, from, count, found);
        }

        @Override
        public Index another() {
            return new Hash(table, index, false);
        }

        @Override
        final void closeReader() {
            reader.close();
        }

        @Override
        final void closeIndex() throws IOException {
            index.close();
        }
    }

    /// The same, and of each row that is found a field is read.
    static final class HashAndField extends Hash {
        private final IntegerField field;
        private final long[] row = new long[1];
        private long[] values = new long[1];

        HashAndField(KeyTable table) throws IOException {
            this(table, HashIndex.build(table.table(), IndexDefinition.unique(KeyTable.FIELD)), true);
        }

        private HashAndField(KeyTable table, HashIndex index, boolean first) {
            super(table, index, first);
            field = IntegerField.of(table.table(), KeyTable.FIELD);
        }

        @Override
        public long find(long key) {
            row[0] = reader.find(key);
            reader.read(row, 0, 1, field, values, -1);
            return values[0] == key ? row[0] : -1;
        }

        @Override
        void lookup(long[] keys, int from, int count, long[] found) {
            if (values.length < count) {
                values = new long[count];
            }
            reader.lookupAndRead(keys, from, count, found, field, values, -1);
            for (int i = 0; i < count; i++) {
                found[i] = values[i] == keys[from + i] ? found[i] : -1;
            }
        }

        @Override
        public Index another() {
            return new HashAndField(table, index, false);
        }
    }

    /// A tree of nodes of one cache line.
    static final class Sorted extends TableIndex {
        private final SortedIndex index;
        private final SortedReader reader;

        Sorted(KeyTable table) throws IOException {
            this(table, SortedIndex.build(table.table(), KeyTable.FIELD), true);
        }

        private Sorted(KeyTable table, SortedIndex index, boolean first) {
            super(table, first);
            this.index = index;
            reader = index.reader();
        }

        @Override
        public long find(long key) {
            return reader.find(key);
        }

        @Override
        void lookup(long[] keys, int from, int count, long[] found) {
            reader.lookup(keys, from, count, found);
        }

        @Override
        public Index another() {
            return new Sorted(table, index, false);
        }

        @Override
        void closeReader() {
            reader.close();
        }

        @Override
        void closeIndex() throws IOException {
            index.close();
        }
    }
}
