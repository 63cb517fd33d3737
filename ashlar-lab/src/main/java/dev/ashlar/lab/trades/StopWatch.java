// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.trades.TradeResult.Stops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// Notes when the collector of this JVM stops its work, from JFR: its beans round to milliseconds, count concurrent
/// time as if it were paused, and know of no stalls.
public final class StopWatch {
    private static final String COLLECTION = "jdk.GarbageCollection";
    private static final String PAUSE = "jdk.GCPhasePause";
    private static final String STALL = "jdk.ZAllocationStall";

    private final Recording recording = new Recording();
    private final Instant begin;

    /// Begins to watch.
    public StopWatch() {
        recording.enable(COLLECTION).withoutThreshold();
        recording.enable(PAUSE).withoutThreshold();
        recording.enable(STALL).withoutThreshold();
        recording.start();
        begin = Instant.now();
    }

    /// Ends the watch. What JFR allocates to start and to end a recording, and the collections this causes, is left
    /// out.
    public Stops stops() throws IOException {
        Instant end = Instant.now();
        Path file = Files.createTempFile("ashlar-trades", ".jfr");
        try (recording) {
            recording.stop();
            recording.dump(file);
            return read(file, end);
        } finally {
            Files.delete(file);
        }
    }

    private Stops read(Path file, Instant end) throws IOException {
        long collections = 0;
        long pauses = 0;
        long pausedNs = 0;
        long longestPauseNs = 0;
        long stalledNs = 0;
        long longestStallNs = 0;
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getEndTime().isBefore(begin) || event.getStartTime().isAfter(end)) {
                    continue;
                }
                long ns = event.getDuration().toNanos();
                switch (event.getEventType().getName()) {
                    case COLLECTION -> collections++;
                    case PAUSE -> {
                        pauses++;
                        pausedNs += ns;
                        longestPauseNs = Math.max(longestPauseNs, ns);
                    }
                    case STALL -> {
                        stalledNs += ns;
                        longestStallNs = Math.max(longestStallNs, ns);
                    }
                    default -> {
                        // What JFR says about itself.
                    }
                }
            }
        }
        return new Stops(collections, pauses, pausedNs, longestPauseNs, stalledNs, longestStallNs);
    }
}
