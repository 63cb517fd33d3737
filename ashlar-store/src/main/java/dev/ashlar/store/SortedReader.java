// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Looks up rows by keys in their order. Methods with `long` keys are for integer keys, the others for bytes; the wrong
/// kind is an `IllegalStateException`. A `uint64` is its 64 bits, compared without sign.
public interface SortedReader extends RowReader {
    /// The last row with this key, or [#ABSENT].
    long find(long key);

    /// The last row with the greatest key that is not greater, or [#ABSENT].
    long floor(long key);

    /// The first row with the least key that is not less, or [#ABSENT].
    long ceiling(long key);

    /// Looks up `n` keys that begin at `from`, and puts the last row of each, or [#ABSENT], into `rows` from 0 on. In
    /// groups, level by level of the tree: the nodes of all keys of a group are asked for together.
    ///
    /// @return how many were found
    int lookup(long[] keys, int from, int n, long[] rows);

    /// Rows whose keys are from `from` to `to`, both included. The range sees what is there now, and is over when the
    /// reader is used for something else and has newer rows to find then.
    SortedRange range(long from, long to);

    /// The last row with this key, or [#ABSENT].
    ///
    /// @param key as many bytes as the key has
    long find(MemorySegment key, long offset);

    /// Rows whose keys begin with these bytes; as [#range].
    ///
    /// @throws IllegalArgumentException if they are more than the key has
    SortedRange prefix(MemorySegment bytes, long offset, int length);
}
