// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.List;
import java.util.stream.Stream;

/// Defines the key of an index.
///
/// The key is one integer if there is one field that is an integer of any width, an enum of integers, or a composite
/// whose only encoded member is such. Otherwise the key is the bytes of the fields, one after the other: integers,
/// enums, sets, characters, arrays or composites of these. Rows in which a field is absent or null are not in the
/// index.
///
/// @param fields names in the block of the table
/// @param unique whether only the last row of each key counts, as for the latest state of an object; otherwise each row
///     leads to the previous one with its key
public record IndexDefinition(List<String> fields, boolean unique) {
    public IndexDefinition {
        fields = List.copyOf(fields);
    }

    /// The last row of each key.
    public static IndexDefinition unique(String field, String... more) {
        return new IndexDefinition(Stream.concat(Stream.of(field), Stream.of(more)).toList(), true);
    }

    /// All rows of each key.
    public static IndexDefinition multi(String field, String... more) {
        return new IndexDefinition(Stream.concat(Stream.of(field), Stream.of(more)).toList(), false);
    }
}
