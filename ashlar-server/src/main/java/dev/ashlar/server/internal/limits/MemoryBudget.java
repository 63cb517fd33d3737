// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.limits;

import java.util.concurrent.atomic.AtomicLong;

/// The memory that all bodies, or all answers, together may take.
///
/// **Threading**: any; lock-free.
public final class MemoryBudget {
    private final long most;
    private final AtomicLong held = new AtomicLong();

    public MemoryBudget(long most) {
        this.most = most;
    }

    /// @return whether there was room
    public boolean take(long bytes) {
        long now = held.get();
        while (now + bytes <= most) {
            if (held.compareAndSet(now, now + bytes)) {
                return true;
            }
            now = held.get();
        }
        return false;
    }

    public void give(long bytes) {
        held.addAndGet(-bytes);
    }

    public long held() {
        return held.get();
    }

    public long most() {
        return most;
    }
}
