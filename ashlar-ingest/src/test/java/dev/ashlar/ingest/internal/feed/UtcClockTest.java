// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/// A machine on which reading the system's clock takes as long as the test says.
class UtcClockTest {
    private static final long BEGIN_S = 1_600_000_000;

    private long nowNs = 123;
    private int samples;

    private UtcClock clock(long... delaysNs) {
        return new UtcClock(() -> nowNs, () -> {
            Instant now = Instant.ofEpochSecond(BEGIN_S, nowNs);
            nowNs += delaysNs[Math.min(samples++, delaysNs.length - 1)];
            return now;
        });
    }

    private long errorNs(UtcClock clock) {
        return Math.abs(clock.getAsLong() - BEGIN_S * 1_000_000_000L - nowNs);
    }

    @Test
    void shouldNotTrustASampleThatTookLong() {
        UtcClock clock = clock(20_000_000, 7_000_000, 400);
        assertEquals(200, errorNs(clock));
        assertEquals(3, samples);
        clock.adjust();
        assertEquals(4, samples, "a good one is enough");
    }

    @Test
    void shouldTakeTheBestWhereAllTakeLong() {
        UtcClock clock = clock(90_000, 80_000, 30_000, 70_000);
        assertEquals(15_000, errorNs(clock));
        assertTrue(samples >= 4 && samples <= 10, () -> "samples=" + samples);
    }
}
