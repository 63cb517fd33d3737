// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.RingProducer;
import dev.ashlar.lab.Made;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Scale;
import dev.ashlar.lab.host.ChildJvm;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
        for (String name : List.of(QueueExperiment.QUEUE, QueueExperiment.ring(1), QueueExperiment.ring(16),
                QueueExperiment.ring(256))) {
            assertEquals(100_000_000, Made.trial(plan, name).number("count"), name);
            assertEquals(7, Made.trial(plan, name).count("runs"), name);
        }
        assertTrue(plan.notes().stream().noneMatch(note -> note.startsWith("scaled down")), plan::toString);
        Plan quick = experiment.plan(Scale.QUICK, Made.large());
        assertEquals(5_000_000, Made.trial(quick, QueueExperiment.QUEUE).number("count"));
        assertEquals(5_000_000, Made.trial(quick, QueueExperiment.ring(1)).number("count"));
        assertTrue(quick.notes().contains("scaled down: 5,000,000 messages in 3 runs instead of the published "
                + "100,000,000 in 7"), quick::toString);
    }

    /// Both take 65,536 messages that nobody has taken yet.
    @Test
    void shouldHoldAsManyMessagesAsPublished() {
        assertEquals(65_536, Passing.queue().remainingCapacity());
        try (Arena arena = Arena.ofConfined(); RingProducer producer = Passing.ring(arena).producer()) {
            MemorySegment message = arena.allocate(Passing.MESSAGE_BYTES, Long.BYTES);
            int count = 0;
            while (producer.offer(message, 0, Passing.MESSAGE_BYTES, 1) >= 0) {
                count++;
            }
            assertEquals(65_536, count);
        }
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
