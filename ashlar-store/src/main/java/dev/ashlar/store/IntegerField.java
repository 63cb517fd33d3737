// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.store.internal.v1.index.IndexKey;
import java.lang.foreign.MemorySegment;

/// An integer at a fixed place of a table's blocks: a field of any width, an enum's code, or the only member of a
/// composite that takes bytes.
///
/// **Threading**: immutable.
public interface IntegerField {
    /// @throws IllegalArgumentException if the table has no such field, or it is no integer
    static IntegerField of(Table table, String field) {
        return IndexKey.integer(table, field);
    }

    /// Whether a row has a value there: the field is neither absent nor null.
    boolean isPresent(MemorySegment memory, long offset, RowLayout layout);

    /// The value of a block that has one: signed types sign-extended, unsigned ones zero-extended, `uint64` as its 64
    /// bits.
    long get(MemorySegment memory, long offset);
}
