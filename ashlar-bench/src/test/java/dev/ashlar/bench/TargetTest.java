// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.figures.Range;
import org.junit.jupiter.api.Test;

class TargetTest {
    @Test
    void shouldJudgeOnEitherSideOfTheBound() {
        assertEquals("yes", Target.atLeast(2).verdict(new Range(2, 2, 3)));
        assertEquals("yes ?", Target.atLeast(2).verdict(new Range(2.5, 1.9, 3)));
        assertEquals("no ?", Target.atLeast(2).verdict(new Range(1.9, 1, 2)));
        assertEquals("no", Target.atLeast(2).verdict(new Range(1, 1, 1.9)));
        assertEquals("yes", Target.atMost(2).verdict(new Range(2, 1, 2)));
        assertEquals("yes ?", Target.atMost(2).verdict(new Range(1.5, 1, 2.1)));
        assertEquals("no ?", Target.atMost(2).verdict(new Range(2.1, 2, 3)));
        assertEquals("no", Target.atMost(2).verdict(new Range(3, 2.1, 3)));
        assertEquals("yes", Target.atMost(0).verdict(new Range(0, 0, 0)));
        assertEquals("no", Target.atMost(0).verdict(new Range(1, 1, 1)));
    }

    @Test
    void shouldTellItsBound() {
        assertEquals("≥ 2×", Target.atLeast(2).text("×"));
        assertEquals("≥ 0.95×", Target.atLeast(0.95).text("×"));
        assertEquals("≤ 1 µs", Target.atMost(1).text(" µs"));
        assertEquals("0 bytes", Target.atMost(0).text(" bytes"));
    }

    @Test
    void shouldJudgeTheRatioWhereThereIsOne() {
        Range ours = new Range(10, 10, 10);
        Finding against = Finding.against("work", "peer", "ns", ours, new Range(30, 30, 30), new Range(3, 3, 3))
                .withTarget(Target.atLeast(2));
        assertEquals("3×", against.foundText());
        assertTrue(against.isMet());
        Finding alone = Finding.alone("work", "ns", ours).withTarget(Target.atMost(9));
        assertEquals("10 ns", alone.foundText());
        assertEquals("≤ 9 ns", alone.targetText());
        assertTrue(alone.isMissed());
    }

    @Test
    void shouldLeaveOpenWhatIsDoubtfulOrNotMeasured() {
        assertTrue(Finding.againstBest("work", "peer", new Range(3, 1, 4)).withTarget(Target.atLeast(2)).isOpen());
        Finding missing = Finding.missing("work", "peer", Target.atLeast(2));
        assertTrue(missing.isOpen());
        assertEquals("not measured", missing.verdict());
        assertEquals("–", missing.foundText());
        // A peer that did nothing makes no ratio.
        Finding nothing = Finding.againstBest("work", "peer", new Range(Double.POSITIVE_INFINITY, 1,
                Double.POSITIVE_INFINITY)).withTarget(Target.atLeast(2));
        assertEquals("not measured", nothing.verdict());
        Finding free = Finding.alone("work", "ns", new Range(1, 1, 1));
        assertFalse(free.isOpen() || free.isMet() || free.isMissed());
    }

    @Test
    void shouldMarkWhatToDoubt() {
        Finding noisy = Finding.alone("work", "ns", new Range(10, 9, 12));
        assertTrue(noisy.noisy());
        assertEquals("10 [9..12] ns ~ *", noisy.withThreads(Integer.MAX_VALUE).foundText());
        assertFalse(Finding.alone("work", "ns", new Range(10, 9, 11)).withThreads(1).crowded());
    }
}
