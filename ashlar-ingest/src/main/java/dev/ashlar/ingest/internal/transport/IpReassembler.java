// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.transport;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.internal.framing.Addresses;
import dev.ashlar.ingest.internal.framing.SourceCounts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;

/// Reassembles fragmented IP packets (RFC 791, RFC 8200), a few at a time.
///
/// Fragments come within a packet's time of each other, so a few slots do: the one used longest ago is given up for a
/// new packet. A packet whose fragments do not come within a second is given up as well, because a fast sender soon
/// uses its number again. Where fragments overlap the packet is given up, as RFC 5722 asks, unless one repeats bytes
/// that are there already: captures of two places that were merged have each fragment twice.
public final class IpReassembler {
    private static final int SLOTS = 16;
    private static final int MAX_LENGTH = 1 << 16;
    private static final int UNIT = 8;
    private static final long MAX_AGE_NS = 1_000_000_000L;
    /// The same for captures without times: IPv4 has numbers for four times as many.
    private static final long MAX_AGE_PACKETS = 1 << 14;
    private static final int UNKNOWN = -1;

    private final SourceCounts counts;
    private final SegmentAllocator allocator;
    private final Slot[] slots = new Slot[SLOTS];
    private long clock;

    private enum State {
        FREE,
        /// Was handed out, and is kept to recognise fragments that come again.
        WHOLE,
        /// Waits for more fragments.
        PART
    }

    /// One packet in the making.
    private static final class Slot {
        final MemorySegment memory;
        final long[] units = new long[MAX_LENGTH / UNIT / Long.SIZE];
        final Addresses addresses = new Addresses();
        State state = State.FREE;
        int fragmentId;
        int protocol;
        int received;
        /// Greatest end of a fragment.
        int reach;
        int total;
        long beginNs;
        long beginPackets;
        long usedAt;

        Slot(MemorySegment memory) {
            this.memory = memory;
        }

        void begin(PacketParser packet, long timeNs, long packets) {
            Arrays.fill(units, 0);
            state = State.PART;
            addresses.set(packet.addresses);
            fragmentId = packet.fragmentId;
            protocol = packet.protocol;
            received = 0;
            reach = 0;
            total = UNKNOWN;
            beginNs = timeNs;
            beginPackets = packets;
        }

        /// With IPv6 only the first fragment has to name the protocol.
        boolean matches(PacketParser packet) {
            return state != State.FREE && fragmentId == packet.fragmentId && addresses.isSameHosts(packet.addresses)
                    && (addresses.ipv6 || protocol == packet.protocol);
        }

        boolean isOld(long timeNs, long packets) {
            boolean timed = timeNs != MessageContext.NO_TIME && beginNs != MessageContext.NO_TIME;
            return timed ? Math.abs(timeNs - beginNs) > MAX_AGE_NS : packets - beginPackets > MAX_AGE_PACKETS;
        }

        /// Whether all bytes of a fragment are there already, the same ones, and it agrees on where the packet ends.
        boolean has(PacketParser packet, MemorySegment source) {
            int begin = packet.fragmentOffset;
            int end = begin + packet.payloadLength;
            if (packet.moreFragments ? total != UNKNOWN && end >= total : end != total) {
                return false;
            }
            for (int unit = begin / UNIT; unit * UNIT < end; unit++) {
                if ((units[unit / Long.SIZE] & 1L << unit) == 0) {
                    return false;
                }
            }
            long from = packet.payloadOffset;
            return MemorySegment.mismatch(source, from, from + packet.payloadLength, memory, begin, end) < 0;
        }

        /// Marks the bytes of a fragment as there; false if it contradicts those before it.
        boolean mark(PacketParser packet) {
            int end = packet.fragmentOffset + packet.payloadLength;
            boolean consistent = packet.moreFragments || total == UNKNOWN;
            for (int unit = packet.fragmentOffset / UNIT; unit * UNIT < end; unit++) {
                consistent &= (units[unit / Long.SIZE] & 1L << unit) == 0;
                units[unit / Long.SIZE] |= 1L << unit;
            }
            received += packet.payloadLength;
            reach = Math.max(reach, end);
            total = packet.moreFragments ? total : end;
            return consistent && (total == UNKNOWN || reach <= total);
        }
    }

    public IpReassembler(SegmentAllocator allocator, SourceCounts counts) {
        this.allocator = allocator;
        this.counts = counts;
    }

    /// Takes a fragment. When it was the last one missing, `packet` describes the whole payload of IP.
    ///
    /// @param timeNs  when it was captured, or [MessageContext#NO_TIME]
    /// @param packets how many packets were read so far
    /// @return the memory with the whole payload, valid until the next call, or [MemorySegment#NULL]
    public MemorySegment add(PacketParser packet, MemorySegment memory, long timeNs, long packets) {
        int length = packet.payloadLength;
        boolean fits = packet.missingLength == 0 && length > 0 && packet.fragmentOffset + length <= MAX_LENGTH
                && (!packet.moreFragments || length % UNIT == 0);
        if (!fits) {
            counts.skip(SkipReason.FRAGMENT, length);
            return MemorySegment.NULL;
        }
        Slot slot = slot(packet, timeNs, packets);
        slot.usedAt = ++clock;
        if (slot.has(packet, memory)) {
            counts.skip(SkipReason.DUPLICATE_PACKET, length);
            return MemorySegment.NULL;
        }
        if (slot.state == State.WHOLE) {
            // The sender has used its number again.
            slot.begin(packet, timeNs, packets);
        }
        if (packet.fragmentOffset == 0) {
            slot.protocol = packet.protocol;
        }
        if (!slot.mark(packet)) {
            giveUp(slot);
            return MemorySegment.NULL;
        }
        MemorySegment.copy(memory, packet.payloadOffset, slot.memory, packet.fragmentOffset, length);
        if (slot.received != slot.total) {
            return MemorySegment.NULL;
        }
        slot.state = State.WHOLE;
        packet.protocol = slot.protocol;
        packet.payloadOffset = 0;
        packet.payloadLength = slot.total;
        packet.missingLength = 0;
        return slot.memory;
    }

    /// The capture is over: counts what never became whole.
    public void finish() {
        for (Slot slot : slots) {
            if (slot != null) {
                giveUp(slot);
            }
        }
    }

    private void giveUp(Slot slot) {
        if (slot.state == State.PART) {
            counts.skip(SkipReason.FRAGMENT, slot.received);
        }
        slot.state = State.FREE;
    }

    /// The slot of the packet that a fragment is of, or one that begins with it.
    private Slot slot(PacketParser packet, long timeNs, long packets) {
        Slot least = null;
        for (int i = 0; i < SLOTS; i++) {
            if (slots[i] == null) {
                slots[i] = new Slot(allocator.allocate(MAX_LENGTH));
            }
            Slot slot = slots[i];
            if (slot.state != State.FREE && slot.isOld(timeNs, packets)) {
                giveUp(slot);
            }
            if (slot.matches(packet)) {
                return slot;
            }
            int order = least == null ? -1 : slot.state.compareTo(least.state);
            if (order < 0 || order == 0 && slot.usedAt < least.usedAt) {
                least = slot;
            }
        }
        giveUp(least);
        least.begin(packet, timeNs, packets);
        return least;
    }
}
