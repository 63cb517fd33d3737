// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.time.Duration;
import java.util.Objects;

/// What happens to a request when there is no room.
public sealed interface AdmissionPolicy {
    /// It is refused at once.
    static AdmissionPolicy refuse() {
        return new Refuse();
    }

    /// Its thread blocks until there is room or the timeout is over.
    ///
    /// @param timeout     in the order of milliseconds: the system does not wake threads more precisely
    /// @param mostThreads threads that may block at once; requests of further threads are refused
    static AdmissionPolicy block(Duration timeout, int mostThreads) {
        return new Block(timeout, mostThreads);
    }

    /// It replaces the oldest request of its partition whose service has not begun; if no request is served in time,
    /// the oldest of all.
    static AdmissionPolicy dropOldest() {
        return new DropOldest();
    }

    record Refuse() implements AdmissionPolicy { }

    record Block(Duration timeout, int mostThreads) implements AdmissionPolicy {
        private static final Duration MOST = Duration.ofDays(1);

        public Block {
            Objects.requireNonNull(timeout, "timeout");
            if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MOST) > 0 || mostThreads < 1) {
                throw new IllegalArgumentException("timeout or mostThreads out of range: timeout=" + timeout
                        + ", most=" + MOST + ", mostThreads=" + mostThreads);
            }
        }
    }

    record DropOldest() implements AdmissionPolicy { }
}
