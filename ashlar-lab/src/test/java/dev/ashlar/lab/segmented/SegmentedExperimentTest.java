// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Scale;
import java.util.List;
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
        assertEquals(SignalKind.values().length, small.trials().size());
        assertTrue(small.notes().contains("scaled down: signals of 32 MiB instead of 64 MiB, because there is too little memory"),
                small.notes()::toString);
        assertEquals(List.of("-Xms256m", "-Xmx256m", "-XX:+UseParallelGC", "-XX:MaxDirectMemorySize=256m",
                "-Dashlar.lab.samples=4194304"), small.trials().getFirst().flags());
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
