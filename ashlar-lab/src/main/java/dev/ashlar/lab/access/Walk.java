// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.measure.Recorder;
import java.lang.foreign.MemorySegment;

/// An order in which each word of memory is visited once, with a step that does not depend on the words.
enum Walk {
    LINEAR("linear") {
        @Override
        long run(MemorySegment memory, long words) {
            long sum = 0;
            for (long at = 0; at < words; at++) {
                sum += memory.getAtIndex(JAVA_LONG, at);
            }
            return sum;
        }
    },
    PAGE("random in page") {
        @Override
        long run(MemorySegment memory, long words) {
            long sum = 0;
            long at = 0;
            for (long page = 0; page < words; page += PAGE_WORDS) {
                for (long i = 0; i < PAGE_WORDS; i++) {
                    at = page + (at + STEP & PAGE_WORDS - 1);
                    sum += memory.getAtIndex(JAVA_LONG, at);
                }
            }
            return sum;
        }
    },
    HEAP("random in heap") {
        @Override
        long run(MemorySegment memory, long words) {
            return heap(memory, words, STEP);
        }
    },
    HEAP_LARGE("random in heap, large step") {
        @Override
        long run(MemorySegment memory, long words) {
            return heap(memory, words, LARGE_STEP);
        }
    };

    /// The value of every word.
    static final long VALUE = 777;
    static final long PAGE_BYTES = 2 << 20;
    static final long PAGE_WORDS = PAGE_BYTES / Long.BYTES;
    /// In words, modulo the size of the page or the memory.
    static final long STEP = 514_229;
    static final long LARGE_STEP = 70_368_760_954_879L;
    private static final int WARM_RUNS = 12;

    final String text;

    Walk(String text) {
        this.text = text;
    }

    /// @param words a power of two, at least those of a page
    /// @return the sum of the words
    abstract long run(MemorySegment memory, long words);

    private static long heap(MemorySegment memory, long words, long step) {
        long sum = 0;
        long at = 0;
        for (long i = 0; i < words; i++) {
            at = at + step & words - 1;
            sum += memory.getAtIndex(JAVA_LONG, at);
        }
        return sum;
    }

    /// Warms up the compiler, on a part of the memory.
    final void warmUp(MemorySegment memory, long words) {
        long few = Math.min(words, 2 * PAGE_WORDS);
        for (int run = 0; run < WARM_RUNS; run++) {
            check(run(memory, few), few);
        }
    }

    /// @throws IllegalStateException if the sum is wrong
    static void check(long sum, long words) {
        Recorder.requireSum(sum, words * VALUE, "words");
    }
}
