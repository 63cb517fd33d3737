// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.v1.index.TableSortedIndex;

/// Finds rows of a table by keys in their order: equal ones, ranges, prefixes, the nearest.
///
/// Integers are in the order of their values, bytes in that of unsigned numbers, the first that differ decide; of
/// rows with the same key the earlier comes first. It consists of runs, each a tree of nodes of one cache line that
/// does not change: all rows at first, and smaller ones with what came since, which are merged as they become many.
/// Where keys come in order, as times do, a lookup needs one run.
///
/// An entry takes some 18 bytes; while it is sorted 32 more, and while it is merged twice its own. The commit or update
/// that merges waits for it: a commit in 128 does, and one in many for as long as all entries take to be copied. Each
/// entry is copied some tens of times, which makes a microsecond a row: where that is too much, call [#update] now and
/// then instead.
///
/// Retired rows are not found; their entries are dropped when runs are merged.
public non-sealed interface SortedIndex extends RowIndex {
    /// Builds an index of all rows that are there.
    ///
    /// @param field and more: as for [IndexDefinition]
    /// @throws AllocationException      if there is no memory for it
    /// @throws IllegalArgumentException if the fields cannot be a key
    /// @throws CorruptChunkException    if rows are damaged or missing
    static SortedIndex build(Table table, String field, String... more) throws AllocationException {
        return TableSortedIndex.build(table, IndexDefinition.multi(field, more));
    }

    /// Looks up, for one thread.
    SortedReader reader();
}
