// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.host.ChildJvm;
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
        MeasurementPlan plan = experiment.plan(Scale.FULL, Made.large());
        for (String name : List.of(QueueExperiment.QUEUE, QueueExperiment.ring(1), QueueExperiment.ring(16),
                QueueExperiment.ring(256))) {
            assertEquals(100_000_000, Made.trial(plan, name).number("count"), name);
            assertEquals(7, Made.trial(plan, name).count("runs"), name);
        }
        assertTrue(plan.notes().stream().noneMatch(note -> note.startsWith("scaled down")), plan::toString);
        MeasurementPlan quick = experiment.plan(Scale.QUICK, Made.large());
        assertEquals(5_000_000, Made.trial(quick, QueueExperiment.QUEUE).number("count"));
        assertEquals(5_000_000, Made.trial(quick, QueueExperiment.ring(1)).number("count"));
        assertTrue(quick.notes().contains("scaled down: 5,000,000 messages in 3 runs instead of the published "
                + "100,000,000 in 7"), quick::toString);
    }

    /// Both take 65,536 messages that nobody has taken yet.
    @Test
    void shouldHoldAsManyMessagesAsPublished() {
        for (LabQueue kind : List.of(LabQueue.ARRAY, LabQueue.RING)) {
            NumberQueue.Sender sender = kind.open(1, QueueExperiment.CAPACITY).sender(0);
            int count = 0;
            while (sender.send(count + 1, 1) == 1) {
                count++;
            }
            assertEquals(65_536, count, kind.text());
        }
    }

    /// Each checks the sum of what was received.
    @Test
    void shouldPassEveryMessage() throws Exception {
        for (LabQueue kind : LabQueue.values()) {
            for (Shape shape : Shape.values()) {
                for (int batch : new int[] {1, 16}) {
                    if (kind.fits(shape) && shape != Shape.PROCESSES) {
                        Trial trial = Passing.throughput("a", kind, shape, batch, 10_002, 1, 1 << 10);
                        assertTrue(TrialRun.here(experiment, trial).median("a", Passing.PASSED).orElseThrow() > 0,
                                trial::toString);
                    }
                }
            }
        }
    }

    /// Starts the other end and ends without a word to it.
    static final class Starter {
        /// @param args folder of the rings
        public static void main(String[] args) throws IOException {
            ChildJvm other = ChildJvm.start(List.of(), List.of("-Xmx64m"), EchoProcess.class,
                    EchoProcess.arguments(Path.of(args[0]), LabQueue.RING, 0, 1, 1));
            other.read(_ -> {
                System.out.println(ProcessHandle.current().children().findFirst().orElseThrow().pid());
                Runtime.getRuntime().halt(0);
            }, Duration.ofMinutes(10));
        }
    }

    @Test
    void shouldEndWithTheOtherEnd() throws Exception {
        LabQueue.RING.create(folder.resolve("there"), 1 << 10);
        LabQueue.RING.create(folder.resolve("back"), 1 << 10);
        List<String> said = new ArrayList<>();
        try (ChildJvm starter = ChildJvm.start(List.of(), List.of("-Xmx64m"), Starter.class, List.of(folder.toString()))) {
            starter.read(said::add, Duration.ofMinutes(10));
        }
        Optional<ProcessHandle> other = ProcessHandle.of(Long.parseLong(said.getFirst()));
        try {
            other.ifPresent(process -> process.onExit().orTimeout(10, TimeUnit.MINUTES).join());
        } finally {
            other.ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("A ring passes 8.00× (published 7.67×) as many messages as an ArrayBlockingQueue, in batches of "
                + "256 30.0×. A round trip takes 200 ns between threads and 400 ns between processes.", experiment.verdict(new Made()
                .figure(QueueExperiment.ring(1), QueueExperiment.PASSED, 80)
                .figure(QueueExperiment.ring(256), QueueExperiment.PASSED, 300)
                .figure(QueueExperiment.QUEUE, QueueExperiment.PASSED, 10)
                .figure(QueueExperiment.IN_PROCESS, QueueExperiment.TRIP, 200)
                .figure(QueueExperiment.BETWEEN, QueueExperiment.TRIP, 400).figures()));
    }
}
