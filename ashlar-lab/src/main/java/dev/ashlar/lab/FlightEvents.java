// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.measure.host.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// Events that the JVM records with JFR during a measurement, however short they are.
public final class FlightEvents implements AutoCloseable {
    private final List<String> names;
    private final Recording recording = new Recording();
    private final Instant begin;

    /// Begins to record events of these names.
    public FlightEvents(String... names) {
        this.names = List.of(names);
        this.names.forEach(name -> recording.enable(name).withoutThreshold().withoutStackTrace());
        recording.start();
        begin = Instant.now();
    }

    /// Ends the recording, and returns its events, without those that JFR itself causes at start and end.
    public void end(Consumer<RecordedEvent> handler) throws IOException {
        Instant end = Instant.now();
        recording.stop();
        try (TemporaryFolder folder = new TemporaryFolder("ashlar-lab")) {
            Path file = folder.resolve("events.jfr");
            recording.dump(file);
            try (RecordingFile events = new RecordingFile(file)) {
                while (events.hasMoreEvents()) {
                    RecordedEvent event = events.readEvent();
                    if (names.contains(event.getEventType().getName()) && !event.getEndTime().isBefore(begin)
                            && !event.getStartTime().isAfter(end)) {
                        handler.accept(event);
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        recording.close();
    }
}
