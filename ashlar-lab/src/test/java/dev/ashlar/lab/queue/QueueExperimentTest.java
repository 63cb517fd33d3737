// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

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

    @Test
    void shouldPassEveryMessageInTurn() throws InterruptedException {
        assertTrue(new Passing().overRing(10_000, 1) > 0);
        assertTrue(new Passing().overRing(10_001, 16) > 0);
        assertTrue(new Passing().overQueue(1_000) > 0);
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
