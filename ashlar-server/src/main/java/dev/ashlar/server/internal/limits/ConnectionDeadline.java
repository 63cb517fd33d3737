// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.limits;

import dev.ashlar.server.internal.metrics.Rejection;
import java.time.Duration;
import java.util.function.LongSupplier;

/// The deadline of a connection. When it passes, the connection's thread is interrupted: a virtual thread that waits
/// for a socket then closes it, so no client can make one wait longer than it may.
///
/// **Threading**: the connection's thread sets deadlines, the thread of [ConnectionDeadlines] watches them; each ends
/// exactly once, so no interrupt can hit what comes after.
public final class ConnectionDeadline {
    private final Thread thread;
    private final String peer;
    private final LongSupplier clock;
    private long deadlineNs;
    private Rejection armed;
    private Runnable onLate;
    private Thread other;
    private boolean cut;
    private boolean late;

    ConnectionDeadline(Thread thread, String peer, LongSupplier clock) {
        this.thread = thread;
        this.peer = peer;
        this.clock = clock;
    }

    /// From now on until [#rest], the thread has this long; then it is interrupted.
    ///
    /// @param otherwise reason that is reported if it takes longer
    public void allow(Duration time, Rejection otherwise) {
        allowUntil(nowNs() + time.toNanos(), otherwise, null);
    }

    /// From now on until [#rest], the thread has until `untilNs`; then something is done that ends its wait.
    ///
    /// @param untilNs by [#nowNs]
    /// @param action  called once by the thread that watches, so it must not wait; null to interrupt the thread
    public synchronized void allowUntil(long untilNs, Rejection otherwise, Runnable action) {
        deadlineNs = untilNs;
        armed = otherwise;
        onLate = action;
        late = false;
    }

    /// From now on the thread has no deadline.
    ///
    /// @return whether its time had passed before
    public synchronized boolean rest() {
        armed = null;
        onLate = null;
        return cut || late;
    }

    /// Ends the thread's wait if its time has passed.
    ///
    /// @return reason for which the thread was cut off now; null if it was not, or reports that itself
    synchronized Rejection check(long nowNs) {
        if (armed == null || cut || nowNs - deadlineNs < 0) {
            return null;
        }
        Rejection refusal = armed;
        if (onLate == null) {
            cut = true;
            thread.interrupt();
            if (other != null) {
                other.interrupt();
            }
            return refusal;
        }
        Runnable action = onLate;
        rest();
        late = true;
        action.run();
        return null;
    }

    /// Has another thread interrupted as well when this one is: it waits for the same connection.
    synchronized void alsoInterrupt(Thread companion) {
        other = companion;
    }

    public long nowNs() {
        return clock.getAsLong();
    }

    public String peer() {
        return peer;
    }
}
