// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.v1.index.TableHashIndex;

/// Finds rows of a table by equal keys. A lookup reads one cache line; lookups in batches overlap their cache misses.
///
/// ```java
/// try (HashIndex index = HashIndex.build(table, IndexDefinition.unique("orderId")); HashReader reader = index.reader()) {
///     int found = reader.lookup(keys, 0, keys.length, rows);
/// }
/// ```
///
/// The index stores integer keys themselves and a hash of all others, which are then compared with the bytes of the
/// row. An entry takes about 26 bytes when the index is built and up to twice that after growth;
/// [IndexDefinition#multi] adds 8 to 16 bytes per row. Growing builds a new hash table next to the old one, and the
/// commit or update that triggers it waits.
///
/// Retired rows are not found. Their entries are dropped when the index next grows.
public non-sealed interface HashIndex extends RowIndex {
    /// Builds an index of all current rows.
    ///
    /// @throws AllocationException      if there is no memory for it
    /// @throws IllegalArgumentException if the fields cannot be a key
    /// @throws CorruptChunkException    if rows are damaged or missing
    static HashIndex build(Table table, IndexDefinition definition) throws AllocationException {
        return TableHashIndex.build(table, definition);
    }

    /// A reader for one thread.
    HashReader reader();
}
