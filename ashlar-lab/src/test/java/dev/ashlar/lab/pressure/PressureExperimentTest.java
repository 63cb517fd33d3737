// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.pressure;

import static dev.ashlar.lab.pressure.PressureExperiment.ANSWERED;
import static dev.ashlar.lab.pressure.PressureExperiment.WAITED;
import static dev.ashlar.lab.pressure.PressureExperiment.load;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.Admission;
import dev.ashlar.lab.Made;
import dev.ashlar.lab.pressure.Overload.Bound;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import org.junit.jupiter.api.Test;

class PressureExperimentTest {
    private final PressureExperiment experiment = new PressureExperiment();

    /// max latency = (transaction time / threads) × queue length
    @Test
    void shouldBoundQueuesByTheFormula() {
        assertEquals(100, Overload.mostWaiting(5_000_000, 50_000, 1));
        assertEquals(400, Overload.mostWaiting(5_000_000, 50_000, 4));
        assertEquals(1, Overload.mostWaiting(10, 50_000, 1));
        assertEquals(101, Bound.FORMULA.limit(50_000).mostRequests());
        assertEquals(5_000_000, Bound.MEASURED.limit(50_000).maxLatencyNs());
        assertEquals(Admission.MAX_REQUESTS, Bound.NONE.limit(50_000).mostRequests());
    }

    @Test
    void shouldLoadAsPublished() {
        MeasurementPlan plan = experiment.plan(Scale.FULL, Made.large());
        assertEquals("2.0", Made.trial(plan, load(Bound.MEASURED, 2)).text("rate"));
        assertEquals("FORMULA", Made.trial(plan, load(Bound.FORMULA, 0.9)).text("bound"));
        assertEquals(5_000, Made.trial(plan, load(Bound.NONE, 2)).number("ms"));
    }

    @Test
    void shouldRefuseWhatTheBoundDoesNotAllow() throws InterruptedException {
        for (Bound bound : new Bound[] {Bound.FORMULA, Bound.MEASURED}) {
            Overload.Result bounded = new Overload(1_000_000, bound, 3, 60_000_000).run();
            assertTrue(bounded.refusedPercent() > 20, bounded::toString);
            assertTrue(bounded.refusalP99Ns() > 0 && bounded.refusedPercent() < 100, bounded::toString);
        }
        Overload.Result unbounded = new Overload(1_000_000, Bound.NONE, 3, 60_000_000).run();
        assertEquals(0, unbounded.refusedPercent());
        // What comes last waits for twice the time in which all came.
        assertTrue(unbounded.p99Ns() > 60_000_000, unbounded::toString);
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("At twice the capacity a queue bounded by the formula answers 1.10× of what it answers at 0.9× "
                + "(99 % within 4.90 ms, wanted 5.05 ms; 99 % of refusals within 3.00 µs). Bounded by measured "
                + "service times it answers 1.05× (99 % within 4.00 ms), without a bound 1.00× (99 % within 300 "
                + "ms).",
                experiment.verdict(new Made().figure(load(Bound.FORMULA, 0.9), ANSWERED, 18_000)
                .figure(load(Bound.FORMULA, 2), ANSWERED, 19_800).figure(load(Bound.FORMULA, 2), WAITED, 4.9)
                .figure(PressureExperiment.WANTED, WAITED, 5.05)
                .figure(load(Bound.FORMULA, 2), PressureExperiment.REFUSAL, 3)
                .figure(load(Bound.MEASURED, 2), ANSWERED, 18_900).figure(load(Bound.MEASURED, 2), WAITED, 4)
                .figure(load(Bound.NONE, 2), ANSWERED, 18_000).figure(load(Bound.NONE, 2), WAITED, 300).figures()));
    }
}
