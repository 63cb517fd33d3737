// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Watches the deadlines of all connections.
///
/// **Threading**: any thread opens and closes guards; one of its own watches, some times a second.
final class Guards implements AutoCloseable {
    private static final long PERIOD_MS = 100;

    private final Set<Guard> open = ConcurrentHashMap.newKeySet();
    private final Meters meters;
    private final Thread thread;

    Guards(Meters meters) {
        this.meters = meters;
        thread = Thread.ofPlatform().daemon().name("ashlar-guards").start(this::run);
    }

    Guard open(String peer) {
        Guard guard = new Guard(Thread.currentThread(), peer);
        open.add(guard);
        return guard;
    }

    void close(Guard guard) {
        guard.rest();
        open.remove(guard);
    }

    /// Connections that are guarded now.
    int count() {
        return open.size();
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(PERIOD_MS);
                long now = System.nanoTime();
                for (Guard guard : open) {
                    Refusal cut = guard.check(now);
                    if (cut != null && cut != Refusal.IDLE) {
                        meters.cutOff(cut, guard.peer());
                    }
                }
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
