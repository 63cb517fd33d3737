// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.pressure;

import dev.ashlar.flow.Admission;
import dev.ashlar.flow.AdmissionLimit;
import dev.ashlar.flow.AdmissionOptions;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Threads;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Requests that arrive at a fixed rate, whether or not earlier ones were answered, at a queue of one thread with a
/// fixed service time.
///
/// @param serviceNs service time of a request
/// @param rate      arrival rate, as a fraction of the rate that can be answered
record Overload(long serviceNs, Bound bound, double rate, long runNs) {
    static final long MAX_LATENCY_NS = 5_000_000;

    /// The bound on the number of requests in the queue and in service.
    enum Bound {
        /// No bound.
        NONE("unbounded"),
        /// The article's formula, with a known service time.
        FORMULA("bounded by the formula"),
        /// Measured service times.
        MEASURED("bounded by Admission");

        final String text;

        Bound(String text) {
            this.text = text;
        }

        AdmissionLimit limit(long serviceNs) {
            return switch (this) {
                case NONE -> AdmissionLimit.fixed(Admission.MAX_REQUESTS);
                // One request is in service and does not wait.
                case FORMULA -> AdmissionLimit.fixed(1 + mostWaiting(MAX_LATENCY_NS, serviceNs, 1));
                case MEASURED -> AdmissionLimit.forLatency(Duration.ofNanos(MAX_LATENCY_NS));
            };
        }
    }

    private record Request(long dueNs, long permit) { }

    private static final Request LAST = new Request(0, -1);

    /// The article's formula: how many requests may wait so that none waits longer than allowed.
    static int mostWaiting(long maxLatencyNs, long transactionNs, int threads) {
        return (int) Math.max(1, maxLatencyNs * threads / transactionNs);
    }

    /// @param answeredPerSec   answers per second while requests arrived
    /// @param p99Ns            from the intended start of a request to its answer; for accepted requests
    /// @param refusalP99Ns     from the intended start of a request to its refusal; 0 if there was none
    record Result(double answeredPerSec, double p99Ns, double refusedPercent, double refusalP99Ns) { }

    private static final class Log {
        private final long[] times;
        private int count;
        private int inTime;

        Log(int capacity) {
            times = new long[capacity];
        }

        void add(long ns) {
            times[count++] = ns;
        }

        double p99() {
            long[] sorted = Arrays.copyOf(times, count);
            Arrays.sort(sorted);
            return count == 0 ? 0 : sorted[(int) (count * 0.99)];
        }
    }

    Result run() throws InterruptedException {
        int requests = (int) (runNs * rate / serviceNs);
        Queue<Request> queue = new ConcurrentLinkedQueue<>();
        Admission admission = new Admission(AdmissionOptions.of(bound.limit(serviceNs)));
        Log answers = new Log(requests);
        Log refusals = new Log(requests);
        long begin = System.nanoTime();
        Threads.together(2, index -> {
            if (index == 0) {
                send(queue, admission, requests, refusals);
                queue.add(LAST);
            } else {
                answer(queue, admission, begin, answers);
            }
        });
        Recorder.require(answers.count + refusals.count == requests, "requests were lost: requests=" + requests
                + ", answered=" + answers.count + ", refused=" + refusals.count);
        return new Result(answers.inTime * 1e9 / runNs, answers.p99(), 100.0 * refusals.count / requests,
                refusals.p99());
    }

    private void send(Queue<Request> queue, Admission admission, int requests, Log refusals) {
        double interval = serviceNs / rate;
        long start = System.nanoTime();
        for (int i = 0; i < requests; i++) {
            long due = start + (long) (i * interval);
            while (System.nanoTime() - due < 0) {
                Thread.onSpinWait();
            }
            long permit = admission.admit();
            if (permit < 0) {
                refusals.add(System.nanoTime() - due);
            } else {
                queue.add(new Request(due, permit));
            }
        }
    }

    private void answer(Queue<Request> queue, Admission admission, long begin, Log answers) {
        while (true) {
            Request request = queue.poll();
            if (request == null) {
                Thread.onSpinWait();
            } else if (request == LAST) {
                return;
            } else {
                admission.begin(request.permit());
                long start = System.nanoTime();
                long now = start;
                while (now - start < serviceNs) {
                    Thread.onSpinWait();
                    now = System.nanoTime();
                }
                admission.end(request.permit());
                answers.add(now - request.dueNs());
                answers.inTime += now - begin <= runNs ? 1 : 0;
            }
        }
    }
}
