// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import java.util.List;
import java.util.Optional;

/// What surrounds the messages of a feed on the wire, for the dissector of [WiresharkGenerator].
///
/// @param name         of the framing, for people
/// @param datagram     header of each datagram
/// @param frame        frame around each message; empty if decoding a message gives its length
/// @param streamHeader packet header that may stand between the frames of a TCP stream
public record WiresharkFraming(String name, Packet datagram, Optional<Frame> frame,
        Optional<StreamHeader> streamHeader) {
    /// Messages back to back.
    public static final WiresharkFraming RAW = new WiresharkFraming("raw", new Packet(0, Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty()), Optional.empty(), Optional.empty());

    /// An unsigned integer.
    ///
    /// @param offset    from the start of the header or frame
    /// @param width     bytes: 1, 2, 4 or 8
    /// @param bigEndian most significant byte first
    public record Field(int offset, int width, boolean bigEndian) {
    }

    /// A packet header.
    ///
    /// @param length   bytes
    /// @param sequence sequence number of the packet or of its first message
    /// @param time     sending time
    /// @param count    number of frames that follow
    /// @param idle     datagrams without messages
    public record Packet(int length, Optional<Field> sequence, Optional<Field> time, Optional<Field> count,
            Optional<Idle> idle) {
    }

    /// Datagrams without messages.
    ///
    /// @param length of the whole datagram
    /// @param offset of the byte that tells them from others of this length; -1 if the length is enough
    /// @param kinds  values of that byte
    public record Idle(int length, int offset, List<Integer> kinds) {
    }

    /// A frame.
    ///
    /// @param length        the length field
    /// @param notCounted    bytes of a frame that the length does not count
    /// @param messageOffset where in the frame the message begins
    /// @param markerOffset  of two bytes that every frame has; -1 if there are none
    /// @param markers       what these bytes may be, as big-endian numbers
    /// @param align         frames are padded to a multiple of it
    public record Frame(Field length, int notCounted, int messageOffset, int markerOffset, List<Integer> markers,
            int align) {
    }

    /// A packet header between the frames of a stream.
    ///
    /// @param marker its first two bytes, as a big-endian number
    public record StreamHeader(int marker, Packet packet) {
    }
}
