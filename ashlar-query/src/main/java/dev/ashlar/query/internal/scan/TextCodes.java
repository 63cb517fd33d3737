// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.internal.kernel.WordLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Assigns codes to texts that kernels produce as words: a text gets the next code when it first occurs.
///
/// **Threading**: one thread. Texts are only appended to arrays that were handed out.
final class TextCodes {
    /// More different texts are not worth codes.
    private static final int MAX_CODES = 1 << 16;
    private static final int FIRST_SLOTS = 64;

    private final WordLayout layout;
    private final int words;
    /// By slot: the code and 1; 0 for none.
    private int[] slots = new int[FIRST_SLOTS];
    /// By code: its words.
    private long[] keys;
    private byte[][] texts = new byte[FIRST_SLOTS / 2][];
    private int count;

    TextCodes(WordLayout layout) {
        this.layout = layout;
        words = layout.words();
        keys = new long[texts.length * words];
    }

    /// By code; the same array until it has to grow.
    byte[][] texts() {
        return texts;
    }

    int count() {
        return count;
    }

    /// The code of a text; -1 if there are too many texts.
    int code(long[] from, int at) {
        int mask = slots.length - 1;
        int slot = slot(from, at, mask);
        for (int found = slots[slot]; found != 0; found = slots[slot]) {
            if (isKey(found - 1, from, at)) {
                return found - 1;
            }
            slot = slot + 1 & mask;
        }
        if (count == MAX_CODES) {
            return -1;
        }
        add(from, at);
        slots[slot] = count;
        if (2 * count > mask) {
            grow();
        }
        return count - 1;
    }

    private boolean isKey(int code, long[] from, int at) {
        for (int i = 0; i < words; i++) {
            if (keys[code * words + i] != from[at + i]) {
                return false;
            }
        }
        return true;
    }

    /// The first slot to look at: by the highest bits, since only these depend on all bits of a word. The last
    /// characters of a text are its highest, and often all in which texts differ.
    private int slot(long[] from, int at, int mask) {
        long hash = 0;
        for (int i = 0; i < words; i++) {
            hash = (Long.rotateLeft(hash, 29) ^ from[at + i]) * 0x9e37_79b9_7f4a_7c15L;
        }
        return (int) (hash >>> Long.numberOfLeadingZeros(mask));
    }

    private void add(long[] from, int at) {
        if (count == texts.length) {
            texts = Arrays.copyOf(texts, 2 * count);
            keys = Arrays.copyOf(keys, texts.length * words);
        }
        System.arraycopy(from, at, keys, count * words, words);
        texts[count++] = text(from, at);
    }

    private void grow() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int code = 0; code < count; code++) {
            int slot = slot(keys, code * words, mask);
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = code + 1;
        }
    }

    byte[] text(long[] from, int at) {
        return ((String) layout.read(from, at)).getBytes(StandardCharsets.UTF_8);
    }
}
