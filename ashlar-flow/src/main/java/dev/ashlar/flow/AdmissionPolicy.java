// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.time.Duration;
import java.util.Objects;

/// What happens to a request that finds no room.
public sealed interface AdmissionPolicy {
    /// It is refused at once.
    static AdmissionPolicy refuse() {
        return new Refuse();
    }

    /// Its thread is held until there is room, for so long at the most.
    ///
    /// @param timeout     of milliseconds: the system does not wake threads more exactly
    /// @param mostThreads that may be held at once; more are refused
    static AdmissionPolicy block(Duration timeout, int mostThreads) {
        return new Block(timeout, mostThreads);
    }

    /// It takes the place of the oldest that is not yet served, of its own partition; where nobody is served in time,
    /// that of the oldest of all.
    static AdmissionPolicy dropOldest() {
        return new DropOldest();
    }

    record Refuse() implements AdmissionPolicy {
    }

    record Block(Duration timeout, int mostThreads) implements AdmissionPolicy {
        private static final Duration MOST = Duration.ofDays(1);

        public Block {
            Objects.requireNonNull(timeout, "timeout");
            if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MOST) > 0 || mostThreads < 1) {
                throw new IllegalArgumentException("nothing to wait for, or for too long: timeout=" + timeout
                        + ", most=" + MOST + ", mostThreads=" + mostThreads);
            }
        }
    }

    record DropOldest() implements AdmissionPolicy {
    }
}
