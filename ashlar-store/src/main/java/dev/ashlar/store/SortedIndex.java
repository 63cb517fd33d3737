// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.v1.index.TableSortedIndex;

/// Finds rows of a table by ordered keys: equal keys, ranges, prefixes, nearest keys.
///
/// Integers are ordered by value, other keys bytewise as unsigned bytes; rows with equal keys are in row order. The
/// index consists of runs. Each run is an immutable tree with nodes of one cache line. The first has all rows of the
/// build; smaller ones hold later rows and are merged as they accumulate. If keys arrive in order, as times do, a
/// lookup needs one run.
///
/// An entry takes about 18 bytes, 32 more while it is sorted, and twice its size while it is merged. The commit or
/// update that merges waits for the merge: one commit in 128 does, and rarely one waits until all entries are copied.
/// Each entry is copied a few tens of times, about 1 µs per row in total. If that is too much, call [#update] from time
/// to time instead.
///
/// Retired rows are not found. Their entries are dropped when runs are merged.
public non-sealed interface SortedIndex extends RowIndex {
    /// Builds an index of all current rows.
    ///
    /// @param field and more: as for [IndexDefinition]
    /// @throws AllocationException      if there is no memory for it
    /// @throws IllegalArgumentException if the fields cannot be a key
    /// @throws CorruptChunkException    if rows are damaged or missing
    static SortedIndex build(Table table, String field, String... more) throws AllocationException {
        return TableSortedIndex.build(table, IndexDefinition.multi(field, more));
    }

    /// A reader for one thread.
    SortedReader reader();
}
