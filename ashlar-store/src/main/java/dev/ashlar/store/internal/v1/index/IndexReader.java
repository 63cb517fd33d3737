// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.store.IntegerField;
import dev.ashlar.store.RowReader;
import dev.ashlar.store.internal.index.Holdable;

/// Common base of index readers: the rows that they see, and the memory of the index, which they hold while it may be
/// replaced.
///
/// **Threading**: one thread.
///
/// **Ownership**: holds the generation that it last looked up in.
///
/// @param <G> what is replaced as a whole
abstract class IndexReader<G extends Holdable> implements RowReader {
    final IndexKey key;
    final IndexRows rows;
    private final IndexedTable index;
    private final boolean integer;
    private G held;
    private boolean closed;

    IndexReader(IndexedTable index) {
        this.index = index;
        key = index.key;
        integer = key.isInteger();
        rows = new IndexRows(index.rows);
    }

    /// What the index has now; null if it is not usable.
    abstract G newest();

    /// The newest generation. The one before is let go of here, and not earlier.
    final G generation() {
        G now = newest();
        return now != null && now == held ? now : hold();
    }

    private G hold() {
        if (closed) {
            throw new IllegalStateException("reader is closed (" + index.table().name() + ")");
        }
        index.requireUsable();
        while (true) {
            G next = newest();
            if (next != null && next.tryHold()) {
                release();
                held = next;
                return next;
            }
            // Freed already: there is a newer one, or none any longer.
            index.requireUsable();
        }
    }

    private void release() {
        if (held != null) {
            held.release();
            held = null;
        }
    }

    /// Whether these are still held.
    final boolean holds(G generation) {
        return held == generation;
    }

    final void requireInteger(boolean wanted) {
        if (integer != wanted) {
            throw new IllegalStateException(wanted ? "key is not one integer: fields=" + key.fields()
                    : "key is one integer: fields=" + key.fields());
        }
    }

    @Override
    public final void visit(long[] found, int from, int n, Visitor visitor) {
        generation();
        rows.visit(found, from, n, visitor);
    }

    @Override
    public final void read(long[] found, int from, int n, IntegerField field, long[] values, long otherwise) {
        generation();
        rows.read(found, from, n, field, values, otherwise);
    }

    @Override
    public final void refresh() {
        generation();
        rows.refresh();
    }

    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            rows.close();
            release();
        }
    }
}
