// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.admission;

/// What threads may read of an admission without its lock.
///
/// **Threading**: written under the lock, read by any thread. A volatile word is stored only if it changes: a store
/// costs more than a load.
public final class AdmissionState {
    private final double alertPart;
    private final double clearPart;
    /// A bit for each partition that has room.
    private volatile long open;
    private volatile int limit;
    private volatile int depth;
    private volatile int highWater;
    private volatile boolean alert;
    private volatile boolean closed;
    /// Since when the oldest waits; without meaning while none waits.
    private volatile long oldestNs;
    private volatile boolean waiting;
    private volatile double serviceNs;

    /// @param alertPart of the limit, at which the alert is raised
    /// @param clearPart at which it is cleared
    public AdmissionState(int limit, double alertPart, double clearPart) {
        this.limit = limit;
        this.alertPart = alertPart;
        this.clearPart = clearPart;
    }

    public boolean hasRoom(int partition) {
        return (open & 1L << partition) != 0;
    }

    public int limit() {
        return limit;
    }

    public int depth() {
        return depth;
    }

    public int highWater() {
        return highWater;
    }

    public boolean isAlert() {
        return alert;
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isWaiting() {
        return waiting;
    }

    public long oldestNs() {
        return oldestNs;
    }

    public double serviceNs() {
        return serviceNs;
    }

    public void limit(int requests) {
        limit = requests;
    }

    public void serviceNs(double mean) {
        serviceNs = mean;
    }

    public void close() {
        closed = true;
    }

    /// Publishes how many requests there are, which partitions have room, and since when the oldest waits.
    public void publish(PartitionDepths partitions, Permits permits) {
        int most = limit;
        int all = partitions.total();
        long rooms = closed ? 0 : partitions.rooms(most);
        if (depth != all) {
            depth = all;
        }
        if (open != rooms) {
            open = rooms;
        }
        if (all > highWater) {
            highWater = all;
        }
        boolean before = alert;
        boolean raised = all >= alertPart * most || before && all > clearPart * most;
        if (raised != before) {
            alert = raised;
        }
        int oldest = permits.oldest();
        boolean waits = oldest != Permits.NONE;
        if (waits && permits.admittedNs(oldest) != oldestNs) {
            oldestNs = permits.admittedNs(oldest);
        }
        if (waiting != waits) {
            waiting = waits;
        }
    }
}
