// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.memory.AllocationException;

/// Leads from keys to rows of a table. It lies in the memory of this process, is built from the table, and kept up in
/// one of two ways: by [#update] with what was committed since, or by the writer ([StoreWriter#keepUp]) with
/// each commit. It is on no disk: who opens a store rebuilds what it needs. One that shall always be there is
/// declared ([StoreWriter#declare]); then the store builds it and keeps it up.
///
/// **Threading**: one thread builds and updates; it may be another than those that look up, each with a reader of its
/// own.
///
/// **Ownership**: memory off the heap. Close it, before the store; readers are closed by those who opened them.
///
/// **Failure**: if there is no memory to grow while the writer keeps it up, rows are committed all the same, and the
/// index has failed: whoever uses it learns so by an `IllegalStateException`.
public sealed interface RowIndex extends AutoCloseable permits HashIndex, SortedIndex {
    Table table();

    IndexDefinition definition();

    /// Bytes of a key; 8 if it is an integer.
    int keyLength();

    /// Whether the key is one integer, and not bytes.
    boolean isInteger();

    /// Rows before this one are in the index.
    long endRow();

    /// Entries, those of rows included that were retired and not yet dropped.
    long entryCount();

    /// Bytes off the heap.
    long memoryBytes();

    /// Adds the rows that were committed since.
    ///
    /// @return [#endRow]
    /// @throws AllocationException   if there is no memory for it; the index is as it was before some row
    /// @throws CorruptChunkException where rows are damaged or missing; those before are in the index
    long update() throws AllocationException;

    /// Compares the index with its table: whether each row is found, and nothing else. For the thread that updates it.
    IndexReport verify();

    @Override
    void close();
}
