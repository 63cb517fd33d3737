// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.internal.parts.PartRelations;
import dev.ashlar.query.internal.relation.StoreRelations;
import dev.ashlar.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Everything in a store that can be queried: its tables, the message metadata of its journals, and its last-value
/// tables.
///
/// **Threading**: immutable; any thread.
public interface Relations {
    /// The current relations of a store. Containers that are created later need a new call.
    ///
    /// Keep them for further queries: they keep the kernels made for earlier ones, which new relations make again.
    static Relations of(Store store) {
        return StoreRelations.of(store);
    }

    /// Relations whose rows lie in several stores, with a column `_date` before all others. They have the columns of
    /// all parts, which are opened only to find these; parts that cannot be opened are left out until a query needs
    /// them.
    ///
    /// @param parts in the order of their rows, as they are when it is called; each query calls it once
    static Relations ofParts(Supplier<List<StorePart>> parts) {
        return PartRelations.of(parts);
    }

    /// The same for parts that may have changed: the same object as before if the relations have the same columns, and
    /// of relations, the same objects where they do. These keep what was prepared for earlier queries.
    ///
    /// @param before of the same `parts`
    /// @throws IllegalArgumentException if it is of one store
    static Relations ofParts(Supplier<List<StorePart>> parts, Relations before) {
        if (!(before instanceof PartRelations some)) {
            throw new IllegalArgumentException("not relations of parts: " + before);
        }
        return PartRelations.of(parts, some);
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
    /// @throws QueryException           if it is [#unreadable]
    Relation get(String name);

    /// Why [#all()] lacks a relation with this name, in any case of its letters: no part that has it can be opened, or
    /// a part that may have it cannot. Empty if nothing can have it.
    default Optional<QueryException> unreadable(String name) {
        return Optional.empty();
    }
}
