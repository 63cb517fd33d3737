// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.measure.Threads.Preemptions;
import dev.ashlar.measure.host.OwnUse;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThreadsTest {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final long MANY = 1_000_000;
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final long PATIENCE_NS = 60 * NS_PER_SECOND;

    private interface Running {
        void run() throws Exception;
    }

    /// Amid others who want the same cores.
    private static double mostPerSec(Running running) throws Exception {
        Preemptions others = new Preemptions();
        ScopedValue.where(Preemptions.OF_TRIAL, others).call(() -> {
            amidOthers(running);
            return others;
        });
        return others.mostPerSec();
    }

    private static void amidOthers(Running running) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> others = IntStream.range(0, 2 * CORES).mapToObj(_ -> Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                Thread.yield();
            }
        })).toList();
        try {
            running.run();
        } finally {
            stop.set(true);
            for (Thread other : others) {
                other.join();
            }
        }
    }

    /// To Linux a thread that yields to another is put aside, as one whose core another takes. That takes a while where
    /// the others have not begun, or have enough of the other cores.
    private static void yield(int index) {
        long before = OwnUse.switchesOfThisThread();
        long deadline = System.nanoTime() + PATIENCE_NS;
        do {
            for (int i = 0; i < 2_000; i++) {
                Thread.yield();
            }
        } while (OwnUse.switchesOfThisThread() == before && System.nanoTime() < deadline);
    }

    /// The thread that starts them only waits.
    @Test
    void shouldTellHowOftenThreadsThatMeasureArePutAside() throws Exception {
        assumeTrue(OwnUse.now().isKnown());
        double perSec = mostPerSec(() -> Threads.together(1, ThreadsTest::yield));
        assertTrue(perSec > 0, () -> "perSec=" + perSec);
    }

    @Test
    void shouldTellTheLabSo() throws Exception {
        assumeTrue(OwnUse.now().isKnown());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // A million times a second: more than any thread really is, such as the one that measures here.
        MeasuringJvm.measure((_, _) -> Preemptions.OF_TRIAL.get().add(0, MANY, NS_PER_SECOND), Trial.of("put aside"),
                new Lines(new PrintStream(out)), Optional.empty());
        List<String> disturbance = Lines.fields(out.toString(StandardCharsets.UTF_8).strip());
        assertEquals(Lines.DISTURBANCE, disturbance.getFirst());
        assertEquals(MANY, Double.parseDouble(disturbance.get(2)), disturbance::toString);
    }

    @Test
    void shouldNotTellOfThreadsThatWaitOrPutOneAnotherAside() throws Exception {
        assertEquals(0, mostPerSec(() -> Threads.waiting(1, ThreadsTest::yield)));
        assertEquals(0, mostPerSec(() -> Threads.together(CORES + 1, ThreadsTest::yield)));
    }

    @Test
    void shouldTakeTheWorstThreadOfAllRepetitions() {
        Preemptions others = new Preemptions();
        assertEquals(0, others.mostPerSec());
        others.add(0, 1, 1_000_000);
        others.add(0, 0, 999_000_000);
        assertEquals(1, others.mostPerSec());
        others.add(1, 30, 100_000_000);
        assertEquals(300, others.mostPerSec(), 1e-9);
    }

    @Test
    void shouldCountThreadsUpToTheCores() {
        assertEquals(List.of(1, 2, 4, 6), Threads.upTo(6));
        assertEquals(List.of(1), Threads.upTo(1));
    }
}
