// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.counter;

import static dev.ashlar.lab.counter.CounterExperiment.TIME;
import static dev.ashlar.lab.counter.CounterExperiment.subject;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CounterExperimentTest {
    private final CounterExperiment experiment = new CounterExperiment();

    @Test
    void shouldCountAsPublished() {
        List<Trial> trials = experiment.plan(Scale.FULL, Made.large()).trials();
        for (Trial trial : trials) {
            CounterExperiment.Case one = CounterExperiment.Case.parse(trial.text(CounterExperiment.CASES));
            assertEquals(one.work() == 0 ? 500_000_000 : 50_000_000, one.times());
            assertEquals(one.threads(), trial.threads());
        }
        // On four cores: each way with 1, 2 and 4 threads, with work and without; stores also in one line.
        assertEquals(8 * 3 * 2 + 3 * 2, trials.size());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldLoseNoCount(Way way) throws Exception {
        for (long apart : new long[] {Counter.PADDED, Long.BYTES}) {
            assertTrue(Counter.withWords(apart).run(way, 3, 30_000, 2) > 0);
        }
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        Made made = new Made();
        made.figure(subject(Way.CAS, 2, true, false), TIME, 40).figure(subject(Way.CAS, 1, true, false), TIME, 8)
                .figure(subject(Way.GET_AND_ADD, 2, true, false), TIME, 20)
                .figure(subject(Way.GET_AND_ADD, 1, true, false), TIME, 5)
                .figure(subject(Way.VOLATILE, 1, true, false), TIME, 6)
                .figure(subject(Way.PLAIN, 1, true, false), TIME, 1)
                .figure(subject(Way.RELEASE, 1, true, false), TIME, 1.5)
                .figure(subject(Way.RELEASE, 2, false, false), TIME, 9)
                .figure(subject(Way.RELEASE, 2, true, false), TIME, 3);
        assertEquals("Two threads that count by compare-and-set take 5.00× (published 5.26×) the time of one, by "
                + "get-and-add 4.00×. A volatile store costs 6.00× (published 15.7×) a plain one, a release store "
                + "1.50×, and words of two threads in one cache line 3.00× words apart.",
                experiment.verdict(made.figures()));
    }
}
