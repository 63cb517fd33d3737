// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

/// The first 8 bytes of an entry, a record or a slot: its state and owner. Changed only by compare-and-set.
///
/// | offset | bytes | field | meaning                                                    |
/// |-------:|------:|-------|------------------------------------------------------------|
/// |      0 |     2 | state | 0 is free                                                  |
/// |      2 |     2 | owner | slot or record that owns it                                |
/// |      4 |     4 | epoch | how often it was acquired: excludes former owners          |
///
/// The epoch grows when the entry, record or slot is acquired, never when it is released. So a former owner that still
/// believes it is the owner expects a word that does not recur within 2^32 acquisitions.
public final class AtomicWord {
    static long of(int state, int owner, int epoch) {
        return state | (long) owner << 16 | (long) epoch << 32;
    }

    public static int state(long word) {
        return (int) word & 0xffff;
    }

    static int owner(long word) {
        return (int) (word >>> 16) & 0xffff;
    }

    static int epoch(long word) {
        return (int) (word >>> 32);
    }
}
