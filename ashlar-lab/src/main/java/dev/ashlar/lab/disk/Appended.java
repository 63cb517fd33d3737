// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.disk;

import java.util.Arrays;

/// What it took to append.
///
/// @param ns         of each block
/// @param lastSyncNs of the sync after the last block; 0 where none is promised, or each block had its own
record Appended(long[] ns, long lastSyncNs) {
    private static final double NS_PER_US = 1e3;

    int blocks() {
        return ns.length;
    }

    long totalNs() {
        return Arrays.stream(ns).sum() + lastSyncNs;
    }

    double megabytesPerSecond() {
        return (double) ns.length * Append.BLOCK_BYTES * NS_PER_US / totalNs();
    }

    /// The time that this part of the blocks did not exceed, in microseconds.
    double us(double part) {
        long[] sorted = ns.clone();
        Arrays.sort(sorted);
        return sorted[(int) (sorted.length * part)] / NS_PER_US;
    }
}
