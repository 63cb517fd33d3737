// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import java.time.Duration;

/// The deadline that a connection is held to at the moment. When it passes, its thread is interrupted: a virtual thread
/// that waits for a socket then closes it, so that no client can make one wait longer than it may.
///
/// **Threading**: the connection's thread sets deadlines, that of [Guards] watches them; each is ended exactly once, so
/// no interrupt can hit what comes after.
final class Guard {
    private final Thread thread;
    private final String peer;
    private long deadlineNs;
    private Refusal armed;
    private boolean cut;

    Guard(Thread thread, String peer) {
        this.thread = thread;
        this.peer = peer;
    }

    /// From now on until [#rest], the thread has this long.
    ///
    /// @param otherwise what it is called if it takes longer
    synchronized void allow(Duration time, Refusal otherwise) {
        deadlineNs = System.nanoTime() + time.toNanos();
        armed = otherwise;
    }

    /// From now on the thread has all the time it wants.
    ///
    /// @return whether it was cut off before
    synchronized boolean rest() {
        armed = null;
        return cut;
    }

    /// @return what it is called that the thread was cut off for now; null if it was not
    synchronized Refusal check(long nowNs) {
        if (armed == null || cut || nowNs - deadlineNs < 0) {
            return null;
        }
        cut = true;
        thread.interrupt();
        return armed;
    }

    String peer() {
        return peer;
    }
}
