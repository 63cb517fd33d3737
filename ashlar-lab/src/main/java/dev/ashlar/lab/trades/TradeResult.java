// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import java.util.List;

/// What one JVM measured.
///
/// @param openNs      time to get ready: for a recycled pool, to take its memory from the system
/// @param passes      in order
/// @param stops       of all passes together
/// @param bytesPerRow with the rows of the last pass in place: on the heap, after a collection, and off it
public record TradeResult(long openNs, List<Pass> passes, Stops stops, double bytesPerRow) {
    /// One table, built and scanned.
    ///
    /// @param buildNs        time to take memory and write all rows
    /// @param scanNs         time to add up price × quantity by side
    /// @param sweepNs        time to read the same bytes as longs and do no more; 0 for objects
    /// @param allocatedBytes on the heap, by build and scan
    public record Pass(long buildNs, long scanNs, long sweepNs, long allocatedBytes) {
        public long totalNs() {
            return buildNs + scanNs;
        }
    }

    /// When the collector stopped the work.
    ///
    /// @param collections    of any kind, concurrent ones included
    /// @param pauses         of all threads
    /// @param pausedNs       all together
    /// @param longestPauseNs of these
    /// @param stalledNs      time for which the allocating thread waited for memory without a pause (ZGC)
    /// @param longestStallNs of these
    public record Stops(long collections, long pauses, long pausedNs, long longestPauseNs, long stalledNs,
            long longestStallNs) {
        /// The longest time for which nothing was done.
        public long longestNs() {
            return Math.max(longestPauseNs, longestStallNs);
        }
    }

    public TradeResult {
        passes = List.copyOf(passes);
    }
}
