// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Measure;
import java.util.List;
import org.junit.jupiter.api.Test;

class GcExperimentTest {
    private final GcExperiment experiment = new GcExperiment();

    @Test
    void shouldGiveEveryCollectorTheSameWork() {
        MeasurementPlan plan = experiment.plan(Scale.FULL, Made.large());
        assertEquals(List.of("on heap, Serial", "on heap, Parallel", "on heap, G1", "on heap, Z", "off heap"),
                plan.trials().stream().map(Trial::name).toList());
        assertEquals(1, plan.trials().stream().map(trial -> trial.text("records") + " " + trial.text("requests"))
                .distinct().count());
    }

    @Test
    void shouldCheckWhatRecordsHold() throws Exception {
        for (Records records : List.of(new Records.OnHeap(100), new Records.OffHeap(100))) {
            try (records) {
                Requests requests = new Requests(records, 100);
                assertTrue(requests.asFastAsPossible(1_000_000) > 0);
                long[] times = requests.steadily(50, 1_000);
                assertTrue(times[0] > 0 && times[0] <= times[49]);
                records.replace(7, 5);
                assertEquals(5, records.read(7));
                for (int i = 0; i < 100; i++) {
                    records.replace(i, -1);
                }
                assertThrows(IllegalStateException.class, () -> requests.steadily(5, 1));
            }
        }
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        Measure tail = GcExperiment.response("99.9 %");
        assertEquals("On the heap the shortest waiting is that of Z (99.9 % are answered within 40.0 µs, and a "
                + "request takes 5.00 µs), the shortest work that of Parallel (99.9 % are answered within 9,000 "
                + "µs, and a request takes 3.00 µs). Off the heap 99.9 % are answered within 20.0 µs, and a "
                + "request takes 2.00 µs.", experiment.verdict(new Made()
                .figure("on heap, Z", tail, 40).figure("on heap, Z", GcExperiment.REQUEST, 5)
                .figure("on heap, Parallel", tail, 9000).figure("on heap, Parallel", GcExperiment.REQUEST, 3)
                .figure("off heap", tail, 20).figure("off heap", GcExperiment.REQUEST, 2).figures()));
    }
}
