// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.parquet;

import java.util.Arrays;

/// Numbers the distinct values of one or two words, in the order of their first occurrence.
///
/// **Threading**: one thread.
final class WordDictionary {
    private static final int FIRST_SLOTS = 1 << 10;

    private final int width;
    private int[] slots = new int[FIRST_SLOTS];
    private long[] words;
    private int count;

    /// @param width words of a value
    WordDictionary(int width) {
        this.width = width;
        words = new long[width * FIRST_SLOTS / 2];
    }

    int count() {
        return count;
    }

    /// By number, each in as many words as a value has.
    long[] words() {
        return words;
    }

    /// The number of a value; a new value gets the next number.
    int number(long[] from, int at) {
        int mask = slots.length - 1;
        int slot = hash(from, at) & mask;
        for (int found = slots[slot]; found != 0; found = slots[slot]) {
            int other = (found - 1) * width;
            if (words[other] == from[at] && (width == 1 || words[other + 1] == from[at + 1])) {
                return found - 1;
            }
            slot = slot + 1 & mask;
        }
        System.arraycopy(from, at, words, count * width, width);
        slots[slot] = ++count;
        if (2 * count == slots.length) {
            grow();
        }
        return count - 1;
    }

    private int hash(long[] from, int at) {
        long hash = from[at] * 0x9e37_79b9_7f4a_7c15L;
        if (width > 1) {
            hash = (hash ^ hash >>> 32 ^ from[at + 1]) * 0x9e37_79b9_7f4a_7c15L;
        }
        return (int) (hash ^ hash >>> 32);
    }

    private void grow() {
        slots = new int[2 * slots.length];
        words = Arrays.copyOf(words, 2 * words.length);
        int mask = slots.length - 1;
        for (int number = 0; number < count; number++) {
            int slot = hash(words, number * width) & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = number + 1;
        }
    }
}
