// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.counter;

import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Threads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.LongAdder;

/// Words to count in: one for all threads, or one for each thread, adjacent or apart.
///
/// @param adder counts instead of these words, for the one way that has its own
/// @param apart bytes from one thread's word to the next
record Counter(LongAdder adder, long apart) {
    /// Two lines: processors fetch them in pairs.
    static final long PADDED = 128;
    private static final int MAX_THREADS = 1024;
    /// Memory of all counters of a JVM, which are used in turn. It is a constant so that the compiler knows its bounds:
    /// otherwise bounds checks, which take five times as long as a store, would be measured, too.
    static final MemorySegment WORDS = Arena.global().allocate(MAX_THREADS * PADDED, PADDED);

    static Counter withWords(long apart) {
        return new Counter(new LongAdder(), apart);
    }

    /// A calculation that the processor cannot overlap with that for the next count.
    void work(int steps) {
        long value = steps;
        for (int i = 0; i < steps; i++) {
            value = value * 31 + i;
        }
        if (value == 1) {
            throw new IllegalStateException("impossible: steps=" + steps);
        }
    }

    /// @return nanoseconds
    /// @throws IllegalStateException if the sum is wrong
    long run(Way way, int threads, long times, int work) throws InterruptedException {
        WORDS.fill((byte) 0);
        adder.reset();
        long each = times / threads;
        long ns = Threads.together(threads, index -> way.count(this, way.shared ? 0 : index * apart, each, work));
        long sum = adder.sum();
        for (int i = 0; i < threads; i++) {
            sum += Way.read(i * apart);
        }
        Recorder.requireSum(sum, each * threads, way);
        return ns;
    }
}
