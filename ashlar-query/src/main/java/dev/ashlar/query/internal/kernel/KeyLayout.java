// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.ValueType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// Layout of the key words of a group. Short values share a word.
///
/// A short value is stored as its distance from the least; NULL is one more than the greatest distance. Other values
/// have a bit that is set for NULL; their words are then 0.
public final class KeyLayout {
    /// One value.
    ///
    /// @param isShort   whether it shares its word
    /// @param word      where it is, or begins
    /// @param shift     of a short one in its word
    /// @param bits      of a short one
    /// @param nullWord  where the bit is that says whether it is NULL; only of others, and if they may be
    /// @param nullShift likewise
    /// @param least     of a short one: the value that is stored as 0
    /// @param nullCode  of a short one: what NULL is stored as
    record Part(WordLayout layout, boolean isShort, int word, int shift, int bits, int nullWord, int nullShift,
            long least, long nullCode) {
        static Part ofShort(WordLayout layout, int word, int shift, int bits) {
            return new Part(layout, true, word, shift, bits, 0, 0, layout.least().longValueExact(),
                    layout.greatest().subtract(layout.least()).longValueExact() + 1);
        }

        static Part ofLong(WordLayout layout, int word, int nullWord, int nullShift) {
            return new Part(layout, false, word, 0, 0, nullWord, nullShift, 0, 0);
        }

        long mask() {
            return (1L << bits) - 1;
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private int words;
    private int sharedWord = -1;
    private int sharedBits;
    private final boolean windowed;

    KeyLayout(List<WordLayout> values) {
        for (WordLayout layout : values) {
            int bits = bits(layout);
            if (bits < Long.SIZE) {
                int word = share(bits);
                parts.add(Part.ofShort(layout, word, sharedBits - bits, bits));
            } else {
                int nullWord = layout.nullable() ? share(1) : 0;
                int nullShift = sharedBits - 1;
                parts.add(Part.ofLong(layout, words, nullWord, nullShift));
                words += layout.words();
            }
        }
        windowed = !parts.isEmpty() && parts.size() <= GroupWindow.MAX_PARTS && parts.stream().allMatch(part ->
                part.isShort() || part.layout().form() == Operand.Form.LONG
                        && part.layout().type().kind() != ValueType.Kind.TIMESTAMP);
    }

    /// Bits that a value needs with its NULL; at least 64 if it is none of the short ones.
    private static int bits(WordLayout layout) {
        boolean whole = layout.words() == 1 && switch (layout.form()) {
            case LONG, CODE, LETTER, TRUTH -> true;
            case WIDE, DOUBLE, BYTES -> false;
        };
        if (!whole) {
            return Long.SIZE;
        }
        BigInteger most = layout.greatest().subtract(layout.least())
                .add(layout.nullable() ? BigInteger.ONE : BigInteger.ZERO);
        return most.bitLength() < Long.SIZE - 1 ? Math.max(1, most.bitLength()) : Long.SIZE;
    }

    private int share(int bits) {
        if (sharedWord < 0 || sharedBits + bits > Long.SIZE - 1) {
            sharedWord = words++;
            sharedBits = 0;
        }
        sharedBits += bits;
        return sharedWord;
    }

    List<Part> parts() {
        return parts;
    }

    public int words() {
        return words;
    }

    /// Whether a [GroupWindow] can be made of keys: all parts are numbers of one word, and few. Times are never close
    /// together.
    boolean isWindowed() {
        return windowed;
    }

    /// Whether a value of a key is one number, so that [#word] has it.
    public boolean isOfOneWord(int index) {
        Part part = parts.get(index);
        return part.isShort() || part.layout().form() == Operand.Form.LONG;
    }

    public boolean isNull(GroupTable groups, int group, int index) {
        Part part = parts.get(index);
        if (!part.layout().nullable()) {
            return false;
        }
        return part.isShort() ? code(groups, group, part) == part.nullCode()
                : (groups.key(group, part.nullWord()) >>> part.nullShift() & 1) != 0;
    }

    /// The value of a group, of one word and not NULL.
    public long word(GroupTable groups, int group, int index) {
        Part part = parts.get(index);
        return part.isShort() ? code(groups, group, part) + part.least()
                : groups.key(group, part.word());
    }

    private static long code(GroupTable groups, int group, Part part) {
        return groups.key(group, part.word()) >>> part.shift() & part.mask();
    }

    /// The value of a group, or null.
    public Object read(GroupTable groups, int group, int index) {
        if (isNull(groups, group, index)) {
            return null;
        }
        Part part = parts.get(index);
        if (part.isShort()) {
            return part.layout().read(new long[] {word(groups, group, index)}, 0);
        }
        long[] value = new long[part.layout().words()];
        for (int i = 0; i < value.length; i++) {
            value[i] = groups.key(group, part.word() + i);
        }
        return part.layout().read(value, 0);
    }
}
