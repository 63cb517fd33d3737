// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Range;
import java.util.List;
import java.util.Optional;
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

    private static final Measure TIME = Measure.less("time", "ns");

    @Test
    void shouldJudgeTheRatioWhereThereIsOne() {
        Figures figures = new Figures().with("ours", TIME, 10).with("theirs", TIME, 30);
        Finding against = Finding.against("work", "peer", figures, TIME, "ours", "theirs").withTarget(Target.atLeast(2));
        assertEquals("3×", against.foundText());
        assertTrue(against.isMet());
        Finding alone = Finding.alone("work", figures, TIME, "ours").withTarget(Target.atMost(9));
        assertEquals("10 ns", alone.foundText());
        assertEquals("≤ 9 ns", alone.targetText());
        assertTrue(alone.isMissed());
    }

    /// More is better: the ratio is of ours to the best peer of each round.
    @Test
    void shouldTakeTheBestPeerOfEachRound() {
        Measure rate = Measure.more("rate", "M/s");
        Figures figures = new Figures();
        for (double[] round : new double[][] {{60, 20, 10}, {60, 15, 30}, {60, 15, 60}}) {
            figures.with("ours", rate, round[0]).with("a", rate, round[1]).with("b", rate, round[2]);
        }
        figures.with("fast, but once", rate, 1_000);
        Finding best = Finding.againstBest("work", "the best peer", figures, rate, List.of("ours"),
                List.of("a", "b", "fast, but once"));
        assertEquals(Optional.of(new Range(2, 1, 3)), best.ratio());
    }

    @Test
    void shouldLeaveOpenWhatIsDoubtfulOrNotMeasured() {
        Figures figures = new Figures().with("free", TIME, 1);
        for (double[] round : new double[][] {{1, 3}, {1, 1}, {1, 4}}) {
            figures.with("ours", TIME, round[0]).with("theirs", TIME, round[1]);
        }
        assertTrue(Finding.againstBest("work", "peer", figures, TIME, List.of("ours"), List.of("theirs"))
                .withTarget(Target.atLeast(2)).isOpen());
        Finding missing = Finding.missing("work", "peer", Target.atLeast(2));
        assertTrue(missing.isOpen());
        assertEquals("not measured", missing.verdict());
        assertEquals("–", missing.foundText());
        // A peer that did nothing makes no ratio.
        Measure rate = Measure.more("rate", "M/s");
        Figures idle = new Figures().with("ours", rate, 1).with("theirs", rate, 0);
        Finding nothing = Finding.againstBest("work", "peer", idle, rate, List.of("ours"), List.of("theirs"))
                .withTarget(Target.atLeast(2));
        assertEquals("not measured", nothing.verdict());
        Finding free = Finding.alone("work", figures, TIME, "free");
        assertFalse(free.isOpen() || free.isMet() || free.isMissed());
    }

    @Test
    void shouldMarkWhatToDoubt() {
        Finding noisy = Finding.alone("work", "ns", Optional.of(new Range(10, 9, 12)), true);
        assertTrue(noisy.noisy());
        assertEquals("10 [9..12] ns ~ *", noisy.foundText());
        assertFalse(Finding.alone("work", "ns", Optional.of(new Range(10, 9, 11)), false).crowded());
        Figures figures = new Figures();
        figures.add(new Figure("disturbed", TIME, List.of(List.of(1.0)), true, false));
        figures.add(new Figure("crowded", TIME, List.of(List.of(1.0)), false, true));
        assertEquals("1× ~ *", Finding.against("work", "peer", figures, TIME, "disturbed", "crowded").foundText());
    }
}
