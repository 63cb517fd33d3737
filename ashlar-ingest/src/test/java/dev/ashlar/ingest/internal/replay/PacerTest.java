// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.replay.ReplayPace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// With a clock that goes on by 100 ns each time it is read, and a system that wakes up 60 µs late.
class PacerTest {
    private static final long LATE_NS = 60_000;

    private long nowNs = 5_000_000_000L;
    private final List<Long> parked = new ArrayList<>();

    private Pacer pacer(ReplayPace pace) {
        return new Pacer(pace, () -> nowNs += 100, ns -> {
            parked.add(ns);
            nowNs += ns + LATE_NS;
        });
    }

    @Test
    void shouldSendWhenDueAndNotBefore() {
        Pacer pacer = pacer(ReplayPace.rate(1_000));
        long first = nowNs + 100;
        for (int i = 0; i < 100; i++) {
            assertTrue(pacer.await(MessageContext.NO_TIME));
            long since = nowNs - first - i * 1_000_000L;
            assertTrue(since >= 0 && since <= 200, "packet=" + i + ", lateNs=" + since);
        }
        // The system waits for most of the time, the thread for the rest.
        assertTrue(parked.stream().mapToLong(ns -> ns).sum() > 99 * 700_000L, parked::toString);
        assertTrue(pacer.lateness().maxNs() <= 200);
    }

    @Test
    void shouldFollowTheCapture() {
        Pacer pacer = pacer(ReplayPace.captured(10));
        long first = nowNs + 100;
        long[] captured = {7, 7, 1_000_007, 500_000, 30_000_007};
        long[] due = {0, 0, 100_000, 49_999, 3_000_000};
        for (int i = 0; i < captured.length; i++) {
            assertTrue(pacer.await(captured[i]));
            long since = nowNs - first;
            assertTrue(since >= due[i], "packet=" + i + ", since=" + since);
        }
        assertTrue(nowNs - first <= 3_000_200);
    }

    @Test
    void shouldCatchUpAndSayHowLateItWas() {
        Pacer pacer = pacer(ReplayPace.rate(1_000_000));
        assertTrue(pacer.await(0));
        nowNs += 50_000_000;
        parked.clear();
        for (int i = 0; i < 1_000; i++) {
            assertTrue(pacer.await(0));
        }
        assertEquals(List.of(), parked);
        assertTrue(pacer.lateness().maxNs() >= 49_000_000 && pacer.lateness().percentileNs(0.5) > 40_000_000);
    }

    @Test
    void shouldNotWaitWithoutAPace() {
        Pacer pacer = pacer(ReplayPace.UNLIMITED);
        for (int i = 0; i < 10; i++) {
            assertTrue(pacer.await(i * 1_000_000_000L));
        }
        assertEquals(List.of(), parked);
        assertEquals(0, pacer.lateness().count());
    }

    @Test
    void shouldEndWhileItWaits() {
        Pacer[] pacer = new Pacer[1];
        pacer[0] = new Pacer(ReplayPace.captured(0.001), () -> nowNs += 100, ns -> {
            nowNs += ns;
            parked.add(ns);
            if (parked.size() == 3) {
                pacer[0].stop();
            }
        });
        assertTrue(pacer[0].await(0));
        assertFalse(pacer[0].await(1_000_000_000));
        assertEquals(3, parked.size());
    }

    @Test
    void shouldRefuseWhatIsNoPace() {
        for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> ReplayPace.rate(wrong));
            assertThrows(IllegalArgumentException.class, () -> ReplayPace.captured(wrong));
        }
    }
}
