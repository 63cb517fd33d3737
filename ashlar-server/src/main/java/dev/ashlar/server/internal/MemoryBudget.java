// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import java.util.concurrent.atomic.AtomicLong;

/// The memory that all bodies and answers together may take.
///
/// **Threading**: any; lock-free.
final class MemoryBudget {
    private final long most;
    private final AtomicLong held = new AtomicLong();

    MemoryBudget(long most) {
        this.most = most;
    }

    /// @return whether there was room
    boolean take(long bytes) {
        long now = held.get();
        while (now + bytes <= most) {
            if (held.compareAndSet(now, now + bytes)) {
                return true;
            }
            now = held.get();
        }
        return false;
    }

    void give(long bytes) {
        held.addAndGet(-bytes);
    }

    long held() {
        return held.get();
    }

    long most() {
        return most;
    }
}
