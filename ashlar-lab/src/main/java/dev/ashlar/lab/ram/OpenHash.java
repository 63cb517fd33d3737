// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

/// A hash table of slots, half of them full; what does not fit goes to the next slot.
final class OpenHash implements Index {
    private static final int SLOT_WORDS = 2;

    private final long[] slots;
    private final int mask;

    /// @param count of keys, a power of two
    OpenHash(int count) {
        slots = new long[2 * count * SLOT_WORDS];
        mask = 2 * count - 1;
        for (int i = 0; i < count; i++) {
            int slot = slot(Keys.of(i));
            while (slots[slot] != 0) {
                slot = next(slot);
            }
            // One more than the key: 0 is an empty slot.
            slots[slot] = Keys.of(i) + 1;
            slots[slot + 1] = i;
        }
    }

    private int slot(long key) {
        return ((int) Keys.hash(key) & mask) * SLOT_WORDS;
    }

    private int next(int slot) {
        return slot + SLOT_WORDS & slots.length - 1;
    }

    @Override
    public long find(long key) {
        return findFrom(slot(key), key);
    }

    private long findFrom(int first, long key) {
        int slot = first;
        while (slots[slot] != 0) {
            if (slots[slot] == key + 1) {
                return slots[slot + 1];
            }
            slot = next(slot);
        }
        return -1;
    }

    @Override
    public long findBatch(long[] keys, int from, int count) {
        int[] at = new int[count];
        long touched = 0;
        for (int i = 0; i < count; i++) {
            at[i] = slot(keys[from + i]);
        }
        for (int i = 0; i < count; i++) {
            touched |= slots[at[i]];
        }
        long sum = touched == 0 ? -1 : 0;
        for (int i = 0; i < count; i++) {
            sum += findFrom(at[i], keys[from + i]);
        }
        return sum;
    }
}
