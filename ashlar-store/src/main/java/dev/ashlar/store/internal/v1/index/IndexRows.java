// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.IntegerField;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.RowReader;
import dev.ashlar.store.internal.v1.chunk.View;
import dev.ashlar.store.internal.v1.table.RowPlaces;
import dev.ashlar.store.internal.v1.table.Rows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// The rows of a table as one reader of an index sees them: those that were there when it was opened, and later ones.
///
/// **Threading**: one thread.
///
/// **Ownership**: a pin, until it is closed.
final class IndexRows implements AutoCloseable {
    private static final int GROUP = 64;

    private final Rows table;
    private final RowPlaces places;
    private final MemorySegment[] memories = new MemorySegment[GROUP];
    private final long[] offsets = new long[GROUP];
    private final RowLayout[] layouts = new RowLayout[GROUP];
    private View view;
    private long first;
    private long touched;

    IndexRows(Rows table) {
        this.table = table;
        places = new RowPlaces(table);
        open();
    }

    private void open() {
        view = new View(table.chain(), table.pins(), table.name());
        first = table.firstRow();
        view.grow();
        places.use(view.links());
    }

    void refresh() {
        View before = view;
        try {
            open();
        } finally {
            before.close();
        }
    }

    /// The first row that is there for this reader.
    long first() {
        return first;
    }

    /// Goes to a row, which has to be there.
    void seek(long row) {
        if (!places.reach(row) && view.grow()) {
            places.use(view.links());
        }
        places.seek(row);
        places.requireUncut();
        if (view.isUnpinned() && places.isGone()) {
            throw new CorruptChunkException("rows were retired, and this reader cannot pin them", row, row + 1,
                    table.name());
        }
    }

    MemorySegment memory() {
        return places.memory();
    }

    long offset() {
        return places.offset();
    }

    void visit(long[] rows, int from, int n, RowReader.Visitor visitor) {
        Objects.checkFromIndexSize(from, n, rows.length);
        for (int done = 0; done < n; done += GROUP) {
            int count = Math.min(GROUP, n - done);
            long loaded = 0;
            for (int i = 0; i < count; i++) {
                long row = rows[from + done + i];
                layouts[i] = null;
                if (row != RowReader.ABSENT) {
                    seek(row);
                    memories[i] = places.memory();
                    offsets[i] = places.offset();
                    layouts[i] = places.layout();
                    if (layouts[i].blockLength() > 0) {
                        loaded += memories[i].get(ValueLayout.JAVA_BYTE, offsets[i]);
                    }
                }
            }
            touched = loaded;
            for (int i = 0; i < count; i++) {
                if (layouts[i] != null) {
                    visitor.visit(from + done + i, rows[from + done + i], memories[i], offsets[i], layouts[i]);
                }
            }
        }
    }

    /// Rows do not depend on each other, so one loop has many of them under way.
    void read(long[] rows, int from, int n, IntegerField field, long[] values, long otherwise) {
        Objects.checkFromIndexSize(from, n, rows.length);
        Objects.checkFromIndexSize(from, n, values.length);
        IndexKey value = (IndexKey) field;
        for (int i = from; i < from + n; i++) {
            long row = rows[i];
            values[i] = otherwise;
            if (row != RowReader.ABSENT) {
                seek(row);
                if (value.isPresent(places.memory(), places.offset(), places.layout())) {
                    values[i] = value.get(places.memory(), places.offset());
                }
            }
        }
    }

    @Override
    public void close() {
        view.close();
    }
}
