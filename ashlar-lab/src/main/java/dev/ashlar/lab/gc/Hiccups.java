// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.gc;

import java.util.concurrent.atomic.AtomicLong;

/// A thread that only sleeps for a millisecond, repeatedly. Its delay on waking is the delay that the JVM and the
/// machine impose on any thread.
final class Hiccups implements AutoCloseable {
    private static final long SLEEP_NS = 1_000_000;

    private final AtomicLong longest = new AtomicLong();
    private final Thread thread;
    private volatile boolean stop;

    Hiccups() {
        thread = Thread.ofPlatform().daemon().start(this::run);
    }

    private void run() {
        while (!stop) {
            long start = System.nanoTime();
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
            longest.accumulateAndGet(System.nanoTime() - start - SLEEP_NS, Math::max);
        }
    }

    long longestNs() {
        return longest.get();
    }

    @Override
    public void close() {
        stop = true;
        thread.interrupt();
    }
}
