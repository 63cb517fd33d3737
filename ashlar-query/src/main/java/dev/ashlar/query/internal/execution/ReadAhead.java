// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import java.util.Arrays;

/// Whether to read the next rows before a kernel works through them. A loop that finds groups is so long that a
/// processor has only a few of its rows in flight, and waits for memory; a loop that only reads has many. One processor
/// takes two thirds of the time that way, and another almost twice as long. So both ways are tried now and then, for a
/// few rows each, and the one that took less time is used.
///
/// **Threading**: any thread. What several report at once may be lost.
public final class ReadAhead {
    /// What to do with the next rows.
    public enum Way {
        PLAIN, AHEAD, PLAIN_TRIAL, AHEAD_TRIAL;

        public boolean isAhead() {
            return this == AHEAD || this == AHEAD_TRIAL;
        }

        /// Whether its time is wanted.
        public boolean isTrial() {
            return this == PLAIN_TRIAL || this == AHEAD_TRIAL;
        }

        /// Whether it is for no more rows than a processor's first cache holds.
        public boolean isShort() {
            return this != PLAIN;
        }
    }

    /// Of each way; the median counts.
    static final int TRIALS = 8;
    /// Strips between the first and the second time that both ways are tried; each time twice as many, up to a number.
    static final int FIRST_REST = 64;
    static final int LONGEST_REST = 1 << 12;

    private final long[] ahead = new long[TRIALS];
    private final long[] plain = new long[TRIALS];
    private int trials;
    private Way better = Way.PLAIN;
    private int rest;
    private int nextRest = FIRST_REST;

    public Way next() {
        if (rest > 0) {
            rest--;
            return better;
        }
        return (trials & 1) == 0 ? Way.AHEAD_TRIAL : Way.PLAIN_TRIAL;
    }

    /// How long a trial took.
    public synchronized void took(Way way, long ns, int rows) {
        if (rest > 0 || way.isAhead() != ((trials & 1) == 0)) {
            // Another thread was faster.
            return;
        }
        (way.isAhead() ? ahead : plain)[trials >> 1] = (ns << 10) / rows;
        trials++;
        if (trials == 2 * TRIALS) {
            Arrays.sort(ahead);
            Arrays.sort(plain);
            better = ahead[TRIALS / 2] < plain[TRIALS / 2] ? Way.AHEAD : Way.PLAIN;
            trials = 0;
            rest = nextRest;
            nextRest = Math.min(2 * nextRest, LONGEST_REST);
        }
    }
}
