// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Order;
import dev.ashlar.query.internal.column.EnumText;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.value.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// How the values that rows are ordered by become words: rows compare as their words do, each a signed number, the
/// first that differs decides. The last word is the number of the row, so no two rows are equal and the earlier of two
/// with the same values comes first.
///
/// | form          | words                                                        |
/// |---------------|--------------------------------------------------------------|
/// | `LONG`        | the number                                                   |
/// | `WIDE`        | the high word, and the low one with its sign bit flipped     |
/// | `DOUBLE`      | bits that order as [Values#compare] does                     |
/// | `TRUTH`       | 0 or 1                                                       |
/// | `CODE`        | the rank of its text among the texts of the first 256 codes  |
/// | `LETTER`      | the character                                                |
/// | `BYTES`       | 8 bytes each, the first highest, sign bits flipped           |
///
/// A nullable value has an additional first word that says whether it is NULL; if so, the other words are 0. For
/// descending order all words but that one are complemented.
public final class SortLayout {
    /// Codes of enums that have a rank.
    public static final int RANKED_CODES = 256;
    static final SortLayout NONE = new SortLayout(List.of(), List.of());

    /// One value.
    ///
    /// @param output index of the output that it is
    /// @param word   the first
    /// @param words  how many, with the one for NULL
    /// @param ranks  of the codes of an enum; empty for others
    public record Part(int output, WordLayout layout, boolean descending, boolean nullsFirst, int word, int words,
            long[] ranks) {
        /// The word that says whether the value is NULL.
        public long nullWord(boolean isNull) {
            return isNull == nullsFirst ? 0 : 1;
        }

        /// A value of one word that is not NULL, as it is compared.
        public long ordered(long word) {
            long ordered = layout.form() == Operand.Form.CODE ? ranks[(int) word] : word;
            return descending ? ~ordered : ordered;
        }

        /// The same of a floating-point number.
        public long ordered(double value) {
            return ordered(KernelMath.ordered(value));
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private final int words;

    /// @param layouts of the outputs that `order` refers to
    SortLayout(List<Order> order, List<WordLayout> layouts) {
        int next = 0;
        for (Order by : order) {
            WordLayout layout = layouts.get(by.column());
            int length = words(layout) + (layout.nullable() ? 1 : 0);
            parts.add(new Part(by.column(), layout, by.descending(), by.nullsFirst(), next, length, ranks(layout)));
            next += length;
        }
        words = next + 1;
    }

    /// How many words a value has that is not NULL.
    static int words(WordLayout layout) {
        return switch (layout.form()) {
            case LONG, DOUBLE, TRUTH, CODE, LETTER -> 1;
            case WIDE -> 2;
            case BYTES -> layout.words();
        };
    }

    /// The ranks of the codes of an enum; empty for others.
    static long[] ranks(WordLayout layout) {
        if (layout.form() != Operand.Form.CODE) {
            return new long[0];
        }
        Placement.Code code = (Placement.Code) layout.placement();
        Integer[] codes = new Integer[RANKED_CODES];
        Arrays.setAll(codes, i -> i);
        String[] texts = new String[RANKED_CODES];
        Arrays.setAll(texts, i -> EnumText.text(code.values(), code.number().primitive(), i));
        Arrays.sort(codes, Comparator.comparing(i -> texts[i], (a, b) -> Values.compare(a, b, layout.type())));
        long[] ranks = new long[RANKED_CODES];
        for (int i = 1; i < RANKED_CODES; i++) {
            boolean same = texts[codes[i]].equals(texts[codes[i - 1]]);
            ranks[codes[i]] = ranks[codes[i - 1]] + (same ? 0 : 1);
        }
        return ranks;
    }

    /// The text of ordered words.
    ///
    /// @param ranks of the codes of an enum
    static Object text(WordLayout layout, long[] ranks, long[] from, int at) {
        long[] words = new long[layout.words()];
        if (layout.form() == Operand.Form.CODE) {
            int last = words.length - 1;
            while (ranks[(int) words[last]] != from[at]) {
                words[last]++;
            }
        } else {
            Arrays.setAll(words, i -> Long.reverseBytes(from[at + i] ^ Long.MIN_VALUE));
        }
        return layout.read(words, 0);
    }

    public List<Part> parts() {
        return parts;
    }

    /// How many words a row has, with its number.
    public int words() {
        return words;
    }

    /// Compares the words of two rows.
    public static int compare(long[] a, int aAt, long[] b, int bAt, int words) {
        for (int i = 0; i < words; i++) {
            long left = a[aAt + i];
            long right = b[bAt + i];
            if (left != right) {
                return left < right ? -1 : 1;
            }
        }
        return 0;
    }

    /// Puts a row in its place among the first rows of a key, which lie one after the other in their order, if it comes
    /// before the last of them, which then goes. Where there are fewer rows than room, [Long#MAX_VALUE] stands in each
    /// word.
    ///
    /// @param rows  of the key, from `base` on
    /// @param most  rows that there is room for
    /// @param row   with the words of the row, from `at` on
    /// @param words of a row
    public static void insert(long[] rows, int base, int most, long[] row, int at, int words) {
        int place = most;
        while (place > 0 && compare(row, at, rows, base + (place - 1) * words, words) < 0) {
            place--;
        }
        if (place < most) {
            int from = base + place * words;
            System.arraycopy(rows, from, rows, from + words, (most - 1 - place) * words);
            System.arraycopy(row, at, rows, from, words);
        }
    }
}
