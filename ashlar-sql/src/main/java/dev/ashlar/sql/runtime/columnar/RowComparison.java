// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import dev.ashlar.sql.runtime.SortedRows;
import dev.ashlar.sql.runtime.ValueOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Compares rows by some of their columns, as [SortedRows.Key] does.
final class RowComparison {
    private record Key(long[] words, Column column, boolean real, boolean descending, boolean nullsFirst) {
        int compare(int left, int right) {
            boolean oneNull = column.isNull(left);
            boolean otherNull = column.isNull(right);
            if (oneNull | otherNull) {
                return oneNull == otherNull ? 0 : oneNull == nullsFirst ? -1 : 1;
            }
            long one = words[left];
            long other = words[right];
            int order = real ? Double.compare(Double.longBitsToDouble(one), Double.longBitsToDouble(other))
                    : Long.compare(one, other);
            return descending ? -order : order;
        }
    }

    private final Key[] keys;
    private final Run run;

    /// @param columns by key
    /// @param types   likewise
    RowComparison(List<SortedRows.Key> keys, List<Column> columns, List<WordType> types, Run run) {
        this.run = run;
        this.keys = new Key[keys.size()];
        for (int i = 0; i < this.keys.length; i++) {
            Column column = columns.get(i);
            WordType type = types.get(i);
            this.keys[i] = new Key(type.isText() ? ranked(column) : column.words(), column, type.isReal(),
                    keys.get(i).descending(), keys.get(i).nullsFirst());
        }
    }

    /// Places of texts among all in order.
    private long[] ranked(Column column) {
        Integer[] order = new Integer[column.texts().length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparing(i -> column.texts()[i], (one, other) -> {
            run.tick();
            return ValueOrder.texts(one, other);
        }));
        long[] ranks = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            ranks[order[i]] = i;
        }
        long[] words = new long[column.words().length];
        for (int i = 0; i < words.length; i++) {
            words[i] = column.isNull(i) ? 0 : ranks[(int) column.words()[i]];
        }
        return words;
    }

    int compare(int left, int right) {
        for (Key key : keys) {
            int order = key.compare(left, right);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    boolean areOrdered(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (i % Run.ROWS == 0) {
                run.tick();
            }
            if (compare(i - 1, i) > 0) {
                return false;
            }
        }
        return true;
    }

    /// Sorts rows, and leaves equal ones as they are.
    ///
    /// @param rows their numbers
    /// @param spare as long, changed
    void sort(int[] rows, int[] spare, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(rows, spare, from, middle);
        sort(rows, spare, middle, to);
        System.arraycopy(rows, from, spare, from, middle - from);
        int left = from;
        int right = middle;
        for (int i = from; left < middle; i++) {
            run.tick();
            boolean rightFirst = right < to && compare(rows[right], spare[left]) < 0;
            rows[i] = rightFirst ? rows[right++] : spare[left++];
        }
    }
}
