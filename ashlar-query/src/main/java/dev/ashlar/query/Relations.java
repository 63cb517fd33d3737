// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.internal.relation.StoreRelations;
import dev.ashlar.store.Store;
import java.util.List;

/// Everything in a store that can be queried: its tables, the message metadata of its journals, and its last-value
/// tables.
///
/// **Threading**: immutable; any thread.
public interface Relations {
    /// The current relations of a store. Containers that are created later need a new call.
    static Relations of(Store store) {
        return StoreRelations.of(store);
    }

    /// All relations: tables, journals, last-value tables, each in the order of their creation.
    List<Relation> all();

    /// The extents of tables, journals and last-value tables, one row for each: `name`, `kind`; of a table the
    /// `journal` that fills it; `firstRow` and `endRow` of a table or last-value table; `firstPosition` and
    /// `endPosition` of a journal. It is named `_containers` and is not among [#all()].
    ///
    /// It identifies rows whose message is retired: their `_position` is less than `firstPosition` of the journal.
    Relation containers();

    /// The relation with this name.
    ///
    /// @throws IllegalArgumentException if there is none; the message suggests the most similar name
    Relation get(String name);
}
