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
    /// Keep the relations for further queries: they cache the kernels compiled for earlier queries; new relations
    /// compile them again.
    static Relations of(Store store) {
        return StoreRelations.of(store);
    }

    /// Relations whose rows are in several stores, with `_date` as an additional first column. They have the columns of
    /// all parts; this method opens parts only to find their columns. Parts that cannot be opened are left out; that is
    /// an error only for queries that need them.
    ///
    /// @param parts supplies the current parts, in row order; each query calls it once
    static Relations ofParts(Supplier<List<StorePart>> parts) {
        return PartRelations.of(parts);
    }

    /// Updates relations to parts that may have changed. If all relations still have the same columns, the result is
    /// `before`; otherwise it reuses each relation whose columns are the same. Reused relations keep what was prepared
    /// for earlier queries.
    ///
    /// @param before earlier relations of the same `parts`
    /// @throws IllegalArgumentException if `before` belongs to one store
    static Relations ofParts(Supplier<List<StorePart>> parts, Relations before) {
        if (!(before instanceof PartRelations some)) {
            throw new IllegalArgumentException("not relations of parts: " + before);
        }
        return PartRelations.of(parts, some);
    }

    /// All relations: tables, journals, last-value tables, each in the order of their creation.
    List<Relation> all();

    /// The bounds of all tables, journals and last-value tables, one row for each. Columns: `name`, `kind`; for a
    /// table, the `journal` that fills it; for a table or last-value table, `firstRow` and `endRow`; for a journal,
    /// `firstPosition` and `endPosition`. The relation is named `_containers` and is not among [#all()].
    ///
    /// Use it to identify rows whose message is retired: their `_position` is less than `firstPosition` of the journal.
    Relation containers();

    /// The relation with this name.
    ///
    /// @throws IllegalArgumentException if there is none; the message suggests the most similar name
    /// @throws QueryException           if the relation is [#unreadable]
    Relation get(String name);

    /// Why [#all()] lacks a relation with this name, ignoring case: no part that has the relation can be opened, or a
    /// part that may have it cannot be opened. Empty if no part can have it.
    default Optional<QueryException> unreadable(String name) {
        return Optional.empty();
    }
}
