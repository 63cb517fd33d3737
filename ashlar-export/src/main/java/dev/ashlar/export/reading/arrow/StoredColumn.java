// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.arrow;

import dev.ashlar.ingest.table.SourceType;
import java.util.List;

/// A column as the schema declares it.
///
/// @param name       path of names, joined by points
/// @param type       what its values are
/// @param form       how they are stored
/// @param width      bytes of a value; 0 of booleans and texts
/// @param nodes      its node, and before it those of the structures around it
/// @param codes      how numbers of the dictionary are stored; null if there is none
/// @param dictionary its number
record StoredColumn(String name, SourceType type, Form form, int width, List<Integer> nodes, Codes codes,
        long dictionary) {
    /// How values are stored.
    enum Form {
        SIGNED, UNSIGNED, BITS, HALF, FLOAT, DOUBLE, DECIMAL, TEXT, LARGE_TEXT, VIEW, FIXED_TEXT, UUID, NOTHING
    }

    /// Numbers of entries of a dictionary.
    record Codes(int width, boolean signed) {
    }

    /// Without its dictionary: what the entries of that are.
    StoredColumn entries() {
        return new StoredColumn(name, type, form, width, List.of(0), null, 0);
    }
}
