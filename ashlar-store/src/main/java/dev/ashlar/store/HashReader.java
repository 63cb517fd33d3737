// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Looks up rows by equal keys.
///
/// Methods with `long` keys are for integer keys, the others for all other keys: the bytes of the fields, one after the
/// other, as they are in the block. The wrong kind is an `IllegalStateException`.
///
/// A row is found once the index has it, which is after its commit became visible in the table.
public interface HashReader extends RowReader {
    /// The last row with this key, or [#ABSENT].
    long find(long key);

    /// The last row with this key, or [#ABSENT].
    ///
    /// @param key as many bytes as the key has
    long find(MemorySegment key, long offset);

    /// The row before `row` with the same key, or [#ABSENT].
    ///
    /// @param row that was found
    /// @throws IllegalStateException if the index keeps only the last row of each key
    long previous(long row);

    /// Looks up `n` keys from index `from` on, and puts their rows, or [#ABSENT], into `rows` from 0 on. Keys are
    /// looked up in groups that overlap their cache misses.
    ///
    /// @return how many were found
    int lookup(long[] keys, int from, int n, long[] rows);

    /// The same for byte keys, which lie one after the other.
    int lookup(MemorySegment keys, long offset, int n, long[] rows);

    /// [#lookup] and [RowReader#visit] in one.
    ///
    /// @return how many were found and visited
    default int lookupAndVisit(long[] keys, int from, int n, long[] rows, Visitor visitor) {
        int found = lookup(keys, from, n, rows);
        visit(rows, 0, n, visitor);
        return found;
    }

    /// [#lookup] and [RowReader#read] in one.
    ///
    /// @return how many were found
    default int lookupAndRead(long[] keys, int from, int n, long[] rows, IntegerField field, long[] values,
            long otherwise) {
        int found = lookup(keys, from, n, rows);
        read(rows, 0, n, field, values, otherwise);
        return found;
    }
}
