// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.util.concurrent.locks.LockSupport;

/// What a thread does when there is nothing to do, so that it neither burns a core that others need nor sleeps too
/// long.
///
/// ```java
/// while (running) {
///     idle.idle(consumer.poll(handler, 256));
/// }
/// ```
///
/// **Threading**: one thread at a time. Allocates nothing.
public final class IdleStrategy {
    private static final int SPINS = 200;
    private static final int YIELDS = 20;
    private static final long LEAST_PARK_NS = 1_000;
    private static final long MOST_PARK_NS = 1_000_000;

    private final int spins;
    private final int yields;
    private final long mostParkNs;
    private int idled;
    private long parkNs = LEAST_PARK_NS;

    private IdleStrategy(int spins, int yields, long mostParkNs) {
        this.spins = spins;
        this.yields = yields;
        this.mostParkNs = mostParkNs;
    }

    /// Never releases its core: the shortest wait, if there is a core for each spinning thread.
    public static IdleStrategy spinning() {
        return new IdleStrategy(Integer.MAX_VALUE, 0, 0);
    }

    /// Lets other threads of its core run, if there are any.
    public static IdleStrategy yielding() {
        return new IdleStrategy(0, Integer.MAX_VALUE, 0);
    }

    /// Spins for a while, then yields, then parks, from a microsecond up to a millisecond.
    public static IdleStrategy backingOff() {
        return new IdleStrategy(SPINS, YIELDS, MOST_PARK_NS);
    }

    /// Spins if there is a core for each spinning thread, else backs off without spinning: with more spinners than
    /// cores, the thread that the others wait for may not be running.
    ///
    /// @param spinners threads that wait like this one, over all processes, including this one
    public static IdleStrategy forSpinners(int spinners) {
        return Runtime.getRuntime().availableProcessors() > spinners ? spinning()
                : new IdleStrategy(0, YIELDS, MOST_PARK_NS);
    }

    /// Waits, a little longer after each call without work; does not wait if there was work.
    ///
    /// @param work messages that were handled, or a refusal
    public void idle(int work) {
        if (work > 0) {
            idled = 0;
            parkNs = LEAST_PARK_NS;
        } else if (idled < spins) {
            idled += idled == Integer.MAX_VALUE - 1 ? 0 : 1;
            Thread.onSpinWait();
        } else if (idled - spins < yields) {
            idled += idled == Integer.MAX_VALUE - 1 ? 0 : 1;
            Thread.yield();
        } else {
            LockSupport.parkNanos(parkNs);
            parkNs = Math.min(2 * parkNs, mostParkNs);
        }
    }
}
