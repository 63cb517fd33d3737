// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.FlightEvents;
import java.io.IOException;
import java.util.LongSummaryStatistics;

/// The times at which the collector stopped the work, from JFR. The collector's MXBeans round to milliseconds, count
/// concurrent phases as pauses, and do not report stalls.
///
/// @param longestNs longest pause, or wait for memory without a pause (ZGC)
public record Stops(long pauses, long pausedNs, long longestNs) {
    private static final String PAUSE = "jdk.GCPhasePause";
    private static final String STALL = "jdk.ZAllocationStall";

    public static FlightEvents watch() {
        return new FlightEvents(PAUSE, STALL);
    }

    public static Stops of(FlightEvents watch) throws IOException {
        LongSummaryStatistics pauses = new LongSummaryStatistics();
        LongSummaryStatistics stalls = new LongSummaryStatistics();
        try (watch) {
            watch.end(event -> (event.getEventType().getName().equals(PAUSE) ? pauses : stalls)
                    .accept(event.getDuration().toNanos()));
        }
        return new Stops(pauses.getCount(), pauses.getSum(), Math.max(0, Math.max(pauses.getMax(), stalls.getMax())));
    }
}
