// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

/// The first 8 bytes of an entry, a record or a slot: who has it. Changed by compare-and-set alone.
///
/// | offset | bytes | field | meaning                                                    |
/// |-------:|------:|-------|------------------------------------------------------------|
/// |      0 |     2 | state | 0 is free                                                  |
/// |      2 |     2 | owner | slot or record that has it                                 |
/// |      4 |     4 | epoch | how often it was taken: what had it before knows no better |
///
/// The epoch grows when a thing is taken, never when it is given back: so whoever still believes to have what was
/// given away expects a word that will not come again before 2^32 other owners.
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
