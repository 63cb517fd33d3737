// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import java.util.HashMap;
import java.util.Map;

/// How often the system took the core from threads that measure.
///
/// Threads come and go with each repetition: threads with the same index are counted together, so that one switch in a
/// short one is no alarm.
///
/// **Threading**: any.
final class Preemptions {
    /// Of the trial that the thread which starts others measures; none where nobody wants to know.
    static final ScopedValue<Preemptions> OF_TRIAL = ScopedValue.newInstance();
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

    /// Records that a thread lost its core this many times in this time.
    synchronized void add(int index, long times, long ns) {
        threads.merge(index, new Sum(times, ns), Sum::and);
    }

    /// Of the thread with the most; 0 if there was none.
    synchronized double mostPerSec() {
        return threads.values().stream().mapToDouble(Sum::perSec).max().orElse(0);
    }
}
