// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Datagrams without messages, such as heartbeats: recognised by their length, and by a byte if other datagrams may
/// have that length.
///
/// @param length bytes of such a datagram; 0 if there are none
/// @param offset of that byte; -1 if the length is sufficient
/// @param kinds  values of that byte, 0 to 255
public record IdleLayout(int length, int offset, List<Integer> kinds) {
    /// No such datagrams.
    public static final IdleLayout NONE = new IdleLayout(0, -1, List.of());

    public IdleLayout {
        kinds = List.copyOf(kinds);
        if (length < 0 || length > PacketLayout.MAX_LENGTH) {
            throw new IllegalArgumentException("idle datagram length out of range: length=" + length
                    + ", max=" + PacketLayout.MAX_LENGTH);
        }
        if (offset < -1 || offset >= Math.max(length, 0)) {
            throw new IllegalArgumentException("byte outside an idle datagram: offset=" + offset + ", length="
                    + length);
        }
    }

    /// Whether a whole datagram is one of these.
    public boolean matches(MemorySegment memory, long at, long datagramLength) {
        return length > 0 && datagramLength == length
                && (offset < 0 || kinds.contains(Byte.toUnsignedInt(memory.get(JAVA_BYTE, at + offset))));
    }
}
