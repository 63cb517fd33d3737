// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SegmentedExperimentTest {
    private final SegmentedExperiment experiment = new SegmentedExperiment();

    @Test
    void shouldMixInChunksOfThePublishedSize() {
        assertEquals(1 << 20, Signals.CHUNK_BYTES);
        MeasurementPlan plan = experiment.plan(Scale.FULL, Made.large());
        assertEquals(SignalKind.values().length, plan.trials().size());
        assertTrue(plan.notes().stream().noneMatch(note -> note.startsWith("scaled down")), plan::toString);
        MeasurementPlan small = experiment.plan(Scale.FULL, Made.machine(512 << 20, 1 << 30));
        assertEquals(SignalKind.values().length, small.trials().size());
        assertTrue(small.notes().contains("scaled down: signals of 32 MiB instead of 64 MiB, because there is too little memory"),
                small.notes()::toString);
        assertEquals(List.of("-Xms256m", "-Xmx256m", "-XX:+UseParallelGC", "-XX:MaxDirectMemorySize=256m",
                "-Dashlar.lab.samples=4194304"), small.trials().getFirst().flags());
    }

    @ParameterizedTest
    @EnumSource(SignalKind.class)
    void shouldDoTheSameWork(SignalKind kind) {
        try (Signals signals = kind.open()) {
            signals.fill();
            signals.verify();
            double sum = 0;
            for (long i = 0; i < Signals.SAMPLES; i++) {
                sum += Signals.a(i);
            }
            assertEquals(sum, signals.sum());
            signals.mix();
            assertEquals(Signals.a(0) + Signals.b(0), signals.out(0));
            signals.writeRandom(1);
            signals.readRandom(2);
            signals.chase(3);
            signals.verify();
        }
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("Mixing signals in ByteBuffer chunks takes 1.50× (published 1.73×) the time of a table of "
                + "addresses and 3.00× (published 1.73×) that of Ashlar's contiguous containers. Those take 0.91× "
                + "the time of flat memory.", experiment.verdict(new Made()
                .figure("ByteBuffer chunks", SegmentedExperiment.MIX, 3).figure("address table", SegmentedExperiment.MIX, 2)
                .figure("Ashlar, contiguous", SegmentedExperiment.MIX, 1)
                .figure("MemorySegment, flat", SegmentedExperiment.MIX, 1.1).figures()));
    }
}
