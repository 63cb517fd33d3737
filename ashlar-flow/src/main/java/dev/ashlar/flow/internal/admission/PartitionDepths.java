// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.admission;

/// How many requests each partition has, and how the limit is divided: a share for each partition, the rest for all.
///
/// **Threading**: one thread at a time.
public final class PartitionDepths {
    private final double[] shares;
    private final int[] depths;
    private final int[] floors;
    /// The part of the limit that is no partition's own.
    private int rest;
    private int total;

    /// @param shares of the limit, by partition
    public PartitionDepths(double[] shares) {
        this.shares = shares.clone();
        depths = new int[shares.length];
        floors = new int[shares.length];
    }

    public int count() {
        return depths.length;
    }

    /// Divides a new limit.
    public void divide(int limit) {
        rest = limit;
        for (int i = 0; i < floors.length; i++) {
            floors[i] = (int) (shares[i] * limit);
            rest -= floors[i];
        }
    }

    public void enter(int partition) {
        depths[partition]++;
        total++;
    }

    /// In a dry run requests leave, too, that were only counted: the one that serves them would have served another.
    public void leave(int partition) {
        if (depths[partition] > 0) {
            depths[partition]--;
            total--;
        }
    }

    /// Requests of all partitions.
    int total() {
        return total;
    }

    /// A bit for each partition that has room.
    long rooms(int limit) {
        if (total >= limit) {
            return 0;
        }
        int ofRest = 0;
        for (int i = 0; i < depths.length; i++) {
            ofRest += Math.max(0, depths[i] - floors[i]);
        }
        long rooms = 0;
        for (int i = 0; i < depths.length; i++) {
            rooms |= depths[i] < floors[i] || ofRest < rest ? 1L << i : 0;
        }
        return rooms;
    }
}
