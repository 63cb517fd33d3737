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
    /// Too few bytes to determine the length.
    long INCOMPLETE = -1;
    /// No frame can begin here.
    long IMPOSSIBLE = -2;
    /// Set in the result of [#frameLength] when the frame is a packet header without message.
    long HEADER = 1L << 62;

    /// Length of the frame at `offset`, without the padding after it.
    ///
    /// Reads only `available` bytes and never throws because of what they contain.
    ///
    /// @return the length, with [#HEADER] added for a packet header; [#INCOMPLETE]; or [#IMPOSSIBLE]. A length above
    ///         `available` may still grow when more bytes are available
    long frameLength(MemorySegment memory, long offset, long available);

    /// Offset of the message inside a frame.
    int messageOffset();

    /// Alignment of frames, counted from the start of the first frame; a power of two.
    default int align() {
        return 1;
    }

    /// Whether the start of a frame can be recognised, so that a broken stream can be resumed anywhere.
    boolean marked();

    /// The layout of the packet headers that [#HEADER] marks.
    default PacketLayout header() {
        return PacketLayout.NONE;
    }
}
