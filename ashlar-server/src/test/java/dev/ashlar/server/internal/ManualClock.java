// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// Time that passes when a test says so: no client of it is late because the machine is busy.
final class ManualClock implements LongSupplier {
    private static final long TICK_NS = 5_000_000;

    private final AtomicLong nowNs = new AtomicLong(1_000_000_000_000L);

    @Override
    public long getAsLong() {
        return nowNs.get();
    }

    void pass(Duration time) {
        nowNs.addAndGet(time.toNanos());
    }

    /// Lets time pass, a second every few milliseconds, until something is so: for what has a deadline that begins at a
    /// moment that a test cannot see.
    void passUntil(Condition condition) throws IOException {
        while (!condition.isMet()) {
            pass(Duration.ofSeconds(1));
            pause();
        }
    }

    private static void pause() {
        LockSupport.parkNanos(TICK_NS);
        if (Thread.interrupted()) {
            throw new AssertionError("waited for longer than the test may run");
        }
    }

    /// Something that comes to be so, sooner or later.
    @FunctionalInterface
    interface Condition {
        boolean isMet() throws IOException;
    }

    /// Waits for it, as long as the test may run.
    static void await(Condition condition) throws IOException {
        while (!condition.isMet()) {
            pause();
        }
    }
}
