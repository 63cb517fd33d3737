// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AccessExperimentTest {
    private final AccessExperiment experiment = new AccessExperiment();

    @Test
    void shouldWalkAsPublished() {
        MeasurementPlan plan = experiment.plan(Scale.FULL, Made.large());
        for (Walk walk : Walk.values()) {
            assertEquals(2L << 30, Made.trial(plan, walk.text).number("bytes"));
            assertEquals(5, Made.trial(plan, walk.text).count("runs"));
        }
        assertEquals(777, Walk.VALUE);
        assertEquals(2 << 20, Walk.PAGE_BYTES);
        assertEquals(514_229, Walk.STEP);
        assertEquals(70_368_760_954_879L, Walk.LARGE_STEP);
        Walk.check(777L << 28, 1L << 28);
        assertThrows(IllegalStateException.class, () -> Walk.check((777L << 28) + 1, 1L << 28));
    }

    /// Each word once: if each holds a bit of its own, or its number, the sum tells.
    @ParameterizedTest
    @EnumSource(Walk.class)
    void shouldVisitEachWordOnce(Walk walk) {
        long words = 2 * Walk.PAGE_WORDS;
        MemorySegment memory = MemorySegment.ofArray(new long[(int) words]);
        long expected = 0;
        for (long word = 0; word < words; word++) {
            memory.setAtIndex(ValueLayout.JAVA_LONG, word, word * word);
            expected += word * word;
        }
        assertEquals(expected, walk.run(memory, words));
    }

    @Test
    void shouldChaseThroughAllLines() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(1 << 16, 64);
            Chase chase = new Chase(memory, 1 << 16);
            BitSet seen = new BitSet();
            for (int line = 0, next = 0; line < 1 << 10; line++) {
                seen.set(next / 8);
                next = (int) memory.getAtIndex(ValueLayout.JAVA_LONG, next);
            }
            assertEquals(1 << 10, seen.cardinality());
            assertTrue(chase.run(100) > 0);
            memory.fill((byte) 0);
            assertThrows(IllegalStateException.class, () -> chase.run(100));
        }
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        String verdict = experiment.verdict(new Made().figure("linear", AccessExperiment.TIME, 1.0, 1.0)
                .figure("random in page", AccessExperiment.TIME, 3.6, 3.7)
                .figure("random in heap", AccessExperiment.TIME, 30, 31)
                .figure(Chase.NAME, AccessExperiment.TIME, 95, 95).figures());
        assertEquals("A random walk in pages takes 3.65× (published 3.67×) the time of a linear walk, one over all "
                + "memory 30.5× (published 10.6×). A load whose address comes from the load before takes 95.0 "
                + "ns/access, with huge pages not measured.", verdict);
    }
}
