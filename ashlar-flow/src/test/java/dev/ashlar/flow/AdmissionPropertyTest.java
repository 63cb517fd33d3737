// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.AdmissionOptions.Partition;
import dev.ashlar.testkit.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AdmissionPropertyTest {
    private long now;

    /// Against lists, whatever is asked in whatever order.
    @Test
    void shouldCountWhatIsThere() {
        SplittableRandom random = Seed.random("AdmissionPropertyTest");
        for (int round = 0; round < 300; round++) {
            int limit = 1 + random.nextInt(12);
            double[] shares = {random.nextDouble(0.5), random.nextDouble(0.5), 0};
            boolean drops = random.nextBoolean();
            Set<Long> dropped = new HashSet<>();
            Admission admission = new Admission(AdmissionOptions.of(AdmissionLimit.fixed(limit))
                    .withPolicy(drops ? AdmissionPolicy.dropOldest() : AdmissionPolicy.refuse())
                    .withPartitions(new Partition("a", shares[0]), new Partition("b", shares[1]),
                            new Partition("c", shares[2])),
                    new AdmissionListener() {
                        @Override
                        public void dropped(long permit) {
                            assertTrue(dropped.add(permit));
                        }
                    }, () -> now);
            List<List<Long>> waiting = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            List<Long> served = new ArrayList<>();
            List<Integer> servedOf = new ArrayList<>();
            int[] depths = new int[3];
            long accepted = 0;
            long refused = 0;
            for (int i = 0; i < 300; i++) {
                now++;
                int partition = random.nextInt(3);
                List<Long> queue = waiting.get(partition);
                switch (random.nextInt(5)) {
                    case 0 -> {
                        if (!queue.isEmpty()) {
                            long permit = queue.remove(random.nextInt(queue.size()));
                            assertTrue(admission.begin(permit));
                            served.add(permit);
                            servedOf.add(partition);
                        }
                    }
                    case 1 -> {
                        if (!served.isEmpty()) {
                            int at = random.nextInt(served.size());
                            depths[servedOf.remove(at)]--;
                            admission.end(served.remove(at));
                        }
                    }
                    case 2 -> {
                        if (!queue.isEmpty() && random.nextBoolean()) {
                            admission.abandon(queue.remove(random.nextInt(queue.size())));
                            depths[partition]--;
                        }
                    }
                    default -> {
                        boolean fits = fits(depths, partition, shares, limit);
                        long permit = admission.admit(partition);
                        if (!fits && drops && !queue.isEmpty() && permit >= 0) {
                            assertTrue(dropped.remove(queue.getFirst()));
                            assertEquals(false, admission.begin(queue.removeFirst()));
                            depths[partition]--;
                            fits = true;
                        }
                        assertEquals(fits, permit >= 0, () -> "permit=" + permit);
                        if (fits) {
                            queue.add(permit);
                            depths[partition]++;
                            accepted++;
                        } else {
                            assertEquals(Admission.BUSY, permit);
                            refused++;
                        }
                    }
                }
                assertEquals(depths[0] + depths[1] + depths[2], admission.depth());
                assertTrue(admission.depth() <= limit);
                assertTrue(admission.highWater() >= admission.depth());
                assertEquals(accepted, admission.acceptedCount());
                assertEquals(refused, admission.refusedCount());
                assertTrue(dropped.isEmpty());
            }
        }
    }

    private static boolean fits(int[] depths, int partition, double[] shares, int limit) {
        int shared = limit;
        int used = 0;
        int all = 0;
        for (int i = 0; i < 3; i++) {
            int floor = (int) (shares[i] * limit);
            shared -= floor;
            used += Math.max(0, depths[i] - floor);
            all += depths[i];
        }
        return all < limit && (depths[partition] < (int) (shares[partition] * limit) || used < shared);
    }

    /// Threads that ask and threads that serve: never more than the limit, and nothing is lost or counted twice.
    @Test
    void shouldHoldTheLimitForManyThreads() throws InterruptedException {
        int limit = 5;
        for (AdmissionPolicy policy : List.of(AdmissionPolicy.refuse(), AdmissionPolicy.dropOldest(),
                AdmissionPolicy.block(Duration.ofMillis(1), 4))) {
            AtomicInteger told = new AtomicInteger();
            AtomicInteger alerts = new AtomicInteger();
            Admission admission = new Admission(AdmissionOptions.of(AdmissionLimit.fixed(limit)).withPolicy(policy),
                    new AdmissionListener() {
                        @Override
                        public void dropped(long permit) {
                            told.incrementAndGet();
                        }

                        @Override
                        public void alertRaised(int depth, int most) {
                            assertEquals(1, alerts.incrementAndGet());
                        }

                        @Override
                        public void alertCleared(int depth, int most) {
                            assertEquals(0, alerts.decrementAndGet());
                        }
                    }, System::nanoTime);
            ConcurrentLinkedQueue<Long> queue = new ConcurrentLinkedQueue<>();
            AtomicInteger there = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            AtomicInteger skipped = new AtomicInteger();
            AtomicInteger served = new AtomicInteger();
            AtomicInteger asking = new AtomicInteger(4);
            Thread[] threads = new Thread[6];
            for (int i = 0; i < 6; i++) {
                boolean asks = i < 4;
                threads[i] = Thread.ofPlatform().start(() -> {
                    if (asks) {
                        for (int n = 0; n < 20_000; n++) {
                            long permit = admission.admit();
                            if (permit >= 0) {
                                queue.add(permit);
                            }
                        }
                        asking.decrementAndGet();
                        return;
                    }
                    // Those who serve may be faster than those who ask: they begin when there was no room for one.
                    while (admission.refusedCount() + admission.droppedCount() == 0) {
                        Thread.yield();
                    }
                    for (boolean last = false; !last;) {
                        last = asking.get() == 0;
                        for (Long permit = queue.poll(); permit != null; permit = queue.poll()) {
                            last = false;
                            if (admission.begin(permit)) {
                                most.accumulateAndGet(there.incrementAndGet(), Math::max);
                                served.incrementAndGet();
                                there.decrementAndGet();
                                admission.end(permit);
                            } else {
                                skipped.incrementAndGet();
                            }
                        }
                    }
                });
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(0, admission.depth());
            assertEquals(0, admission.oldestAgeNs());
            assertEquals(80_000, admission.acceptedCount() + admission.refusedCount());
            assertEquals(admission.acceptedCount(), served.get() + skipped.get());
            assertEquals(skipped.get(), admission.droppedCount());
            assertEquals(skipped.get(), told.get());
            assertTrue(admission.highWater() <= limit && most.get() <= limit);
            assertTrue(admission.refusedCount() + admission.droppedCount() > 0, policy::toString);
        }
    }
}
