// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import java.util.HashMap;
import java.util.Map;

/// How often threads that measure were put aside against their will.
///
/// Threads come and go with each repetition: what is told is of all that had the same index, so that one switch in a
/// short one is no alarm.
///
/// **Threading**: any.
final class PutAside {
    /// Of the trial that the thread which starts others measures; none where nobody wants to know.
    static final ScopedValue<PutAside> OF_TRIAL = ScopedValue.newInstance();
    private static final double NS_PER_SECOND = 1e9;

    private record Sum(long times, long ns) {
        Sum and(Sum other) {
            return new Sum(times + other.times, ns + other.ns);
        }

        double perSec() {
            return times * NS_PER_SECOND / Math.max(1, ns);
        }
    }

    private final Map<Integer, Sum> threads = new HashMap<>();

    /// Takes down that a thread was put aside so many times in so long.
    synchronized void add(int index, long times, long ns) {
        threads.merge(index, new Sum(times, ns), Sum::and);
    }

    /// Of the thread with the most; 0 if there was none.
    synchronized double mostPerSec() {
        return threads.values().stream().mapToDouble(Sum::perSec).max().orElse(0);
    }
}
