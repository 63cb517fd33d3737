// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import org.junit.jupiter.api.Test;

class LayoutExperimentTest {
    private final LayoutExperiment experiment = new LayoutExperiment();

    @Test
    void shouldKeepTradesAsPublished() {
        MeasurementPlan plan = experiment.plan(Scale.FULL, Made.large());
        for (Trial trial : plan.trials()) {
            assertEquals(50_000_000, trial.number("rows"));
            assertEquals(5, trial.count("passes"));
        }
        assertTrue(Made.trial(plan, "objects, G1, published heap").flags().contains("-Xmx4096m"));
        assertTrue(Made.trial(plan, "objects, Z, roomy heap").flags().contains("-Xmx12288m"));
        // Two ways to pack, and each collector with two heaps; 42 bytes a row are tested with the table.
        assertEquals(2 + 2 * 4, plan.trials().size());
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        String verdict = experiment.verdict(new Made()
                .figure(LayoutExperiment.PACKED, LayoutExperiment.PASS, 100, 100)
                .figure(LayoutExperiment.PACKED, LayoutExperiment.SLOWEST, 200)
                .figure(LayoutExperiment.PACKED, LayoutExperiment.BYTES, 42)
                .figure("objects, G1, published heap", LayoutExperiment.PASS, 2200, 2300)
                .figure("objects, G1, published heap", LayoutExperiment.SLOWEST, 900)
                .figure("objects, G1, published heap", LayoutExperiment.BYTES, 84)
                .figure("objects, Parallel, roomy heap", LayoutExperiment.PASS, 150, 150).figures());
        assertEquals("Objects under G1 with the published heap take 22.5× (published 22.4×) the time of packed rows "
                + "and 2.00× (published 1.37×) the memory. The best objects (Parallel, roomy heap) take 1.50× the "
                + "time of packed rows.", verdict);
    }
}
