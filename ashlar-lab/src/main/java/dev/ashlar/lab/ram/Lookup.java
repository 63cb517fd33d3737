// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.lab.Threads;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/// A way to look up many keys.
enum Lookup {
    /// No lookup knows of the others; the processor may overlap a few.
    ONE("one at a time", 1) {
        @Override
        long sum(Index index, long[] keys) {
            return each(index, keys);
        }
    },
    /// None can begin before the last has ended: what waiting costs if nothing overlaps.
    DEPENDENT("each after the last", 1) {
        @Override
        long sum(Index index, long[] keys) {
            long sum = 0;
            long last = 0;
            for (long key : keys) {
                // Values are below 2^40: nothing is added, but only the last value tells so.
                last = index.find(key + (last >> 40));
                sum += last;
            }
            return sum;
        }
    },
    BATCHED("in batches of " + Index.BATCH, 1) {
        @Override
        long sum(Index index, long[] keys) {
            long sum = 0;
            for (int i = 0; i < keys.length; i += Index.BATCH) {
                sum += index.findBatch(keys, i);
            }
            return sum;
        }
    },
    /// Sorting included.
    SORTED_FIRST("sorted first", 1) {
        @Override
        long sum(Index index, long[] keys) {
            long[] sorted = keys.clone();
            Arrays.sort(sorted);
            return each(index, sorted);
        }
    },
    TWO_THREADS("two threads", 2) {
        @Override
        long sum(Index index, long[] keys) throws InterruptedException, IOException {
            AtomicLong sum = new AtomicLong();
            int half = keys.length / 2;
            try (Index other = index.another()) {
                Threads.together(2, thread -> sum.addAndGet(thread == 0 ? each(index, Arrays.copyOf(keys, half))
                        : each(other, Arrays.copyOfRange(keys, half, keys.length))));
            }
            return sum.get();
        }
    };

    private final String text;
    private final int threads;

    Lookup(String text, int threads) {
        this.text = text;
        this.threads = threads;
    }

    String text() {
        return text;
    }

    int threads() {
        return threads;
    }

    private static long each(Index index, long[] keys) {
        long sum = 0;
        for (long key : keys) {
            sum += index.find(key);
        }
        return sum;
    }

    /// Looks up all keys, as many as a multiple of [Index#BATCH].
    ///
    /// @return the sum of their values
    abstract long sum(Index index, long[] keys) throws InterruptedException, IOException;
}
