// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Scale;
import org.junit.jupiter.api.Test;

class SegmentedExperimentTest {
    private final SegmentedExperiment experiment = new SegmentedExperiment();

    @Test
    void shouldMixInChunksOfThePublishedSize() {
        assertEquals(1 << 20, Signals.CHUNK_BYTES);
        Plan plan = experiment.plan(Scale.FULL, Made.large());
        assertEquals(SignalKind.values().length, plan.trials().size());
        assertTrue(plan.notes().stream().noneMatch(note -> note.startsWith("scaled down")), plan::toString);
        Plan small = experiment.plan(Scale.FULL, Made.machine(512 << 20, 1 << 30));
        assertEquals(SignalKind.values().length - 1, small.trials().size());
        assertTrue(small.notes().toString().contains("left out"), small::toString);
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("On this machine mixing signals in ByteBuffer chunks takes 1.50× (published: 1.73×, so about as then) "
                + "the time of a table of addresses, and 3.00× (published: 1.73×, so more than then) that of Ashlar's solid "
                + "containers, which take 0.91× the time of flat memory.", experiment.verdict(new Made()
                .figure("ByteBuffer chunks", SegmentedExperiment.MIX, 3).figure("address table", SegmentedExperiment.MIX, 2)
                .figure("Ashlar, solid", SegmentedExperiment.MIX, 1)
                .figure("MemorySegment, flat", SegmentedExperiment.MIX, 1.1).findings()));
    }
}
