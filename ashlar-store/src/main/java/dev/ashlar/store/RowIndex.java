// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.memory.AllocationException;

/// Maps keys to rows of a table. It is built from the table in the memory of this process, and updated in one of two
/// ways: by [#update] with the rows committed since, or by the writer with each commit ([StoreWriter#keepUp]). It is
/// not on disk: each opening of a store rebuilds the indexes it needs. Declare an index that is needed permanently
/// ([StoreWriter#declare]); the store then builds and updates it.
///
/// **Threading**: one thread builds and updates. Any number of threads look up, each with its own reader.
///
/// **Ownership**: memory off the heap. Close the index before the store; whoever opened a reader closes it.
///
/// **Failure**: if memory runs out while the writer updates it, rows are still committed, but the index has failed:
/// every use is an `IllegalStateException`.
public sealed interface RowIndex extends AutoCloseable permits HashIndex, SortedIndex {
    Table table();

    IndexDefinition definition();

    /// Bytes of a key; 8 if it is an integer.
    int keyLength();

    /// Whether the key is one integer, and not bytes.
    boolean isInteger();

    /// Rows before this one are in the index.
    long endRow();

    /// Number of entries, including those of retired rows that are not yet dropped.
    long entryCount();

    /// Bytes off the heap.
    long memoryBytes();

    /// Adds the rows committed since.
    ///
    /// @return [#endRow]
    /// @throws AllocationException   if there is no memory for it; the index has all rows before some row
    /// @throws CorruptChunkException where rows are damaged or missing; those before are in the index
    long update() throws AllocationException;

    /// Compares the index with its table: every row must be found, and nothing else. For the thread that updates it.
    IndexReport verify();

    @Override
    void close();
}
