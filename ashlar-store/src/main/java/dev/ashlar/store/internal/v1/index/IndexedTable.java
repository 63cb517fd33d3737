// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.IndexReport;
import dev.ashlar.store.RowIndex;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.table.RowFollower;
import dev.ashlar.store.internal.v1.table.Rows;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Common base of the indexes of a table: which rows they have, and how more are added.
///
/// **Threading**: one thread updates; any thread reads.
public abstract class IndexedTable implements RowFollower {
    private static final int MAX_FINDINGS = 100;

    public final Rows rows;
    final IndexKey key;
    private final IndexDefinition definition;
    private volatile long end;
    private volatile Throwable failure;
    private volatile boolean closed;

    /// @throws IllegalArgumentException if the fields cannot be a key
    IndexedTable(Table table, IndexDefinition definition) {
        Objects.requireNonNull(definition, "definition");
        if (!(table instanceof Rows known)) {
            throw new IllegalArgumentException("table does not belong to a store: table=" + table);
        }
        rows = known;
        this.definition = definition;
        key = new IndexKey(rows.block(), definition.fields(), rows.schema().byteOrder());
        end = rows.firstRow();
    }

    public final Table table() {
        return rows;
    }

    public final IndexDefinition definition() {
        return definition;
    }

    public final int keyLength() {
        return key.length();
    }

    public final boolean isInteger() {
        return key.isInteger();
    }

    public final long endRow() {
        return end;
    }

    /// Told before rows are added.
    ///
    /// @param count how many there will be at most
    abstract void begin(long count) throws AllocationException;

    /// Adds rows that follow those that it knows.
    ///
    /// @param first the first row of the table that is there
    abstract void add(MemorySegment memory, long offset, long count, long firstRow, RowLayout layout, long first)
            throws AllocationException;

    /// Told when all are added, or no more can be. If it throws, none of them are.
    abstract void added(long first) throws AllocationException;

    /// Takes away what readers look for, now that it is not usable: what they look for all the time is one field.
    abstract void refuse();

    public final long update() throws AllocationException {
        requireUsable();
        long pin = rows.pins().pin();
        try {
            // What is there now stays as long as it is pinned.
            long first = rows.firstRow();
            long to = rows.endRow();
            long from = Math.max(end, first);
            if (from < to) {
                addAll(from, to, first);
            }
            return end;
        } catch (UncheckedIOException e) {
            throw (AllocationException) e.getCause();
        } finally {
            rows.pins().unpin(pin);
        }
    }

    private void addAll(long from, long to, long first) throws AllocationException {
        long[] reached = {from};
        begin(to - from);
        try {
            rows.forEachRun(from, to, (memory, offset, stride, count, firstRow, layout) -> {
                try {
                    add(memory, offset, count, firstRow, layout, first);
                } catch (AllocationException e) {
                    throw new UncheckedIOException(e);
                }
                reached[0] = firstRow + count;
            });
        } finally {
            added(first);
            end = reached[0];
        }
    }

    @Override
    public final void committed(MemorySegment memory, long offset, long count, long firstRow, RowLayout layout) {
        if (failure != null || closed) {
            return;
        }
        try {
            if (end != firstRow) {
                // Somebody else has updated it meanwhile, or rows were there before it learned of any.
                update();
            } else {
                long first = rows.firstRow();
                begin(count);
                add(memory, offset, count, firstRow, layout, first);
                added(first);
                end = firstRow + count;
            }
        } catch (AllocationException | RuntimeException | OutOfMemoryError e) {
            failure = e;
            refuse();
        }
    }

    final void requireUsable() {
        if (closed) {
            throw new IllegalStateException("index is closed (" + rows.name() + ")");
        }
        if (failure != null) {
            throw new IllegalStateException("index has failed, build another: endRow=" + end + " (" + rows.name() + ")",
                    failure);
        }
    }

    public final boolean isUsable() {
        return !closed && failure == null;
    }

    /// @return whether it was open
    final boolean end() {
        boolean open = !closed;
        closed = true;
        refuse();
        return open;
    }

    /// Takes in all rows that are there.
    ///
    /// @return the same index, which is closed if that fails
    static <T extends IndexedTable & RowIndex> T filled(T index) throws AllocationException {
        boolean done = false;
        try {
            index.update();
            done = true;
            return index;
        } finally {
            if (!done) {
                index.close();
            }
        }
    }

    /// Lines of a report, of which there are not too many.
    static final class Differences {
        private final List<String> lines = new ArrayList<>();
        private long omitted;

        void add(String line) {
            if (lines.size() < MAX_FINDINGS) {
                lines.add(line);
            } else {
                omitted++;
            }
        }

        IndexReport report(long rows, long entries) {
            return new IndexReport(rows, entries, lines, omitted);
        }
    }
}
