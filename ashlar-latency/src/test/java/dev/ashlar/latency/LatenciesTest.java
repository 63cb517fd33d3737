// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Allocation;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void shouldAllocateNothing() {
        Latencies times = new Latencies("request");
        long[] now = {0};
        assertEquals(0, Allocation.leastBytes(50_000, () -> {
            long at = now[0] += 977;
            times.record(at & 0xfffff);
        }));
        assertTrue(times.takeInterval().getTotalCount() >= 50_000);
    }

    @Test
    void shouldHandOutEachTimeOnce() {
        Latencies times = new Latencies("own");
        times.record(100);
        times.record(-5);
        times.record(Long.MAX_VALUE);
        Histogram first = times.takeInterval();
        assertEquals(3, first.getTotalCount());
        assertEquals("own", first.getTag());
        assertEquals(0, first.getMinValue());
        assertEquals(Latencies.MOST_NS, first.getMaxValue(), Latencies.MOST_NS / 1000.0);
        assertEquals(1, times.negativeCount());
        assertEquals(0, times.takeInterval().getTotalCount());
        assertThrows(IllegalArgumentException.class, () -> new Latencies("a,b"));
        assertThrows(IllegalArgumentException.class, () -> new Latencies(""));
    }

    @Test
    void shouldCountFromTheIntendedStart() {
        Pace pace = new Pace(1_000, 2.5);
        assertEquals(1_000, pace.intendedNs(0));
        assertEquals(1_002, pace.intendedNs(1));
        assertEquals(1_005, pace.intendedNs(2));
        assertEquals(2_500_001_000L, pace.intendedNs(1_000_000_000));
        assertThrows(IllegalArgumentException.class, () -> new Pace(0, 0.5));
        // The past is not waited for: who is late stays late, and says so.
        Pace soon = new Pace(System.nanoTime() - 1_000_000_000L, 1_000_000);
        long intended = soon.await(3);
        assertTrue(System.nanoTime() - intended > 900_000_000L);
        Pace steady = Pace.perSecond(1_000);
        for (int i = 0; i < 20; i++) {
            assertEquals(steady.intendedNs(i), steady.await(i));
            assertTrue(System.nanoTime() - steady.intendedNs(i) >= 0);
        }
    }
}
