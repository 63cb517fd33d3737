// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.measure.figures.Ratio.Quotient;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FigureTest {
    private static final Measure TIME = Measure.less("time", "ns");

    @Test
    void shouldRangeOverSamplesOfOneJvmAndOverMediansOfSeveral() {
        Figure one = new Figure("a", TIME, List.of(List.of(1.0, 5.0, 2.0)), false, false);
        assertEquals(new Range(2, 1, 5), one.range());
        Figure two = one.and(new Figure("a", TIME, List.of(List.of(4.0, 4.0, 90.0)), true, false));
        assertEquals(new Range(3, 2, 4), two.range());
        assertTrue(two.noisy());
        assertThrows(IllegalArgumentException.class, () -> new Figure("a", TIME, List.of(List.of()), false, false));
    }

    @Test
    void shouldCallFiguresNoisyThatDifferTooMuch() {
        assertFalse(new Figure("a", TIME, List.of(List.of(10.0, 10.4)), false, false).isSpread());
        assertTrue(new Figure("a", TIME, List.of(List.of(10.0, 15.0)), false, false).isSpread());
        // Of several JVMs less is asked for.
        assertTrue(new Figure("a", TIME, List.of(List.of(10.0), List.of(11.0)), false, false).isSpread());
        assertEquals("12.5 [10..15] ~ *", new Figure("a", TIME, List.of(List.of(10.0, 15.0)), false, true).text());
        assertEquals("7", new Figure("a", Measure.plain("faults", ""), List.of(List.of(7.0)), true, false).text());
    }

    @Test
    void shouldTakeRatiosForkByForkOrFromTheWidestRange() {
        Figures figures = new Figures().with("a", TIME, 10, 20).with("b", TIME, 5, 5);
        assertEquals(Optional.of(new Range(3, 2, 4)), figures.ratio("a", "b", TIME).map(Quotient::range));
        figures.add(new Figure("a", TIME, List.of(List.of(30.0)), false, false));
        figures.add(new Figure("b", TIME, List.of(List.of(10.0)), false, false));
        assertEquals(Optional.of(new Range(3, 3, 3)), figures.ratio("a", "b", TIME).map(Quotient::range));
        assertEquals(Optional.empty(), figures.ratio("a", "c", TIME));
        assertEquals(Optional.of("b"), figures.best(List.of("a", "b", "c"), TIME));
    }

    /// What is to be known of a figure is to be known of what it is divided by, too.
    @Test
    void shouldMarkRatiosOfMarkedFigures() {
        Figures figures = new Figures().with("quiet", TIME, 10, 10).with("spread", TIME, 10, 20);
        figures.add(new Figure("noisy", TIME, List.of(List.of(5.0, 5.0)), true, false));
        figures.add(new Figure("crowded", TIME, List.of(List.of(20.0, 20.0)), false, true));
        assertEquals("2 ~", text(figures, "quiet", "noisy"));
        assertEquals("0.500 ~", text(figures, "noisy", "quiet"));
        assertEquals("1.50 [1..2] ~", text(figures, "spread", "quiet"));
        assertEquals("0.500 *", text(figures, "quiet", "crowded"));
        assertEquals("4 ~ *", text(figures, "crowded", "noisy"));
        assertEquals("1", text(figures, "quiet", "quiet"));
    }

    private static String text(Figures figures, String over, String under) {
        return figures.ratio(over, under, TIME).orElseThrow().text();
    }

    @Test
    void shouldPrintDigitsThatCount() {
        assertEquals(List.of("0", "0.123", "1.23", "12.3", "123", "12,345", "3"),
                List.of(0.0, 0.1234, 1.234, 12.34, 123.4, 12345.4, 3.0).stream().map(Figure::number).toList());
    }
}
