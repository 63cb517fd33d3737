// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.v1.index.TableHashIndex;

/// Finds rows of a table by equal keys, with one cache line from the key to its row, in batches that wait for memory
/// together.
///
/// ```java
/// try (HashIndex index = HashIndex.build(table, IndexDefinition.unique("orderId")); HashReader reader = index.reader()) {
///     int found = reader.lookup(keys, 0, keys.length, rows);
/// }
/// ```
///
/// An integer key lies in the index; of other keys a hash does, and the bytes of rows are compared where they lie. An
/// entry takes some 26 bytes when the index is built and up to twice that after growing, for [IndexDefinition#multi] 8
/// to 16 more for each row. Growing makes a new table next to the old one, and the commit or update that needs it
/// waits.
///
/// Retired rows are not found; their entries are dropped when the index next grows.
public non-sealed interface HashIndex extends RowIndex {
    /// Builds an index of all rows that are there.
    ///
    /// @throws AllocationException      if there is no memory for it
    /// @throws IllegalArgumentException if the fields cannot be a key
    /// @throws CorruptChunkException    if rows are damaged or missing
    static HashIndex build(Table table, IndexDefinition definition) throws AllocationException {
        return TableHashIndex.build(table, definition);
    }

    /// Looks up, for one thread.
    HashReader reader();
}
