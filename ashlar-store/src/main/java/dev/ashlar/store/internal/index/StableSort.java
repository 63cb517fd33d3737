// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.index;

/// A stable merge sort of numbers that stand for something else.
public final class StableSort {
    /// Compares what numbers stand for.
    @FunctionalInterface
    public interface Comparison {
        int compare(long one, long other);
    }

    /// Sorts the first `count` numbers.
    public static void sort(long[] numbers, int count, Comparison by) {
        sort(numbers.clone(), numbers, 0, count, by);
    }

    /// Both arrays are the same at first.
    private static void sort(long[] source, long[] target, int from, int to, Comparison by) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(target, source, from, middle, by);
        sort(target, source, middle, to, by);
        int left = from;
        int right = middle;
        for (int at = from; at < to; at++) {
            boolean takeLeft = right == to || left < middle && by.compare(source[left], source[right]) <= 0;
            target[at] = takeLeft ? source[left++] : source[right++];
        }
    }
}
