// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import java.lang.foreign.MemorySegment;

/// What a kernel works on beside the rows.
///
/// **Threading**: one thread.
final class KernelState {
    /// By bounded column: the least value, and how much more the greatest is.
    final long[] bounds;
    /// Groups, if there are any; else one group.
    GroupTable groups;
    /// Places of these; null if they have none.
    GroupWindow window;
    /// Whether a kernel returned at a row whose group has no place.
    boolean isOutside;
    /// By aggregate that counts different values: pairs of group and value; null for others.
    GroupTable[] distinct;
    /// Words of the key at hand.
    final long[] key;
    /// Results that are not groups, some words each.
    long[] out;
    int outAt;

    /// By level, from 1 for the parents of rows: the parents at hand, which lie at equal distances.
    final MemorySegment[] parentMemory;
    final long[] parentOffset;
    final long[] parentStride;
    final long[] parentFirst;
    final long[] parentRows;

    KernelState(int keyWords, int levels, long[] bounds) {
        this.bounds = bounds;
        key = new long[keyWords];
        parentMemory = new MemorySegment[levels];
        parentOffset = new long[levels];
        parentStride = new long[levels];
        parentFirst = new long[levels];
        parentRows = new long[levels];
    }

    /// Gives back the memory of its groups; of no use afterwards.
    void release() {
        groups.release();
        if (window != null) {
            window.release();
        }
        for (GroupTable values : distinct) {
            if (values != null) {
                values.release();
            }
        }
    }

    /// Has the same parents at hand as another.
    void takeParents(KernelState other) {
        System.arraycopy(other.parentMemory, 0, parentMemory, 0, parentMemory.length);
        System.arraycopy(other.parentOffset, 0, parentOffset, 0, parentOffset.length);
        System.arraycopy(other.parentStride, 0, parentStride, 0, parentStride.length);
        System.arraycopy(other.parentFirst, 0, parentFirst, 0, parentFirst.length);
        System.arraycopy(other.parentRows, 0, parentRows, 0, parentRows.length);
    }
}
