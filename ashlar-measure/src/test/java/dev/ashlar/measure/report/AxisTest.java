// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {
    @Test
    void shouldNameRoundValues() {
        assertEquals(List.of(0.0, 2.0, 4.0, 6.0, 8.0, 10.0), Axis.over(List.of(3.0, 10.0), false, 0, 100).ticks());
        assertEquals(List.of(10.0, 100.0, 1000.0, 10000.0), Axis.over(List.of(10.0, 10_000.0), true, 0, 100).ticks());
        assertEquals(List.of("0", "2.5", "12 k", "1.5 M", "3 G"),
                List.of(0.0, 2.5, 12e3, 1.5e6, 3e9).stream().map(Axis::name).toList());
        for (double most : new double[] {0.003, 0.7, 1, 9, 99, 12_345, 8e8}) {
            int ticks = Axis.over(List.of(most), false, 0, 1).ticks().size();
            assertTrue(ticks >= 2 && ticks <= 13, "most=" + most + ", ticks=" + ticks);
        }
    }

    @Test
    void shouldKeepValuesInside() {
        Axis axis = Axis.over(List.of(1.0, 100.0), true, 10, 20);
        assertTrue(axis.at(1) > 10 && axis.at(100) < 20 && axis.at(10) > axis.at(1));
        assertEquals(10, axis.at(0));
        assertEquals(20, axis.at(1e9));
        assertEquals(10, Axis.over(List.of(5.0), false, 10, 20).at(0));
        assertEquals(10, Axis.over(List.of(0.0), false, 10, 20).at(0));
    }
}
