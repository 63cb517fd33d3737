// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.limits;

import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.Rejection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Watches the deadlines of all connections.
///
/// **Threading**: any thread opens and closes guards; one of its own watches, a few times a second. Whatever goes wrong
/// with one connection, the thread continues: without it no client could be cut off any more.
public final class ConnectionDeadlines implements AutoCloseable {
    private static final long PERIOD_MS = 100;

    private final Set<ConnectionDeadline> open = ConcurrentHashMap.newKeySet();
    private final GatewayMetrics meters;
    private final LongSupplier clock;
    private final Thread thread;

    /// @param clock gives nanoseconds, as [System#nanoTime] does
    public ConnectionDeadlines(GatewayMetrics meters, LongSupplier clock) {
        this.meters = meters;
        this.clock = clock;
        thread = Thread.ofPlatform().daemon().name("ashlar-guards").start(this::run);
    }

    public ConnectionDeadline open(String peer) {
        ConnectionDeadline guard = new ConnectionDeadline(Thread.currentThread(), peer, clock);
        open.add(guard);
        return guard;
    }

    public void close(ConnectionDeadline guard) {
        guard.rest();
        open.remove(guard);
    }

    /// Connections that are guarded now.
    public int count() {
        return open.size();
    }

    private void run() {
        while (true) {
            try {
                Thread.sleep(PERIOD_MS);
                long now = clock.getAsLong();
                for (ConnectionDeadline guard : open) {
                    check(guard, now);
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | Error e) {
                meters.threadError("ashlar-guards", e);
            }
        }
    }

    private void check(ConnectionDeadline guard, long now) {
        Rejection cut = guard.check(now);
        if (cut != null && cut != Rejection.IDLE) {
            meters.cutOff(cut, guard.peer());
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
