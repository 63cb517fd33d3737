// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.store.internal.v1.index.IndexKey;
import java.lang.foreign.MemorySegment;

/// An integer at a fixed place of a table's blocks: a field of any width, an enum's code, or the only encoded member of
/// a composite.
///
/// **Threading**: immutable.
public interface IntegerField {
    /// @throws IllegalArgumentException if the table has no such field, or it is not an integer
    static IntegerField of(Table table, String field) {
        return IndexKey.integer(table, field);
    }

    /// Whether a row has a value there: the field is neither absent nor null.
    boolean isPresent(MemorySegment memory, long offset, RowLayout layout);

    /// The value, which must be present: signed types sign-extended, unsigned types zero-extended, `uint64` as its 64
    /// bits.
    long get(MemorySegment memory, long offset);
}
