// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import static dev.ashlar.lab.queue.QueueExperiment.ANSWERED;
import static dev.ashlar.lab.queue.QueueExperiment.WAITED;
import static dev.ashlar.lab.queue.QueueExperiment.overload;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Scale;
import org.junit.jupiter.api.Test;

class QueueExperimentTest {
    private final QueueExperiment experiment = new QueueExperiment();

    @Test
    void shouldPassAsPublished() {
        Plan plan = experiment.plan(Scale.FULL, Made.large());
        assertEquals(100_000_000, Made.trial(plan, QueueExperiment.ring(1)).number("count"));
        assertEquals(7, Made.trial(plan, QueueExperiment.ring(1)).count("runs"));
    }

    /// max latency = (transaction time / threads) × queue length
    @Test
    void shouldBoundQueuesByTheFormula() {
        assertEquals(100, Overload.limit(5_000_000, 50_000, 1));
        assertEquals(400, Overload.limit(5_000_000, 50_000, 4));
        assertEquals(1, Overload.limit(10, 50_000, 1));
        assertEquals(100, Made.trial(experiment.plan(Scale.QUICK, Made.large()), overload(true, 2)).count("limit"));
        assertEquals(0, Made.trial(experiment.plan(Scale.QUICK, Made.large()), overload(false, 2)).count("limit"));
    }

    @Test
    void shouldRefuseWhatTheBoundDoesNotAllow() throws InterruptedException {
        Overload.Result bounded = new Overload(100_000, 4, 3, 40_000_000).run();
        assertTrue(bounded.refusedPercent() > 20, bounded::toString);
        assertTrue(bounded.refusalP99Ns() > 0 && bounded.refusedPercent() < 100, bounded::toString);
        Overload.Result unbounded = new Overload(100_000, 0, 3, 40_000_000).run();
        assertEquals(0, unbounded.refusedPercent());
        // What comes last waits for twice the time in which all came.
        assertTrue(unbounded.p99Ns() > 40_000_000, unbounded::toString);
    }

    @Test
    void shouldPassEveryMessageInTurn() throws InterruptedException {
        assertTrue(new Passing().overRing(10_000, 1) > 0);
        assertTrue(new Passing().overRing(10_001, 16) > 0);
        assertTrue(new Passing().overQueue(1_000) > 0);
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("On this machine a ring passes 8.00× (published: 7.67×, so about as then) the messages of an "
                + "ArrayBlockingQueue, and a round trip between processes takes 400 ns; at twice the capacity a bounded queue "
                + "still answers 1.10× of what it answers at 0.9× (99 % within 4.90 ms, by the formula 5.05 ms; refusals "
                + "within 3.00 µs), an unbounded one 1.00× (99 % within 300 ms).", experiment.verdict(new Made()
                .figure(QueueExperiment.ring(1), QueueExperiment.PASSED, 80)
                .figure(QueueExperiment.QUEUE, QueueExperiment.PASSED, 10)
                .figure(QueueExperiment.BETWEEN, QueueExperiment.TRIP, 400)
                .figure(overload(true, 0.9), ANSWERED, 18_000).figure(overload(true, 2), ANSWERED, 19_800)
                .figure(overload(true, 2), WAITED, 4.9).figure(QueueExperiment.FORMULA, WAITED, 5.05)
                .figure(overload(true, 2), QueueExperiment.REFUSAL, 3).figure(overload(false, 2), ANSWERED, 18_000)
                .figure(overload(false, 2), WAITED, 300).findings()));
    }
}
