// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

/// The header at the beginning of each datagram, in front of its frames.
///
/// @param length          bytes; 0 if there is none
/// @param sequence        sequence number of the packet, or absent
/// @param time            sending time, or absent
/// @param count           number of frames that follow; if absent, frames extend to the end of the datagram
/// @param numbersMessages whether sequence numbers count messages, and the header has that of the first message;
///                        otherwise they count packets
/// @param idle            datagrams that have no frames, and perhaps a shorter header
public record PacketLayout(int length, FieldLayout sequence, FieldLayout time, FieldLayout count,
        boolean numbersMessages, IdleLayout idle) {
    /// Maximum length of a header in bytes.
    public static final int MAX_LENGTH = 1024;
    /// No header.
    public static final PacketLayout NONE =
            new PacketLayout(0, FieldLayout.ABSENT, FieldLayout.ABSENT, FieldLayout.ABSENT);

    public PacketLayout {
        if (length < 0 || length > MAX_LENGTH) {
            throw new IllegalArgumentException("packet header length out of range: length=" + length
                    + ", max=" + MAX_LENGTH);
        }
        requireInside("sequence", sequence, length);
        requireInside("time", time, length);
        requireInside("count", count, length);
        if (numbersMessages && !count.isPresent()) {
            throw new IllegalArgumentException("messages are numbered, but no field counts them");
        }
    }

    /// A header whose sequence numbers, if any, are those of packets.
    public PacketLayout(int length, FieldLayout sequence, FieldLayout time, FieldLayout count) {
        this(length, sequence, time, count, false, IdleLayout.NONE);
    }

    private static void requireInside(String name, FieldLayout field, int length) {
        if (field.isPresent() && field.end() > length) {
            throw new IllegalArgumentException(name + " reaches beyond the packet header: " + name + "=" + field
                    + ", packet=" + length);
        }
    }
}
