// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import java.util.Arrays;

/// Chooses the packets whose messages are wanted; the others are counted as [SkipReason#FILTERED].
@FunctionalInterface
public interface PacketFilter {
    /// Accepts every packet.
    PacketFilter ALL = _ -> true;

    /// Whether to split this packet into messages. Called once for each datagram, after the framing's packet header was
    /// read, so sequence number and sending time are known; and once for each TCP segment, before its bytes are put in
    /// order, so for TCP the result must depend on addresses and ports alone. Called in the order of the capture. A
    /// filter may keep state, for example to refuse a packet whose sequence number it saw on another line.
    boolean accepts(MessageContext context);

    /// Packets that this and `other` accept; `other` is called only for packets that this one accepts.
    default PacketFilter and(PacketFilter other) {
        return context -> accepts(context) && other.accepts(context);
    }

    /// Packets to one of these ports.
    static PacketFilter destinationPorts(int... ports) {
        int[] sorted = sorted(ports);
        return context -> Arrays.binarySearch(sorted, context.destinationPort()) >= 0;
    }

    /// Packets from or to one of these ports: both directions of a TCP connection.
    static PacketFilter ports(int... ports) {
        int[] sorted = sorted(ports);
        return context -> Arrays.binarySearch(sorted, context.destinationPort()) >= 0
                || Arrays.binarySearch(sorted, context.sourcePort()) >= 0;
    }

    /// Packets of one transport.
    static PacketFilter transport(Transport transport) {
        return context -> context.transport() == transport;
    }

    private static int[] sorted(int[] ports) {
        int[] sorted = ports.clone();
        Arrays.sort(sorted);
        for (int port : sorted) {
            if (port < 0 || port > 0xFFFF) {
                throw new IllegalArgumentException("port outside 0 to 65535: port=" + port);
            }
        }
        return sorted;
    }
}
