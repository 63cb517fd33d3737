// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Requests that come at random, threads that serve them for random times, and a clock of its own: is the bound kept,
/// and is nothing refused that need not be?
class AdmissionSimulationTest {
    private static final double MS = 1e6;
    private static final Duration BOUND = Duration.ofMillis(50);

    private final SplittableRandom random = Seed.random("AdmissionSimulationTest");
    private double now;
    private Admission admission;
    private final PriorityQueue<double[]> ends = new PriorityQueue<>((a, b) -> Double.compare(a[0], b[0]));
    private final Deque<double[]> queue = new ArrayDeque<>();
    private int idle;
    private double busyNs;

    private record Outcome(int offered, int accepted, double[] responses, double utilization) {
        double percentileMs(double part) {
            return responses[(int) Math.min(responses.length - 1, Math.ceil(responses.length * part))] / MS;
        }
    }

    private interface Service {
        double next(SplittableRandom random);
    }

    private static Service exponential(double meanNs) {
        return random -> -meanNs * Math.log1p(-random.nextDouble());
    }

    private void begin(int threads, AdmissionOptions options) {
        admission = new Admission(options.withThreads(threads), AdmissionListener.NONE, () -> (long) now);
        idle = threads;
    }

    /// @param load of what the threads can serve
    private Outcome run(int requests, double load, double meanNs, Service service) {
        int threads = admission.options().threads();
        double[] responses = new double[requests];
        int served = 0;
        int accepted = 0;
        double start = now;
        busyNs = 0;
        Service gaps = exponential(meanNs / threads / load);
        double next = now + gaps.next(random);
        for (int offered = 0; offered < requests || !ends.isEmpty();) {
            if (!ends.isEmpty() && (offered == requests || ends.peek()[0] <= next)) {
                double[] end = ends.remove();
                now = end[0];
                admission.end((long) end[1]);
                responses[served++] = now - end[2];
                idle++;
            } else {
                now = next;
                next += gaps.next(random);
                offered++;
                long permit = admission.admit();
                if (permit >= 0) {
                    accepted++;
                    queue.add(new double[] {permit, now});
                }
            }
            while (idle > 0 && !queue.isEmpty()) {
                double[] request = queue.remove();
                assertTrue(admission.begin((long) request[0]));
                double time = service.next(random);
                busyNs += time;
                ends.add(new double[] {now + time, request[0], request[1]});
                idle--;
            }
        }
        assertEquals(accepted, served);
        double[] all = Arrays.copyOf(responses, served);
        Arrays.sort(all);
        return new Outcome(requests, accepted, all, busyNs / (now - start) / threads);
    }

    private static AdmissionOptions bounded() {
        return AdmissionOptions.of(AdmissionLimit.forLatency(BOUND));
    }

    @Test
    void shouldKeepTheBoundAtTwiceTheCapacity() {
        for (int threads : new int[] {1, 4}) {
            ends.clear();
            begin(threads, bounded());
            run(20_000, 2, MS, exponential(MS));
            Outcome outcome = run(200_000, 2, MS, exponential(MS));
            System.out.println("AdmissionSimulationTest: threads=" + threads + ", limit=" + admission.limit()
                    + ", p50=" + outcome.percentileMs(0.5) + " ms, p99=" + outcome.percentileMs(0.99)
                    + " ms, utilization=" + outcome.utilization());
            assertTrue(outcome.percentileMs(0.99) <= BOUND.toMillis(), () -> "p99=" + outcome.percentileMs(0.99));
            // It is a bound on the time, not on the work: nobody is idle, and not much less is queued than may be.
            assertTrue(outcome.utilization() > 0.99, () -> "utilization=" + outcome.utilization());
            assertTrue(outcome.percentileMs(0.99) > 0.7 * BOUND.toMillis(), () -> "p99=" + outcome.percentileMs(0.99));
            assertEquals(outcome.offered() / 2, outcome.accepted(), outcome.offered() / 50.0);
            // The simulation is honest: without a limit, nearly all come late.
            begin(threads, AdmissionOptions.of(AdmissionLimit.fixed(Admission.MAX_REQUESTS)));
            Outcome unbounded = run(50_000, 2, MS, exponential(MS));
            assertTrue(unbounded.percentileMs(0.5) > 10 * BOUND.toMillis() / threads);
        }
    }

    @Test
    void shouldRefuseLittleWhereThereIsRoom() {
        begin(1, bounded());
        run(20_000, 0.5, MS, exponential(MS));
        Outcome outcome = run(100_000, 0.8, MS, exponential(MS));
        assertTrue(outcome.accepted() > 0.999 * outcome.offered(), () -> "accepted=" + outcome.accepted());
        assertTrue(outcome.percentileMs(0.99) < BOUND.toMillis());
    }

    @Test
    void shouldConvergeWhenServiceTimesChange() {
        AdmissionLimit.ForLatency limit = AdmissionLimit.forLatency(BOUND);
        begin(2, bounded());
        for (double meanNs : new double[] {MS, 8 * MS, 0.1 * MS, 2 * MS}) {
            int expected = limit.requests(meanNs, meanNs * meanNs, 2);
            // So many windows of a tenth of a second.
            run((int) (2 * 4e9 / meanNs), 1.5, meanNs, exponential(meanNs));
            System.out.println("AdmissionSimulationTest: mean=" + meanNs / MS + " ms, limit=" + admission.limit()
                    + ", expected=" + expected);
            assertEquals(expected, admission.limit(), Math.max(2, 0.25 * expected));
        }
    }

    /// The mean is not enough: with a formula of the mean alone, half of those at the last place would be late.
    @Test
    void shouldKeepTheBoundWhereTimesVary() {
        begin(1, bounded());
        Service mixed = random -> random.nextInt(20) == 0 ? 9 * MS : MS * 0.5789;
        run(20_000, 2, MS, mixed);
        Outcome outcome = run(200_000, 2, MS, mixed);
        System.out.println("AdmissionSimulationTest: mixed: limit=" + admission.limit() + ", p99="
                + outcome.percentileMs(0.99) + " ms");
        assertTrue(outcome.percentileMs(0.99) <= BOUND.toMillis(), () -> "p99=" + outcome.percentileMs(0.99));
        assertTrue(outcome.utilization() > 0.97, () -> "utilization=" + outcome.utilization());
    }

    /// A dry run counts about what would be refused, though nothing is.
    @Test
    void shouldForetellInADryRun() {
        begin(1, AdmissionOptions.of(AdmissionLimit.fixed(20)).withDryRun());
        run(50_000, 1.25, MS, exponential(MS));
        double foretold = admission.refusedCount() / 50_000.0;
        assertEquals(50_000, admission.acceptedCount());
        begin(1, AdmissionOptions.of(AdmissionLimit.fixed(20)));
        run(50_000, 1.25, MS, exponential(MS));
        assertEquals(admission.refusedCount() / 50_000.0, foretold, 0.02);
    }
}
