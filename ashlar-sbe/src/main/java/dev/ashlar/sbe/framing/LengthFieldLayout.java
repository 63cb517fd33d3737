// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Locale;

/// Frames with a length field.
///
/// | bytes | part         |                                                                              |
/// |------:|--------------|------------------------------------------------------------------------------|
/// | any   | frame header | holds the length field and perhaps a marker; may be empty, then the length   |
/// |       |              | field is part of the message                                                 |
/// | any   | message      | from `messageOffset` to the end of the frame                                 |
/// | 0…    | padding      | up to a multiple of `align` bytes from the frame's start                     |
public final class LengthFieldLayout implements FrameLayout {
    /// What the length field counts.
    public enum Counts {
        /// The whole frame from its first byte.
        FRAME,
        /// What follows the length field.
        REST,
        /// The message alone.
        MESSAGE
    }

    /// Two bytes that every frame has at the same offset.
    ///
    /// @param offset in the frame; -1: no marker
    /// @param first  the bytes as a big-endian number
    /// @param second a second accepted value, or `first` again
    public record Marker(int offset, int first, int second) {
        /// No marker.
        public static final Marker NONE = new Marker(-1, 0, 0);

        public Marker {
            if (offset < -1 || offset > PacketLayout.MAX_LENGTH - 2) {
                throw new IllegalArgumentException("marker outside a frame header: offset=" + offset);
            }
        }
    }

    private static final ValueLayout.OfShort SHORT_BE = JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAX_ALIGN = 64;

    private final FieldLayout length;
    private final Counts counts;
    private final int messageOffset;
    private final Marker marker;
    private final int align;
    private final int headerLength;
    private final int notCounted;

    /// @param length        the length field, its offset counted from the start of the frame
    /// @param counts        what its value counts
    /// @param messageOffset offset of the message inside the frame
    /// @param marker        bytes to be found in each frame, or [Marker#NONE]
    /// @param align         a power of two: frames are padded to a multiple of it
    /// @throws IllegalArgumentException if there is no length field, a field is partly in the message, or
    ///     `messageOffset` or `align` is out of range
    public LengthFieldLayout(FieldLayout length, Counts counts, int messageOffset, Marker marker, int align) {
        if (!length.isPresent()) {
            throw new IllegalArgumentException("no length field: give its width, such as length=u16le");
        }
        if (messageOffset < 0 || messageOffset > PacketLayout.MAX_LENGTH) {
            throw new IllegalArgumentException("message offset outside a frame header: message=" + messageOffset
                    + ", max=" + PacketLayout.MAX_LENGTH);
        }
        requireWhole("length", length.offset(), length.end(), messageOffset);
        requireWhole("marker", marker.offset, marker.offset + 2, messageOffset);
        if (align < 1 || align > MAX_ALIGN || Integer.bitCount(align) != 1) {
            throw new IllegalArgumentException("alignment is not a power of two: align=" + align
                    + ", max=" + MAX_ALIGN);
        }
        this.length = length;
        this.counts = counts;
        this.messageOffset = messageOffset;
        this.marker = marker;
        this.align = align;
        this.headerLength = Math.max(Math.max(length.end(), messageOffset), marker.offset + 2);
        this.notCounted = switch (counts) {
            case FRAME -> 0;
            case REST -> length.end();
            case MESSAGE -> messageOffset;
        };
    }

    private static void requireWhole(String field, int offset, int end, int messageOffset) {
        if (offset >= 0 && offset < messageOffset && end > messageOffset) {
            throw new IllegalArgumentException(field + " field is partly in the message: offset=" + offset + ", end=" + end
                    + ", message=" + messageOffset);
        }
    }

    @Override
    public long frameLength(MemorySegment memory, long offset, long available) {
        if (available < headerLength) {
            return INCOMPLETE;
        }
        long frameLength = length.read(memory, offset) + notCounted;
        if (frameLength < headerLength || frameLength >= HEADER) {
            return IMPOSSIBLE;
        }
        if (marker.offset >= 0) {
            int found = Short.toUnsignedInt(memory.get(SHORT_BE, offset + marker.offset));
            if (found != marker.first && found != marker.second) {
                return IMPOSSIBLE;
            }
        }
        return frameLength;
    }

    /// Writes the header of a frame around a message that is already in place. Fields that lie inside the message are
    /// left unchanged; the other bytes of the header are set to 0.
    ///
    /// @param offset        where the frame begins
    /// @param messageLength bytes of the message, which begins at `offset +` [#messageOffset()]
    /// @throws IllegalArgumentException if the length field cannot hold the length
    public void writeHeader(MemorySegment memory, long offset, long messageLength) {
        memory.asSlice(offset, messageOffset).fill((byte) 0);
        if (length.offset() < messageOffset) {
            long value = messageOffset + messageLength - notCounted;
            if (value > length.greatest()) {
                throw new IllegalArgumentException("message too long for its frame: length=" + messageLength + ", field=" + length);
            }
            length.write(memory, offset, value);
        }
        if (marker.offset >= 0 && marker.offset < messageOffset) {
            memory.set(SHORT_BE, offset + marker.offset, (short) marker.first);
        }
    }

    @Override
    public int messageOffset() {
        return messageOffset;
    }

    @Override
    public int align() {
        return align;
    }

    /// The length field, its offset counted from the start of the frame.
    public FieldLayout length() {
        return length;
    }

    /// Number of bytes needed to read a frame's length and marker.
    public int headerLength() {
        return headerLength;
    }

    /// Bytes of a frame that the length field does not count.
    public int notCounted() {
        return notCounted;
    }

    public Marker marker() {
        return marker;
    }

    @Override
    public boolean marked() {
        return marker.offset >= 0;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("length=").append(length)
                .append(",counts=").append(counts.name().toLowerCase(Locale.ROOT))
                .append(",message=").append(messageOffset);
        if (marker.offset >= 0) {
            text.append(",marker=").append(String.format("%04x", marker.first)).append('@').append(marker.offset);
        }
        return align == 1 ? text.toString() : text.append(",align=").append(align).toString();
    }
}
