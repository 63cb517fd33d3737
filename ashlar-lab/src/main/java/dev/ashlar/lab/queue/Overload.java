// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.lab.Threads;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Requests that come at a rate of their own, whatever becomes of those before, to a queue before one thread that takes
/// a fixed time for each.
///
/// @param serviceNs time of one
/// @param limit     requests that may wait; 0 for no bound
/// @param rate      requests that come, as a part of those that can be answered
/// @param runNs     for how long they come
record Overload(long serviceNs, int limit, double rate, long runNs) {
    private static final double P99 = 0.99;
    private static final double NS_PER_SECOND = 1e9;

    /// The article's formula: how many may wait so that none waits longer than it may.
    static int limit(long maxLatencyNs, long transactionNs, int threads) {
        return (int) Math.max(1, maxLatencyNs * threads / transactionNs);
    }

    /// What became of them.
    ///
    /// @param answeredPerSec   while they came
    /// @param p99Ns            from the moment a request was to come to its answer; of those that were accepted
    /// @param refusedPercent   of all
    /// @param refusalP99Ns     from the moment it was to come to its refusal; 0 if there was none
    record Result(double answeredPerSec, double p99Ns, double refusedPercent, double refusalP99Ns) {
    }

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
            return count == 0 ? 0 : sorted[(int) (count * P99)];
        }
    }

    Result run() throws InterruptedException {
        int requests = (int) (runNs * rate / serviceNs);
        Queue<Long> queue = limit == 0 ? new ConcurrentLinkedQueue<>() : new ArrayBlockingQueue<>(limit);
        Log answers = new Log(requests);
        Log refusals = new Log(requests);
        long begin = System.nanoTime();
        Threads.together(2, index -> {
            if (index == 0) {
                send(queue, requests, refusals);
                // The queue's own order makes this seen after the last request.
                queue.add(Long.MIN_VALUE);
            } else {
                answer(queue, begin, answers);
            }
        });
        if (answers.count + refusals.count != requests) {
            throw new IllegalStateException("requests were lost: requests=" + requests + ", answered=" + answers.count
                    + ", refused=" + refusals.count);
        }
        return new Result(answers.inTime * NS_PER_SECOND / runNs, answers.p99(), 100.0 * refusals.count / requests,
                refusals.p99());
    }

    private void send(Queue<Long> queue, int requests, Log refusals) {
        double interval = serviceNs / rate;
        long start = System.nanoTime();
        for (int i = 0; i < requests; i++) {
            long due = start + (long) (i * interval);
            while (System.nanoTime() - due < 0) {
                Thread.onSpinWait();
            }
            if (!queue.offer(due)) {
                refusals.add(System.nanoTime() - due);
            }
        }
        // For the word that ends it there must be room.
        while (limit > 0 && queue.size() >= limit) {
            Thread.onSpinWait();
        }
    }

    private void answer(Queue<Long> queue, long begin, Log answers) {
        while (true) {
            Long due = queue.poll();
            if (due == null) {
                Thread.onSpinWait();
            } else if (due == Long.MIN_VALUE) {
                return;
            } else {
                long start = System.nanoTime();
                long now = start;
                while (now - start < serviceNs) {
                    Thread.onSpinWait();
                    now = System.nanoTime();
                }
                answers.add(now - due);
                answers.inTime += now - begin <= runNs ? 1 : 0;
            }
        }
    }
}
