// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void shouldBeExactWhereTimesAreShort() {
        Latencies latencies = new Latencies();
        for (int ns = 1; ns <= 10; ns++) {
            latencies.record(ns);
        }
        latencies.record(-5);
        assertEquals(5, latencies.percentileNs(0.5));
        assertEquals(10, latencies.percentileNs(1));
        assertEquals(0, latencies.percentileNs(0));
    }

    @Test
    void shouldErrByASixteenthAtMost() {
        long seed = Long.getLong("test.seed", System.nanoTime());
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        long[] times = random.longs(100_000, 0, 62).map(bits -> random.nextLong(1L << bits)).sorted().toArray();
        Latencies latencies = new Latencies();
        Arrays.stream(times).forEach(latencies::record);
        for (double part : new double[] {0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 1}) {
            long expected = times[(int) Math.ceil(times.length * part) - 1];
            long found = latencies.percentileNs(part);
            assertTrue(found >= expected && found <= expected + expected / 16,
                    () -> "part=" + part + ", found=" + found + ", expected=" + expected);
        }
        assertEquals(times[times.length - 1], latencies.maxNs());
    }

    @Test
    void shouldTakeTheGreatestTime() {
        Latencies latencies = new Latencies();
        latencies.record(Long.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, latencies.percentileNs(0.5));
    }
}
