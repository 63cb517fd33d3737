// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.dispatch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/// When and why the JVM threw away what it had compiled of this package, as JFR tells.
final class Deoptimisations implements AutoCloseable {
    private static final String EVENT = "jdk.Deoptimization";

    private final Recording recording = new Recording();

    Deoptimisations() {
        recording.enable(EVENT).withoutThreshold().withoutStackTrace();
        recording.start();
    }

    /// One of them.
    record Moment(Instant when, String reason, String method) {
    }

    /// All until now, in order; ends the watch.
    List<Moment> moments() throws IOException {
        recording.stop();
        Path file = Files.createTempFile("ashlar-dispatch", ".jfr");
        try {
            recording.dump(file);
            List<Moment> moments = new ArrayList<>();
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                RecordedMethod method = event.getValue("method");
                if (event.getEventType().getName().equals(EVENT) && method != null
                        && method.getType().getName().startsWith(Loop.class.getName())) {
                    moments.add(new Moment(event.getStartTime(), event.getString("reason"), method.getName()));
                }
            }
            moments.sort((a, b) -> a.when().compareTo(b.when()));
            return moments;
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        recording.close();
    }
}
