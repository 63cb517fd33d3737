// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;

/// Room, and after it what either side of a ring knows of it, none of which changes. What a side writes all the time
/// lies in the classes below this one: it shares no line of a cache with what the other side reads, wherever on the
/// heap the two are put. The room is 128 bytes, since processors fetch lines in pairs, is never read, and is declared
/// first, since a JVM puts fields of one size in this order; `free0` is what a JVM fills the end of its header with.
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
