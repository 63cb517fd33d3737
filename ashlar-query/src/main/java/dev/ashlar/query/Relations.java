// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.internal.StoreRelations;
import dev.ashlar.store.Store;
import java.util.List;

/// All that can be asked of a store: its tables, what its journals know of their messages, and its boards.
///
/// **Threading**: immutable; any thread.
public interface Relations {
    /// What the store has now. Containers that come into being later are in a later call's.
    static Relations of(Store store) {
        return StoreRelations.of(store);
    }

    /// All of them: tables, journals, boards, each in the order in which they were made.
    List<Relation> all();

    /// The relation of this name.
    ///
    /// @throws IllegalArgumentException if there is none, with the name that is nearest to it
    Relation get(String name);
}
