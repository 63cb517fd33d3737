// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.internal.relation.StoreRelations;
import dev.ashlar.store.Store;
import java.util.List;

/// All that can be asked of a store: its tables, what its journals know of their messages, and its last-value tables.
///
/// **Threading**: immutable; any thread.
public interface Relations {
    /// What the store has now. Containers that come into being later are in a later call's.
    static Relations of(Store store) {
        return StoreRelations.of(store);
    }

    /// All of them: tables, journals, last-value tables, each in the order in which they were made.
    List<Relation> all();

    /// How far tables, journals and last-value tables go, one row for each: `name`, `kind`; of a table the `journal`
    /// that fills it; `firstRow` and `endRow` of a table or last-value table; `firstPosition` and `endPosition` of a
    /// journal. It is named `_containers`, and not among [#all()].
    ///
    /// So a row is known whose message was retired: its `_position` is less than `firstPosition` of the journal.
    Relation containers();

    /// The relation of this name.
    ///
    /// @throws IllegalArgumentException if there is none, with the name that is nearest to it
    Relation get(String name);
}
