// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.measure.Threads;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/// A way to look up many keys.
///
/// @param batch keys that are looked up together, a divisor of the number of keys; 1 for one at a time
public record Lookup(Way way, int batch) {
    /// The order of lookups, and their dependence on each other.
    public enum Way {
        /// Lookups are independent; the processor may overlap a few.
        INDEPENDENT,
        /// No lookup can begin before the previous one has ended: the cost of waiting without overlap.
        DEPENDENT,
        /// Keys are sorted first; the time includes sorting.
        SORTED_FIRST,
        /// Each thread looks up half of the keys.
        TWO_THREADS
    }

    public static final Lookup ONE = new Lookup(Way.INDEPENDENT, 1);
    public static final Lookup DEPENDENT = new Lookup(Way.DEPENDENT, 1);
    public static final Lookup SORTED_FIRST = new Lookup(Way.SORTED_FIRST, 1);
    public static final Lookup TWO_THREADS = new Lookup(Way.TWO_THREADS, 1);

    public static Lookup batches(int batch) {
        return new Lookup(Way.INDEPENDENT, batch);
    }

    public String text() {
        String batches = "batches of " + batch;
        return switch (way) {
            case INDEPENDENT -> batch == 1 ? "one at a time" : "in " + batches;
            case DEPENDENT -> "each after the last";
            case SORTED_FIRST -> "sorted first";
            case TWO_THREADS -> batch == 1 ? "two threads" : "two threads, " + batches;
        };
    }

    int threads() {
        return way == Way.TWO_THREADS ? 2 : 1;
    }

    @Override
    public String toString() {
        return way + ":" + batch;
    }

    static Lookup parse(String text) {
        String[] parts = text.split(":");
        return new Lookup(Way.valueOf(parts[0]), Integer.parseInt(parts[1]));
    }

    /// @return the sum of their values
    long sum(Index index, long[] keys) throws InterruptedException, IOException {
        return switch (way) {
            case INDEPENDENT -> batch == 1 ? each(index, keys) : batches(index, keys, 0, keys.length);
            case DEPENDENT -> dependent(index, keys);
            case SORTED_FIRST -> {
                long[] sorted = keys.clone();
                Arrays.sort(sorted);
                yield each(index, sorted);
            }
            case TWO_THREADS -> twoThreads(index, keys);
        };
    }

    private static long each(Index index, long[] keys) {
        long sum = 0;
        for (long key : keys) {
            sum += index.find(key);
        }
        return sum;
    }

    private static long dependent(Index index, long[] keys) {
        long sum = 0;
        long last = 0;
        for (long key : keys) {
            // Values are below 2^40, so this adds 0, but only the last value shows that.
            last = index.find(key + (last >> 40));
            sum += last;
        }
        return sum;
    }

    private long batches(Index index, long[] keys, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i += batch) {
            sum += index.findBatch(keys, i, batch);
        }
        return sum;
    }

    private long twoThreads(Index index, long[] keys) throws InterruptedException, IOException {
        AtomicLong sum = new AtomicLong();
        int half = keys.length / 2;
        try (Index other = index.another()) {
            Threads.together(2, thread -> sum.addAndGet(thread == 0 ? batches(index, keys, 0, half)
                    : batches(other, keys, half, keys.length)));
        }
        return sum.get();
    }
}
