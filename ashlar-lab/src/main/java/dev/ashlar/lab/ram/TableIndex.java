// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.lab.SchemaText;
import dev.ashlar.measure.host.Scratch;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.HashIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.IntegerField;
import dev.ashlar.store.RowIndex;
import dev.ashlar.store.RowReader;
import dev.ashlar.store.SortedIndex;
import dev.ashlar.store.SortedReader;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/// An index of our store over a table of the keys.
abstract class TableIndex implements Index {
    final KeyTable table;
    private final boolean first;
    private final RowIndex index;
    private final RowReader reader;
    private long[] rows = {};

    /// @param first whether closing this also closes the index and the table
    private TableIndex(KeyTable table, boolean first, RowIndex index, RowReader reader) {
        this.table = table;
        this.first = first;
        this.index = index;
        this.reader = reader;
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

    @Override
    public final void close() throws IOException {
        reader.close();
        if (first) {
            index.close();
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
            HashReader own = index.reader();
            super(table, first, index, own);
            this.index = index;
            reader = own;
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
    }

    /// The same, and reads a field of each row found.
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
            SortedReader own = index.reader();
            super(table, first, index, own);
            this.index = index;
            reader = own;
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
    }

    /// Keys as rows of a table in its own store: the row number is the value of the key.
    static final class KeyTable implements AutoCloseable {
        static final String FIELD = "key";
        private static final String NAME = "Item";
        private static final int BATCH = 1 << 12;
        private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

        private final Path folder;
        private final StoreWriter store;
        private final Table table;

        /// @throws IOException if the disk has no room
        KeyTable(int count) throws IOException {
            Schema schema = SchemaText.parse("lab", 12, "<type name=\"Key\" primitiveType=\"int64\"/>",
                    "<sbe:message name=\"Item\" id=\"1\"><field name=\"key\" id=\"1\" type=\"Key\"/></sbe:message>");
            folder = Files.createTempDirectory("ashlar-lab");
            store = StoreWriter.open(folder, StoreOptions.defaults().withDurability(Durability.NONE));
            table = store.define(TableDefinition.of(schema, NAME));
            fill(store.appender(NAME), count);
        }

        private static void fill(Appender appender, int count) throws IOException {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment keys = arena.allocate((long) BATCH * Long.BYTES, Long.BYTES);
                for (int from = 0; from < count; from += BATCH) {
                    int rows = Math.min(BATCH, count - from);
                    for (int i = 0; i < rows; i++) {
                        keys.setAtIndex(LONG, i, Keys.of(from + i));
                    }
                    appender.appendAll(keys, 0, rows);
                }
            }
        }

        Table table() {
            return table;
        }

        @Override
        public void close() throws IOException {
            store.close();
            Scratch.delete(folder);
        }
    }
}
