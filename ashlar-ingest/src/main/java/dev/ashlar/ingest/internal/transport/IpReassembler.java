// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.transport;

import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.internal.framing.Addresses;
import dev.ashlar.ingest.internal.framing.SourceCounts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;

/// Puts fragmented IP packets together (RFC 791, RFC 8200), a few at a time.
///
/// Fragments come within a packet's time of each other, so a few slots do: the one used longest ago is given up for a
/// new packet. Where fragments overlap the packet is given up, as RFC 5722 asks.
public final class IpReassembler {
    private static final int SLOTS = 16;
    private static final int MAX_LENGTH = 1 << 16;
    private static final int UNIT = 8;

    private final SourceCounts counts;
    private final SegmentAllocator allocator;
    private final Slot[] slots = new Slot[SLOTS];
    private long clock;

    /// One packet in the making.
    private static final class Slot {
        final MemorySegment memory;
        final long[] units = new long[MAX_LENGTH / UNIT / Long.SIZE];
        final Addresses addresses = new Addresses();
        int fragmentId;
        int protocol;
        int received;
        int total;
        long usedAt;
        boolean used;

        Slot(MemorySegment memory) {
            this.memory = memory;
        }

        boolean matches(PacketParser packet) {
            return used && fragmentId == packet.fragmentId && addresses.isSameHosts(packet.addresses);
        }

        /// Marks the units of a fragment; false if one was marked before.
        boolean mark(int offset, int length) {
            boolean fresh = true;
            for (int unit = offset / UNIT; unit * UNIT < offset + length; unit++) {
                fresh &= (units[unit / Long.SIZE] & 1L << unit) == 0;
                units[unit / Long.SIZE] |= 1L << unit;
            }
            return fresh;
        }
    }

    public IpReassembler(SegmentAllocator allocator, SourceCounts counts) {
        this.allocator = allocator;
        this.counts = counts;
    }

    /// Takes a fragment. When it was the last one missing, `packet` describes the whole payload of IP.
    ///
    /// @return the memory with the whole payload, valid until the next call, or [MemorySegment#NULL]
    public MemorySegment add(PacketParser packet, MemorySegment memory) {
        int length = packet.payloadLength;
        int end = packet.fragmentOffset + length;
        boolean fits = packet.missingLength == 0 && length > 0 && end <= MAX_LENGTH
                && (!packet.moreFragments || length % UNIT == 0);
        if (!fits) {
            counts.skip(SkipReason.FRAGMENT, length);
            return MemorySegment.NULL;
        }
        Slot slot = slot(packet);
        slot.usedAt = ++clock;
        if (packet.fragmentOffset == 0) {
            slot.protocol = packet.protocol;
        }
        boolean consistent = slot.mark(packet.fragmentOffset, length) && (slot.total < 0 || end <= slot.total);
        if (!packet.moreFragments) {
            consistent &= slot.total < 0;
            slot.total = end;
        }
        slot.received += length;
        if (!consistent || slot.total >= 0 && slot.received > slot.total) {
            giveUp(slot);
            return MemorySegment.NULL;
        }
        MemorySegment.copy(memory, packet.payloadOffset, slot.memory, packet.fragmentOffset, length);
        if (slot.received != slot.total) {
            return MemorySegment.NULL;
        }
        slot.used = false;
        packet.protocol = slot.protocol;
        packet.payloadOffset = 0;
        packet.payloadLength = slot.total;
        packet.missingLength = 0;
        return slot.memory;
    }

    /// The capture is over: counts what never became whole.
    public void finish() {
        for (Slot slot : slots) {
            if (slot != null && slot.used) {
                giveUp(slot);
            }
        }
    }

    private void giveUp(Slot slot) {
        counts.skip(SkipReason.FRAGMENT, slot.received);
        slot.used = false;
    }

    private Slot slot(PacketParser packet) {
        int oldest = 0;
        for (int i = 0; i < SLOTS; i++) {
            if (slots[i] == null) {
                slots[i] = new Slot(allocator.allocate(MAX_LENGTH));
                oldest = i;
                break;
            }
            if (slots[i].matches(packet)) {
                return slots[i];
            }
            if (!slots[i].used || slots[oldest].used && slots[i].usedAt < slots[oldest].usedAt) {
                oldest = i;
            }
        }
        Slot slot = slots[oldest];
        if (slot.used) {
            giveUp(slot);
        }
        Arrays.fill(slot.units, 0);
        slot.addresses.set(packet.addresses);
        slot.fragmentId = packet.fragmentId;
        slot.received = 0;
        slot.total = -1;
        slot.used = true;
        return slot;
    }
}
