// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

/// An aggregate of several groups of rows.
final class Accumulators {
    private final Call call;
    /// Null for none.
    private final Column argument;
    /// By group: how many values; and their sum, or the least or the greatest.
    private final long[] counts;
    private final long[] words;

    Accumulators(Call call, Column argument, int groups, Run run) {
        this.call = call;
        this.argument = argument;
        run.keep(groups, 2);
        counts = new long[groups];
        words = new long[groups];
    }

    void clear(int group) {
        counts[group] = 0;
        words[group] = 0;
    }

    void add(int group, int row) {
        if (argument == null || !argument.isNull(row)) {
            counts[group]++;
            if (call.function() != Call.Function.COUNT) {
                words[group] = sum(words[group], argument.words()[row], counts[group] == 1);
            }
        }
    }

    private long sum(long word, long value, boolean first) {
        return switch (call.function()) {
            case MIN -> first || compare(value, word) < 0 ? value : word;
            case MAX -> first || compare(value, word) > 0 ? value : word;
            default -> {
                if (call.real()) {
                    yield Double.doubleToRawLongBits(Double.longBitsToDouble(word) + Double.longBitsToDouble(value));
                }
                long sum = word + value;
                if (((word ^ sum) & (value ^ sum)) < 0) {
                    throw NotColumnarException.INSTANCE;
                }
                yield sum;
            }
        };
    }

    private int compare(long one, long other) {
        return call.real() ? Double.compare(Double.longBitsToDouble(one), Double.longBitsToDouble(other))
                : Long.compare(one, other);
    }

    /// Removes a row of a count, or of an exact sum.
    void subtract(int group, int row) {
        if (argument == null || !argument.isNull(row)) {
            counts[group]--;
            if (call.function() != Call.Function.COUNT) {
                long value = argument.words()[row];
                long difference = words[group] - value;
                if (((words[group] ^ value) & (words[group] ^ difference)) < 0) {
                    throw NotColumnarException.INSTANCE;
                }
                words[group] = difference;
            }
        }
    }

    void addTo(ColumnBuilder results, int row, int group) {
        switch (call.function()) {
            case COUNT -> results.set(row, counts[group]);
            case SUM0 -> results.set(row, found(group));
            default -> {
                if (counts[group] == 0) {
                    results.setNull(row);
                } else {
                    results.set(row, found(group));
                }
            }
        }
    }

    private long found(int group) {
        return call.real() ? ColumnLoader.bits(Double.longBitsToDouble(words[group])) : words[group];
    }
}
