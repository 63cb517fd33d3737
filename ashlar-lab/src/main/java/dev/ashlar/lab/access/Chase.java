// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/// A walk from cache line to cache line in which each line has the index of the next: no load can begin before the
/// previous one has completed.
///
/// All lines form one cycle, from a number generator whose period is the number of lines. So filling is linear, and the
/// end of a walk can be calculated.
final class Chase {
    static final String NAME = "chase";
    static final int LINE_BYTES = 64;
    static final long LEAST_BYTES = 4 << 10;
    private static final int LINE_WORDS = LINE_BYTES / Long.BYTES;
    /// With a multiplier of one more than a multiple of four and an odd increment, all lines are on one cycle.
    private static final long FACTOR = 6364136223846793005L;
    private static final long SUMMAND = 1442695040888963407L;

    private final MemorySegment memory;
    private final long lines;
    private long at;

    /// @param bytes bytes of memory to walk through, a power of two
    Chase(MemorySegment memory, long bytes) {
        this.memory = memory;
        lines = bytes / LINE_BYTES;
        for (long line = 0; line < lines; line++) {
            memory.setAtIndex(JAVA_LONG, line * LINE_WORDS, next(line) * LINE_WORDS);
        }
    }

    private long next(long line) {
        return line * FACTOR + SUMMAND & lines - 1;
    }

    /// @return nanoseconds per step
    /// @throws IllegalStateException if it does not end where it must
    double run(long steps) {
        long from = at;
        long start = System.nanoTime();
        long end = walk(from, steps);
        double ns = System.nanoTime() - start;
        long line = from / LINE_WORDS;
        for (long i = 0; i < steps; i++) {
            line = next(line);
        }
        if (end != line * LINE_WORDS) {
            throw new IllegalStateException("the chase ended elsewhere: word=" + end + ", expected="
                    + line * LINE_WORDS);
        }
        at = end;
        return ns / Math.max(1, steps);
    }

    private long walk(long from, long steps) {
        long word = from;
        for (long i = 0; i < steps; i++) {
            word = memory.getAtIndex(JAVA_LONG, word);
        }
        return word;
    }
}
