// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Scale;
import dev.ashlar.lab.host.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueExperimentTest {
    @TempDir
    private Path folder;

    private final QueueExperiment experiment = new QueueExperiment();

    @Test
    void shouldPassAsPublished() {
        Plan plan = experiment.plan(Scale.FULL, Made.large());
        assertEquals(100_000_000, Made.trial(plan, QueueExperiment.ring(1)).number("count"));
        assertEquals(7, Made.trial(plan, QueueExperiment.ring(1)).count("runs"));
    }

    @Test
    void shouldPassEveryMessageInTurn() throws InterruptedException {
        assertTrue(new Passing().overRing(10_000, 1) > 0);
        assertTrue(new Passing().overRing(10_001, 16) > 0);
        assertTrue(new Passing().overQueue(1_000) > 0);
    }

    /// Starts the other end and ends without a word to it.
    static final class Starter {
        private Starter() {
        }

        /// @param args folder of the rings
        public static void main(String[] args) throws IOException {
            ChildJvm other = ChildJvm.start(List.of(), List.of("-Xmx64m"), EchoProcess.class, List.of(args[0]));
            other.read(_ -> {
                System.out.println(ProcessHandle.current().children().findFirst().orElseThrow().pid());
                Runtime.getRuntime().halt(0);
            }, Duration.ofMinutes(1));
        }
    }

    @Test
    void shouldEndWithTheOtherEnd() throws Exception {
        RoundTrip.create(folder);
        List<String> said = new ArrayList<>();
        try (ChildJvm starter = ChildJvm.start(List.of(), List.of("-Xmx64m"), Starter.class, List.of(folder.toString()))) {
            starter.read(said::add, Duration.ofMinutes(1));
        }
        Optional<ProcessHandle> other = ProcessHandle.of(Long.parseLong(said.getFirst()));
        try {
            other.ifPresent(process -> process.onExit().orTimeout(20, TimeUnit.SECONDS).join());
        } finally {
            other.ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("On this machine a ring passes 8.00× (published: 7.67×, so about as then) the messages of an "
                + "ArrayBlockingQueue, and in batches of 256 30.0×; a round trip takes 200 ns between threads and 400 ns "
                + "between processes.", experiment.verdict(new Made()
                .figure(QueueExperiment.ring(1), QueueExperiment.PASSED, 80)
                .figure(QueueExperiment.ring(256), QueueExperiment.PASSED, 300)
                .figure(QueueExperiment.QUEUE, QueueExperiment.PASSED, 10)
                .figure(QueueExperiment.IN_PROCESS, QueueExperiment.TRIP, 200)
                .figure(QueueExperiment.BETWEEN, QueueExperiment.TRIP, 400).findings()));
    }
}
