// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.admission;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/// Counts what was decided about requests.
///
/// **Threading**: refusals are counted by any thread, all else under the admission's lock; read by any thread.
public final class AdmissionCounts {
    private final AtomicLongArray accepted;
    private final AtomicLongArray refused;
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong late = new AtomicLong();

    public AdmissionCounts(int partitions) {
        accepted = new AtomicLongArray(partitions);
        refused = new AtomicLongArray(partitions);
    }

    public void accept(int partition) {
        accepted.setRelease(partition, accepted.getPlain(partition) + 1);
    }

    public void refuse(int partition) {
        refused.getAndIncrement(partition);
    }

    public void drop() {
        dropped.setRelease(dropped.getPlain() + 1);
    }

    public void late() {
        late.setRelease(late.getPlain() + 1);
    }

    public long acceptedCount() {
        return sum(accepted);
    }

    public long acceptedCount(int partition) {
        return accepted.get(partition);
    }

    public long refusedCount() {
        return sum(refused);
    }

    public long refusedCount(int partition) {
        return refused.get(partition);
    }

    public long droppedCount() {
        return dropped.get();
    }

    public long lateCount() {
        return late.get();
    }

    private static long sum(AtomicLongArray counts) {
        long sum = 0;
        for (int i = 0; i < counts.length(); i++) {
            sum += counts.get(i);
        }
        return sum;
    }
}
