// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.FlightEvents;
import java.io.IOException;
import java.util.LongSummaryStatistics;

/// When the collector stopped the work, from JFR: its beans round to milliseconds, count concurrent time as if it were
/// paused, and know of no stalls.
///
/// @param longestNs for which nothing was done: of pauses, and of waiting for memory without one (ZGC)
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
