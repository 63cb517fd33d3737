// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.gc;

import java.util.Arrays;

/// Requests to records: each replaces some and reads some, at random.
///
/// Response times are measured from the intended start of a request, as users see them: they do not hold back a request
/// until the previous one is answered.
final class Requests {
    static final int REPLACED = 50;
    private static final long FACTOR = 6364136223846793005L;
    private static final int SHIFT = 33;

    private final Records records;
    private final int count;
    private final long[] versions;
    private long random = 1;
    private long version;

    Requests(Records records, int count) {
        this.records = records;
        this.count = count;
        // The expected version of each record.
        versions = new long[count];
        for (int i = 0; i < count; i++) {
            records.replace(i, 0);
        }
    }

    private int next() {
        random = random * FACTOR + 1;
        return (int) ((random >>> SHIFT) % count);
    }

    private void one() {
        version++;
        for (int i = 0; i < REPLACED; i++) {
            int index = next();
            records.replace(index, version);
            versions[index] = version;
            int other = next();
            if (records.read(other) != versions[other]) {
                throw new IllegalStateException("record does not have its last version: index=" + other);
            }
        }
    }

    /// Runs requests back to back.
    ///
    /// @return nanoseconds per request
    double asFastAsPossible(long ns) {
        long start = System.nanoTime();
        long requests = 0;
        long now = start;
        while (now - start < ns) {
            one();
            requests++;
            now = System.nanoTime();
        }
        return (now - start) / (double) requests;
    }

    /// Runs requests at a steady rate.
    ///
    /// @return response times, ascending
    long[] steadily(int requests, long intervalNs) {
        long[] times = new long[requests];
        long start = System.nanoTime();
        for (int i = 0; i < requests; i++) {
            long due = start + i * intervalNs;
            while (System.nanoTime() - due < 0) {
                Thread.onSpinWait();
            }
            one();
            times[i] = System.nanoTime() - due;
        }
        Arrays.sort(times);
        return times;
    }
}
