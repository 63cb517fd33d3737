// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import java.util.Arrays;
import java.util.List;

/// Numbers distinct keys in the order of their first rows. NULL is a key like any other.
///
/// **Layout** of a key: a word for each column, and a last one with a bit for each that is NULL.
final class Numbering {
    private static final int FIRST_SLOTS = 1 << 10;

    private final long[][] words;
    private final Column[] columns;
    private final int width;
    private final long[] key;
    private final Run run;
    /// By row.
    private final int[] numbers;
    /// By number: the key, and its first row.
    private long[] keys = new long[0];
    private int[] firsts = new int[0];
    private int count;
    /// Numbers and 1 at places that hashes lead to; 0 for none.
    private int[] slots = new int[FIRST_SLOTS];

    private Numbering(Columns rows, List<Integer> keyColumns, Run run) {
        this.run = run;
        columns = keyColumns.stream().map(rows::get).toArray(Column[]::new);
        words = Arrays.stream(columns).map(Column::words).toArray(long[][]::new);
        width = columns.length + 1;
        key = new long[width];
        run.keep(rows.rows(), 1);
        numbers = new int[rows.rows()];
    }

    /// @param keyColumns [GroupedColumns#MOST_KEYS] at most
    static Numbering of(Columns rows, List<Integer> keyColumns, Run run) {
        Numbering numbering = new Numbering(rows, keyColumns, run);
        for (int first = 0; first < rows.rows(); first += Run.ROWS) {
            run.tick();
            numbering.add(first, Math.min(first + Run.ROWS, rows.rows()));
        }
        return numbering;
    }

    private void add(int from, int to) {
        int last = from == 0 ? -1 : numbers[from - 1];
        for (int row = from; row < to; row++) {
            long nulls = 0;
            boolean same = last >= 0;
            int place = last * width;
            for (int i = 0; i < words.length; i++) {
                boolean isNull = columns[i].isNull(row);
                nulls |= isNull ? 1L << i : 0;
                key[i] = isNull ? 0 : words[i][row];
                same = same && key[i] == keys[place + i];
            }
            key[words.length] = nulls;
            // Often that of the row before.
            if (!same || nulls != keys[place + words.length]) {
                last = find(row);
            }
            numbers[row] = last;
        }
    }

    private int find(int row) {
        int mask = slots.length - 1;
        int slot = hash(key, 0) & mask;
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (Arrays.equals(key, 0, width, keys, number * width, (number + 1) * width)) {
                return number;
            }
            slot = slot + 1 & mask;
        }
        int number = add(row);
        slots[slot] = count;
        if (2 * count > slots.length) {
            grow();
        }
        return number;
    }

    private int hash(long[] of, int from) {
        long hash = 0;
        for (int i = from; i < from + width; i++) {
            hash = (hash ^ of[i]) * 0x9e37_79b9_7f4a_7c15L;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    private int add(int row) {
        if (count == firsts.length) {
            int capacity = Math.max(1 << 8, 2 * count);
            if ((long) capacity * width > 1 << 30) {
                throw NotColumnarException.INSTANCE;
            }
            run.keep(capacity, width + 1);
            keys = Arrays.copyOf(keys, capacity * width);
            firsts = Arrays.copyOf(firsts, capacity);
        }
        System.arraycopy(key, 0, keys, count * width, width);
        firsts[count] = row;
        return count++;
    }

    private void grow() {
        run.keep(slots.length, 1);
        int[] old = slots;
        slots = new int[2 * old.length];
        int mask = slots.length - 1;
        for (int used : old) {
            if (used != 0) {
                int slot = hash(keys, (used - 1) * width) & mask;
                while (slots[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                slots[slot] = used;
            }
        }
    }

    /// How many different keys there are.
    int count() {
        return count;
    }

    /// By row.
    int[] numbers() {
        return numbers;
    }

    /// By number.
    int[] firsts() {
        return firsts;
    }
}
