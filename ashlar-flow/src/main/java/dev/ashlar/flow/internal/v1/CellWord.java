// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.v1;

/// The first word of a cell, and the stamp of a slot: a version, and one byte of state.
///
/// | offset | bytes | field   | meaning                                                                       |
/// |-------:|------:|---------|-------------------------------------------------------------------------------|
/// |      0 |     1 | low     | versioned: number of the slot, from 1; seqlock: 1 while the value is replaced |
/// |      1 |     7 | version | how often the cell was written; 0 is never; below 2^55                        |
///
/// Versions are never used again, so a word that is read twice the same has not been another in between.
public final class CellWord {
    /// 2^55 versions are a year of writing every nanosecond.
    public static final long MAX_VERSION = (1L << 55) - 1;

    public static long of(long version, int low) {
        return version << 8 | low;
    }

    public static long version(long word) {
        return word >>> 8;
    }

    public static int low(long word) {
        return (int) word & 0xff;
    }

    /// A result of reading has the number of attempts in that byte.
    ///
    /// @throws IllegalArgumentException if there are none, or too many
    public static void checkAttempts(int maxAttempts, int most) {
        if (maxAttempts < 1 || maxAttempts > most) {
            throw new IllegalArgumentException("attempts out of range: maxAttempts=" + maxAttempts + ", most=" + most);
        }
    }
}
