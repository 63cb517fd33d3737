// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;

/// Padding, followed by the fields of either side of a ring that never change. The fields that a side writes all the
/// time are in the subclasses: they share no cache line with the fields that the other side reads, wherever on the heap
/// the two objects lie. The padding is 128 bytes, since processors fetch cache lines in pairs, and is never read. It is
/// declared first, since a JVM lays out fields of one size in declaration order; `free0` fills the gap after the object
/// header.
abstract sealed class RingEnd permits ProducerEnd, ConsumerEnd {
    int free0;
    long free1;
    long free2;
    long free3;
    long free4;
    long free5;
    long free6;
    long free7;
    long free8;
    long free9;
    long free10;
    long free11;
    long free12;
    long free13;
    long free14;
    long free15;
    long free16;
    final MemorySegment memory;
    /// Where the ring begins, and its first record.
    final long header;
    final long records;
    final int mask;
    private final int unit;

    /// @param header   where the ring begins
    /// @param capacity positions that fit at once, a power of two
    /// @param unit     of which positions are multiples
    RingEnd(MemorySegment memory, long header, int capacity, int unit) {
        this.memory = memory;
        this.header = header;
        this.unit = unit;
        records = header + RingLayout.RECORDS;
        mask = capacity - 1;
    }

    /// Whether this can be a head and a tail.
    final boolean isPossible(long head, long tail) {
        return RingLayout.isPossible(head, tail, mask + 1, unit);
    }
}
