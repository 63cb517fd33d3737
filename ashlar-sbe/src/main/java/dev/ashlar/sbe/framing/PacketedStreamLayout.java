// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Frames of a stream with packet headers between them. A packet header is recognised by its first two bytes, with
/// which no frame begins.
public final class PacketedStreamLayout implements FrameLayout {
    private static final ValueLayout.OfShort SHORT_BE = JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final int headerMarker;
    private final PacketLayout header;
    private final LengthFieldLayout frames;

    /// @param headerMarker the first two bytes of each packet header, as a big-endian number
    /// @param header       the packet header, these two bytes included
    /// @param frames       the frames after a packet header, any number of them
    public PacketedStreamLayout(int headerMarker, PacketLayout header, LengthFieldLayout frames) {
        if (header.length() < 2) {
            throw new IllegalArgumentException("packet header shorter than its marker: packet=" + header.length());
        }
        this.headerMarker = headerMarker;
        this.header = header;
        this.frames = frames;
    }

    @Override
    public long frameLength(MemorySegment memory, long offset, long available) {
        if (available < 2) {
            return INCOMPLETE;
        }
        if (Short.toUnsignedInt(memory.get(SHORT_BE, offset)) == headerMarker) {
            return header.length() | HEADER;
        }
        return frames.frameLength(memory, offset, available);
    }

    @Override
    public int messageOffset() {
        return frames.messageOffset();
    }

    @Override
    public int align() {
        return 1;
    }

    @Override
    public boolean marked() {
        return false;
    }

    @Override
    public PacketLayout header() {
        return header;
    }

    /// The first two bytes of each packet header, as a big-endian number.
    public int headerMarker() {
        return headerMarker;
    }
}
