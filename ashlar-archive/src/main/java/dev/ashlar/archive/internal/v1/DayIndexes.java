// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import java.util.List;

/// Declares the indexes of an archive in the store of a day.
final class DayIndexes {
    /// Declares those that the store can have and does not have yet.
    ///
    /// @return how many of them it has now
    static int declare(List<IndexDeclaration> indexes, StoreWriter day) throws StoreException {
        int have = 0;
        for (IndexDeclaration index : indexes) {
            try {
                have += declareFirst(index, day);
            } catch (IllegalArgumentException _) {
                // This day has another version of the schema, whose fields are no such key.
            }
        }
        return have;
    }

    /// Declares one, if the store has its table.
    ///
    /// @return whether it has, as 1 or 0
    /// @throws IllegalArgumentException if the fields cannot be a key
    static int declareFirst(IndexDeclaration index, StoreWriter day) throws StoreException {
        boolean known = day.indexes().stream().anyMatch(other -> other.declaration().equals(index));
        boolean table = day.tables().stream().anyMatch(other -> other.name().equals(index.table()));
        if (table && !known) {
            day.declare(index);
        }
        return table ? 1 : 0;
    }
}
