// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

import java.lang.foreign.MemorySegment;

/// How a run of bytes divides into frames, each around one message.
///
/// | kind                   | the length of a frame is                                            |
/// |------------------------|---------------------------------------------------------------------|
/// | [LengthFieldLayout]    | written in front of, or at the beginning of, the message            |
/// | [PacketedStreamLayout] | the same, and packet headers stand between the frames of a stream   |
/// | [DecodedLayout]        | found by decoding the message                                       |
public sealed interface FrameLayout permits LengthFieldLayout, PacketedStreamLayout, DecodedLayout {
    /// Not enough bytes to tell the length.
    long INCOMPLETE = -1;
    /// No frame can begin here.
    long IMPOSSIBLE = -2;
    /// Set in the result of [#frameLength] when the frame is a packet header without message.
    long HEADER = 1L << 62;

    /// Length of the frame at `offset`, padding behind it not included.
    ///
    /// Reads only `available` bytes and never throws because of what they contain.
    ///
    /// @return the length, perhaps with [#HEADER] added; if it is more than `available`, more bytes may say that it is
    ///         still more; [#INCOMPLETE] or [#IMPOSSIBLE]
    long frameLength(MemorySegment memory, long offset, long available);

    /// Where in a frame the message begins.
    int messageOffset();

    /// Frames begin at multiples of this, counted from the first one's begin; a power of two.
    default int align() {
        return 1;
    }

    /// Whether the start of a frame can be recognised, so that a broken stream can be resumed anywhere.
    boolean marked();

    /// The packet header that [#HEADER] frames are.
    default PacketLayout header() {
        return PacketLayout.NONE;
    }
}
