// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Looks up rows by ordered keys. Methods with `long` keys are for integer keys, the others for bytes; the wrong kind
/// is an `IllegalStateException`. A `uint64` key is passed as its 64 bits and compared unsigned.
public interface SortedReader extends RowReader {
    /// The last row with this key, or [#ABSENT].
    long find(long key);

    /// The last row with the greatest key less than or equal to `key`, or [#ABSENT].
    long floor(long key);

    /// The first row with the least key greater than or equal to `key`, or [#ABSENT].
    long ceiling(long key);

    /// Looks up `n` keys from index `from` on, and puts the last row of each, or [#ABSENT], into `rows` from 0 on. Keys
    /// are looked up in groups, one tree level at a time, so that their cache misses overlap.
    ///
    /// @return how many were found
    int lookup(long[] keys, int from, int n, long[] rows);

    /// Rows whose keys are from `from` to `to`, both included. The range sees the current rows. It ends when the reader
    /// is used for something else and finds newer rows.
    SortedRange range(long from, long to);

    /// The last row with this key, or [#ABSENT].
    ///
    /// @param key as many bytes as the key has
    long find(MemorySegment key, long offset);

    /// Rows whose keys begin with these bytes, as a [#range].
    ///
    /// @throws IllegalArgumentException if there are more bytes than the key has
    SortedRange prefix(MemorySegment bytes, long offset, int length);
}
