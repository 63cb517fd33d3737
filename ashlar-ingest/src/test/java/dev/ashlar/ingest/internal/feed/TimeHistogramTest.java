// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimeHistogramTest {
    @Test
    void shouldBeAtMostASixteenthTooHigh() {
        SplittableRandom random = Seed.random("TimeHistogramTest");
        for (int round = 0; round < 200; round++) {
            TimeHistogram times = new TimeHistogram();
            long[] all = new long[1 + random.nextInt(500)];
            for (int i = 0; i < all.length; i++) {
                all[i] = random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
                times.add(all[i]);
            }
            Arrays.sort(all);
            for (double part : new double[] {0, 0.5, 0.99, 0.999, 1}) {
                long exact = all[(int) Math.max(0, Math.ceil(part * all.length) - 1)];
                long found = times.percentileNs(part);
                assertTrue(found >= exact && found - exact <= exact / 16, () -> "part=" + part + ", exact=" + exact + ", found="
                        + found);
            }
            assertEquals(all[all.length - 1], times.maxNs());
            assertEquals(all.length, times.count());
            times.clear();
            assertEquals(0, times.percentileNs(0.5));
        }
    }

    @Test
    void shouldTakeATimeThatWentBackForNothing() {
        TimeHistogram times = new TimeHistogram();
        times.add(-5);
        times.add(Long.MIN_VALUE);
        assertEquals(0, times.percentileNs(1));
        assertEquals(2, times.count());
    }
}
