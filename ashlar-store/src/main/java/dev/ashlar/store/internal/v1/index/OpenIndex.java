// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.HashIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.IndexReport;
import dev.ashlar.store.RowIndex;
import dev.ashlar.store.SortedIndex;
import dev.ashlar.store.SortedReader;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.table.Rows;

/// A declared index of an open store.
///
/// **Threading**: any thread; the monitor is for whoever builds or updates.
///
/// **Ownership**: the index, once it is built.
public final class OpenIndex implements DeclaredIndex {
    /// About what an index of ten million rows took a row (ADR 16).
    private static final long BUILD_NS_PER_ROW = 150;
    /// A table whose index is built before anybody notices.
    private static final long FEW_ROWS = 1 << 16;

    private final Rows rows;
    private final IndexDeclaration declaration;
    private final IndexKey key;
    private volatile RowIndex built;
    private volatile Throwable failure;
    private boolean closed;
    private long sparedNs;

    /// @throws IllegalArgumentException if the fields cannot be a key
    OpenIndex(Rows rows, IndexDeclaration declaration) {
        this.rows = rows;
        this.declaration = declaration;
        key = new IndexKey(rows.block(), declaration.fields(), rows.schema().byteOrder());
    }

    @Override
    public IndexDeclaration declaration() {
        return declaration;
    }

    @Override
    public Table table() {
        return rows;
    }

    @Override
    public int keyLength() {
        return key.length();
    }

    @Override
    public boolean isInteger() {
        return key.isInteger();
    }

    @Override
    public boolean isBuilt() {
        return built != null && failure == null;
    }

    @Override
    public long memoryBytes() {
        RowIndex index = built;
        return index == null ? 0 : index.memoryBytes();
    }

    @Override
    public String problem() {
        Throwable why = failure;
        return why == null ? "" : String.valueOf(why.getMessage());
    }

    @Override
    public void build() throws AllocationException {
        ready();
    }

    private synchronized RowIndex ready() throws AllocationException {
        if (closed) {
            throw new IllegalStateException("store is closed (" + rows.name() + ")");
        }
        switch (failure) {
            case null -> { }
            case AllocationException e -> throw e;
            case CorruptChunkException e -> throw e;
            default -> throw new IllegalStateException("index has failed: index=" + declaration + " (" + rows.name()
                    + ")", failure);
        }
        try {
            if (built == null) {
                built = make(rows, declaration);
            } else {
                built.update();
            }
            return built;
        } catch (AllocationException | CorruptChunkException | OutOfMemoryError e) {
            failure = e;
            throw e;
        }
    }

    public static RowIndex make(Rows rows, IndexDeclaration declaration) throws AllocationException {
        return switch (declaration.kind()) {
            case HASH -> TableHashIndex.build(rows, declaration.definition());
            case SORTED -> TableSortedIndex.build(rows, declaration.definition());
        };
    }

    @Override
    public synchronized boolean pays(long scanNs) {
        if (built == null) {
            sparedNs += scanNs;
        }
        return wouldPay(0);
    }

    @Override
    public synchronized boolean wouldPay(long scanNs) {
        return failure == null && !closed && (built != null || rows.rowCount() <= FEW_ROWS
                || sparedNs + scanNs >= rows.rowCount() * BUILD_NS_PER_ROW);
    }

    @Override
    public HashReader hashReader() throws AllocationException {
        requireKind(IndexDeclaration.Kind.HASH);
        return ((HashIndex) ready()).reader();
    }

    @Override
    public SortedReader sortedReader() throws AllocationException {
        requireKind(IndexDeclaration.Kind.SORTED);
        return ((SortedIndex) ready()).reader();
    }

    private void requireKind(IndexDeclaration.Kind wanted) {
        if (declaration.kind() != wanted) {
            throw new IllegalStateException("index is of another kind: index=" + declaration + " (" + rows.name()
                    + ")");
        }
    }

    @Override
    public synchronized IndexReport verify() throws AllocationException {
        return ready().verify();
    }

    synchronized void close() {
        closed = true;
        if (built != null) {
            built.close();
        }
    }
}
