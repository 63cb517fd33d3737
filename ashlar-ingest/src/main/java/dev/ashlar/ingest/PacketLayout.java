// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

/// The header at the beginning of each datagram, in front of its frames.
///
/// @param length   bytes; 0 if there is none
/// @param sequence sequence number of the packet, or absent
/// @param time     sending time, or absent
/// @param count    number of frames that follow, or absent: then they reach to the end of the datagram
public record PacketLayout(int length, FieldLayout sequence, FieldLayout time, FieldLayout count) {
    /// Longest header that may be described.
    public static final int MAX_LENGTH = 1024;
    /// No header.
    public static final PacketLayout NONE =
            new PacketLayout(0, FieldLayout.ABSENT, FieldLayout.ABSENT, FieldLayout.ABSENT);

    public PacketLayout {
        if (length < 0 || length > MAX_LENGTH) {
            throw new IllegalArgumentException("packet header length: length=" + length + ", max=" + MAX_LENGTH);
        }
        requireInside("sequence", sequence, length);
        requireInside("time", time, length);
        requireInside("count", count, length);
    }

    private static void requireInside(String name, FieldLayout field, int length) {
        if (field.isPresent() && field.end() > length) {
            throw new IllegalArgumentException(name + " reaches beyond the packet header: " + name + "=" + field
                    + ", packet=" + length);
        }
    }
}
