// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.AdmissionOptions.Partition;
import dev.ashlar.testkit.Allocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final long MS = 1_000_000;
    private final List<String> told = new ArrayList<>();
    private long now = -5 * MS;
    private long permit;
    private long sum;
    private final AdmissionListener listener = new AdmissionListener() {
        @Override
        public void alertRaised(int depth, int limit) {
            told.add("raised " + depth + "/" + limit);
        }

        @Override
        public void alertCleared(int depth, int limit) {
            told.add("cleared " + depth + "/" + limit);
        }

        @Override
        public void limitChanged(int before, int after) {
            told.add("limit " + before + " " + after);
        }

        @Override
        public void dropped(long dropped) {
            told.add("dropped " + dropped);
        }
    };

    private Admission admission(AdmissionOptions options) {
        return new Admission(options, listener, () -> now);
    }

    private static AdmissionOptions fixed(int requests) {
        return AdmissionOptions.of(AdmissionLimit.fixed(requests));
    }

    private void serve(Admission admission, long serviceNs) {
        long one = admission.admit();
        assertTrue(one >= 0, () -> "refused: " + one);
        assertTrue(admission.begin(one));
        now += serviceNs;
        admission.end(one);
    }

    @Test
    void shouldRefuseWhatIsBeyondTheLimit() {
        Admission admission = admission(fixed(3));
        long[] permits = {admission.admit(), admission.admit(), admission.admit()};
        assertEquals(Admission.BUSY, admission.admit());
        assertEquals(Admission.BUSY, admission.admit());
        assertEquals(3, admission.depth());
        assertTrue(admission.begin(permits[0]));
        // Who is served is still there.
        assertEquals(Admission.BUSY, admission.admit());
        admission.end(permits[0]);
        assertTrue(admission.admit() >= 0);
        admission.abandon(permits[1]);
        assertEquals(2, admission.depth());
        assertEquals(4, admission.acceptedCount());
        assertEquals(3, admission.refusedCount());
        assertEquals(3, admission.highWater());
        assertEquals(3, admission.limit());
    }

    @Test
    void shouldNoticePermitsThatAreUsedTwice() {
        Admission admission = admission(fixed(2));
        long one = admission.admit();
        assertThrows(IllegalStateException.class, () -> admission.end(one));
        admission.begin(one);
        assertThrows(IllegalStateException.class, () -> admission.begin(one));
        admission.end(one);
        assertThrows(IllegalStateException.class, () -> admission.end(one));
        assertThrows(IllegalStateException.class, () -> admission.begin(one));
        assertThrows(IllegalStateException.class, () -> admission.abandon(one));
        // At the same place, and not the same.
        long next = admission.admit();
        assertThrows(IllegalStateException.class, () -> admission.abandon(one));
        admission.abandon(next);
        assertThrows(IllegalStateException.class, () -> admission.begin(Admission.BUSY));
        assertThrows(IndexOutOfBoundsException.class, () -> admission.admit(1));
        assertEquals(0, admission.depth());
    }

    @Test
    void shouldRaiseAndClearTheAlertApart() {
        Admission admission = admission(fixed(10));
        long[] permits = new long[10];
        for (int i = 0; i < 7; i++) {
            assertFalse(admission.isAlert());
            permits[i] = admission.admit();
        }
        assertTrue(admission.isAlert());
        permits[7] = admission.admit();
        admission.abandon(permits[7]);
        assertTrue(admission.isAlert());
        admission.abandon(permits[6]);
        assertFalse(admission.isAlert());
        admission.admit();
        assertEquals(List.of("raised 7/10", "cleared 6/10", "raised 7/10"), told);
    }

    @Test
    void shouldTellForHowLongTheOldestWaits() {
        Admission admission = admission(fixed(10));
        assertEquals(0, admission.oldestAgeNs());
        long first = admission.admit();
        now += 10;
        long second = admission.admit();
        now += 10;
        assertEquals(20, admission.oldestAgeNs());
        admission.begin(first);
        assertEquals(10, admission.oldestAgeNs());
        admission.abandon(second);
        assertEquals(0, admission.oldestAgeNs());
        assertEquals(0, admission.drainNs());
        for (int i = 0; i < 8; i++) {
            serve(admission, 100);
        }
        assertEquals(100, admission.serviceNs());
        assertEquals(100, admission.drainNs());
    }

    /// The article's own formula, where service times do not vary and the own one counts, too.
    @Test
    void shouldFollowServiceTimes() {
        Admission admission = admission(AdmissionOptions.of(AdmissionLimit.forLatency(Duration.ofMillis(100))
                .withWindow(Duration.ofMillis(10), 10)));
        for (int i = 0; i < 100; i++) {
            serve(admission, MS);
        }
        // 99 before it and itself, a millisecond each, on one thread.
        assertEquals(100, admission.limit(), 1);
        for (int i = 0; i < 400; i++) {
            serve(admission, 4 * MS);
        }
        assertEquals(25, admission.limit(), 1);
        for (int i = 0; i < 200; i++) {
            serve(admission, 200 * MS);
        }
        assertEquals(1, admission.limit());
        assertEquals(200, admission.lateCount());
        assertTrue(told.getFirst().startsWith("limit 16 32"), told::toString);
    }

    @Test
    void shouldReckonWithThreadsAndVariance() {
        AdmissionLimit.ForLatency limit = AdmissionLimit.forLatency(Duration.ofMillis(100));
        assertEquals(100, limit.requests(MS, 0, 1));
        assertEquals(400, limit.requests(MS, 0, 4), 4);
        // Of exponential times the sum of n is a gamma distribution: 99 % of sums of 78 are below 100.1.
        assertEquals(78, limit.requests(MS, 1e12, 1), 1);
        // The 99th percentile of one alone is 4.605 times the mean.
        assertEquals(1, limit.requests(100 * MS / 4.7, Math.pow(100 * MS / 4.7, 2), 1));
        AdmissionLimit.ForLatency two = limit.withRequests(0 + 1, 2);
        assertEquals(2, two.requests(1, 0, 1));
        assertEquals(1, two.requests(1e12, 1e30, 1));
        double before = Double.MAX_VALUE;
        for (double variance = 0; variance < 1e16; variance = 2 * variance + 1e10) {
            int now = limit.requests(MS, variance, 2);
            assertTrue(now <= before, "the more it varies, the less fits: variance=" + variance);
            before = now;
        }
    }

    @Test
    void shouldRefuseWhereNothingIsServed() {
        Admission admission = admission(AdmissionOptions.of(AdmissionLimit.forLatency(Duration.ofMillis(100))));
        long stuck = admission.admit();
        long next = admission.admit();
        now += 100 * MS;
        assertTrue(admission.admit() >= 0);
        now++;
        assertEquals(Admission.OVERDUE, admission.admit());
        admission.begin(stuck);
        assertEquals(Admission.OVERDUE, admission.admit());
        admission.begin(next);
        assertTrue(admission.admit() >= 0);
    }

    @Test
    void shouldKeepTheShareOfEach() {
        Admission admission = admission(fixed(10).withPartitions(new Partition("live", 0.5),
                new Partition("batch", 0.2), new Partition("rest", 0)));
        // Its own 2, and 3 that are for all.
        long[] batch = new long[5];
        for (int i = 0; i < 5; i++) {
            batch[i] = admission.admit(1);
            assertTrue(batch[i] >= 0);
        }
        assertEquals(Admission.BUSY, admission.admit(1));
        assertEquals(Admission.BUSY, admission.admit(2));
        for (int i = 0; i < 5; i++) {
            assertTrue(admission.admit(0) >= 0);
        }
        assertEquals(Admission.BUSY, admission.admit(0));
        admission.abandon(batch[0]);
        assertTrue(admission.admit(2) >= 0);
        assertEquals(Admission.BUSY, admission.admit(1));
        assertEquals(10, admission.depth());
        assertEquals(5, admission.acceptedCount(0));
        assertEquals(2, admission.refusedCount(1));
        assertEquals(4, admission.refusedCount());
    }

    @Test
    void shouldDropTheOldestThatWaits() {
        Admission admission = admission(fixed(3).withPolicy(AdmissionPolicy.dropOldest())
                .withPartitions(new Partition("a", 0.4), new Partition("b", 0.4)));
        long served = admission.admit(0);
        long other = admission.admit(1);
        long waits = admission.admit(0);
        admission.begin(served);
        long newest = admission.admit(0);
        assertTrue(newest >= 0);
        assertEquals("dropped " + waits, told.getLast());
        // Nobody of it waits who could be dropped for another; and others' are not taken.
        admission.begin(newest);
        assertEquals(Admission.BUSY, admission.admit(0));
        assertFalse(admission.begin(waits));
        assertThrows(IllegalStateException.class, () -> admission.begin(waits));
        assertTrue(admission.begin(other));
        admission.end(other);
        admission.end(served);
        admission.end(newest);
        assertEquals(0, admission.depth());
        assertEquals(1, admission.droppedCount());
        assertEquals(4, admission.acceptedCount());
        // What was dropped is remembered, but not without end.
        long last = 0;
        int admitted = 0;
        while (last >= 0 && admitted < 100) {
            last = admission.admit(0);
            admitted++;
        }
        assertEquals(Admission.BUSY, last);
        assertEquals(7, admitted);
    }

    @Test
    void shouldDropWhatIsOverdue() {
        Admission admission = admission(AdmissionOptions.of(AdmissionLimit.forLatency(Duration.ofMillis(100)))
                .withPolicy(AdmissionPolicy.dropOldest()));
        long first = admission.admit();
        long second = admission.admit();
        now += 101 * MS;
        long third = admission.admit();
        assertTrue(third >= 0);
        assertFalse(admission.begin(first));
        admission.abandon(second);
        assertEquals(1, admission.depth());
        assertEquals(2, admission.droppedCount());
        assertEquals(List.of("dropped " + first, "dropped " + second), told);
        assertTrue(admission.begin(third));
    }

    @Test
    void shouldBlockForATime() throws Exception {
        Admission admission = new Admission(fixed(1).withPolicy(AdmissionPolicy.block(Duration.ofMillis(30), 1)));
        long first = admission.admit();
        long start = System.nanoTime();
        assertEquals(Admission.TIMED_OUT, admission.admit());
        assertTrue(System.nanoTime() - start >= 30 * MS);
        Admission patient = new Admission(fixed(1).withPolicy(AdmissionPolicy.block(Duration.ofMinutes(5), 1)));
        long holder = patient.admit();
        long[] got = {Admission.TIMED_OUT, 0, 0};
        Thread blocked = Thread.ofVirtual().start(() -> got[0] = patient.admit());
        while (blocked.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        assertEquals(Admission.BUSY, patient.admit(), "as many are blocked as may be");
        patient.abandon(holder);
        blocked.join();
        assertTrue(got[0] >= 0);
        Thread interrupted = Thread.ofPlatform().start(() -> {
            got[1] = patient.admit();
            got[2] = Thread.currentThread().isInterrupted() ? 1 : 0;
        });
        interrupted.interrupt();
        interrupted.join();
        assertEquals(Admission.TIMED_OUT, got[1]);
        assertEquals(1, got[2]);
        Thread last = Thread.ofPlatform().start(() -> got[1] = patient.admit());
        while (last.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        patient.close();
        last.join();
        assertEquals(Admission.CLOSED, got[1]);
        admission.abandon(first);
    }

    /// A wait because the oldest is overdue ends when that one is begun.
    @Test
    void shouldAdmitTheBlockedWhenTheOverdueIsBegun() throws Exception {
        long[] clock = {0};
        Admission admission = new Admission(AdmissionOptions.of(AdmissionLimit.forLatency(Duration.ofMillis(100)))
                .withPolicy(AdmissionPolicy.block(Duration.ofMinutes(5), 1)), AdmissionListener.NONE, () -> clock[0]);
        long stuck = admission.admit();
        clock[0] = 200 * MS;
        long[] got = {Admission.TIMED_OUT};
        Thread blocked = Thread.ofPlatform().start(() -> got[0] = admission.admit());
        while (blocked.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        admission.begin(stuck);
        blocked.join(60_000);
        assertFalse(blocked.isAlive());
        assertTrue(got[0] >= 0);
    }

    @Test
    void shouldRefuseNothingInADryRun() {
        Admission admission = admission(fixed(2).withDryRun().withPolicy(AdmissionPolicy.dropOldest()));
        long[] permits = new long[5];
        for (int i = 0; i < 5; i++) {
            permits[i] = admission.admit();
            assertTrue(permits[i] >= 0);
        }
        assertEquals(2, admission.depth());
        assertEquals(3, admission.refusedCount());
        assertEquals(5, admission.acceptedCount());
        for (long one : permits) {
            assertTrue(admission.begin(one));
            admission.end(one);
        }
        assertEquals(0, admission.depth());
        admission.abandon(admission.admit());
        assertEquals(3, admission.refusedCount());
        assertEquals(0, admission.droppedCount());
        admission.close();
        assertEquals(Admission.CLOSED, admission.admit());
    }

    @Test
    void shouldCheckOptions() {
        assertThrows(IllegalArgumentException.class, () -> AdmissionLimit.fixed(0));
        assertThrows(IllegalArgumentException.class, () -> AdmissionLimit.fixed(Admission.MAX_REQUESTS + 1));
        assertThrows(IllegalArgumentException.class, () -> AdmissionLimit.forLatency(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> AdmissionLimit.forLatency(Duration.ofDays(9)));
        AdmissionLimit.ForLatency limit = AdmissionLimit.forLatency(Duration.ofMillis(1));
        assertThrows(IllegalArgumentException.class, () -> limit.withPercentile(1));
        assertThrows(IllegalArgumentException.class, () -> limit.withRequests(3, 2));
        assertThrows(IllegalArgumentException.class, () -> AdmissionPolicy.block(Duration.ZERO, 1));
        assertThrows(IllegalArgumentException.class, () -> fixed(1).withThreads(0));
        assertThrows(IllegalArgumentException.class, () -> fixed(1).withAlert(0.5, 0.5));
        assertThrows(IllegalArgumentException.class, () -> fixed(1).withPartitions());
        assertThrows(IllegalArgumentException.class,
                () -> fixed(1).withPartitions(new Partition("a", 0.6), new Partition("b", 0.6)));
        assertThrows(IllegalArgumentException.class, () -> new Partition("a", Double.NaN));
    }

    @Test
    void shouldAllocateNothing() {
        Admission admission = new Admission(AdmissionOptions.of(AdmissionLimit.forLatency(Duration.ofMillis(100))
                .withRequests(2, 2).withWindow(Duration.ZERO, 10)));
        Admission dropping = new Admission(fixed(1).withPolicy(AdmissionPolicy.dropOldest()));
        assertEquals(0, Allocation.leastBytes(20_000, () -> {
            permit = admission.admit();
            long second = admission.admit();
            sum += admission.admit();
            admission.begin(permit);
            admission.end(permit);
            admission.abandon(second);
            long old = dropping.admit();
            permit = dropping.admit();
            sum += dropping.begin(old) ? 0 : 1;
            dropping.abandon(permit);
            sum += admission.oldestAgeNs() + admission.refusedCount() + admission.drainNs();
        }));
        assertTrue(admission.refusedCount() > 0 && dropping.droppedCount() > 0);
    }
}
