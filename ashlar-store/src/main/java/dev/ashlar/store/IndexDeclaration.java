// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.List;
import java.util.Objects;

/// Declares that a table of a store has an index. The declaration is in the catalog; the index itself is built in the
/// memory of each process that uses it.
///
/// @param table  its name
/// @param fields names in the block of the table; as for [IndexDefinition]
/// @param kind   what can be looked up
public record IndexDeclaration(String table, List<String> fields, Kind kind) {
    /// What can be looked up.
    public enum Kind {
        /// Equal keys: a [HashIndex] that leads to all rows of each key.
        HASH,
        /// Equal keys, ranges and prefixes: a [SortedIndex].
        SORTED
    }

    public IndexDeclaration {
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(kind, "kind");
        fields = List.copyOf(fields);
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("index without fields: table=" + table);
        }
    }

    /// For equal keys.
    public static IndexDeclaration hash(String table, String... fields) {
        return new IndexDeclaration(table, List.of(fields), Kind.HASH);
    }

    /// For equal keys, ranges and prefixes.
    public static IndexDeclaration sorted(String table, String... fields) {
        return new IndexDeclaration(table, List.of(fields), Kind.SORTED);
    }

    /// The definition for [HashIndex#build]: all rows of each key.
    public IndexDefinition definition() {
        return new IndexDefinition(fields, false);
    }

    /// Such as `symbol (hash)`.
    @Override
    public String toString() {
        return String.join(",", fields) + (kind == Kind.HASH ? " (hash)" : " (sorted)");
    }
}
