// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.transport;

import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.internal.capture.ByteCopies;
import dev.ashlar.ingest.internal.framing.Addresses;
import java.lang.foreign.MemorySegment;

/// Reads the headers of a packet down to the payload of UDP or TCP (RFC 791, 8200, 768, 9293).
///
/// Checksums are not verified: captures of outgoing packets often lack them, because the network card fills them in.
public final class PacketParser {
    public static final int DATAGRAM = 0;
    public static final int SEGMENT = 1;
    /// A fragment: [#fragmentOffset] and the like are set, ports are not.
    public static final int PIECE = 2;

    static final int FIN = 1;
    static final int SYN = 2;
    static final int RST = 4;
    static final int ACK = 16;

    private static final SkipReason[] REASONS = SkipReason.values();
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int AUTHENTICATION = 51;
    private static final int DESTINATION_OPTIONS = 60;
    private static final int MOBILITY = 135;
    private static final int HOST_IDENTITY = 139;
    private static final int SHIM6 = 140;
    private static final int MAX_EXTENSIONS = 16;
    private static final int IPV4_LENGTH = 20;
    private static final int IPV6_LENGTH = 40;
    private static final int UDP_LENGTH = 8;
    private static final int TCP_LENGTH = 20;

    public final Addresses addresses = new Addresses();

    int protocol;
    int fragmentId;
    int fragmentOffset;
    boolean moreFragments;

    int sequence;
    int acknowledgement;
    int flags;

    /// Where the payload begins, how long it is in the capture, and how much of it the capture lacks.
    public long payloadOffset;
    public int payloadLength;
    public int missingLength;

    /// Makes this a segment of a connection of this process, whose bytes come in order.
    ///
    /// @param opens  whether the connection begins with it
    /// @param closes whether it ends with it
    public void setSegment(int streamSequence, boolean opens, boolean closes, long offset, int length) {
        sequence = streamSequence;
        acknowledgement = 0;
        flags = (opens ? SYN : 0) | (closes ? FIN : 0);
        payloadOffset = offset;
        payloadLength = length;
        missingLength = 0;
    }

    /// The negative result for a packet that is not read.
    static int refused(SkipReason reason) {
        return -1 - reason.ordinal();
    }

    public static SkipReason reason(int result) {
        return REASONS[-1 - result];
    }

    /// @return [#DATAGRAM], [#SEGMENT], [#PIECE], or a negative [#refused]
    public int parse(MemorySegment memory, long offset, int length, int linkType) {
        int linkLength = LinkLayer.headerLength(memory, offset, length, linkType);
        if (linkLength < 0) {
            return linkLength;
        }
        long at = offset + linkLength;
        int rest = length - linkLength;
        if (rest < 1) {
            return refused(SkipReason.BAD_HEADER);
        }
        return switch (ByteCopies.netByte(memory, at) >>> 4) {
            case 4 -> parseIpv4(memory, at, rest);
            case 6 -> parseIpv6(memory, at, rest);
            default -> refused(SkipReason.BAD_HEADER);
        };
    }

    private int parseIpv4(MemorySegment memory, long at, int length) {
        if (length < IPV4_LENGTH) {
            return refused(SkipReason.BAD_HEADER);
        }
        int headerLength = (ByteCopies.netByte(memory, at) & 15) * 4;
        int totalLength = ByteCopies.netShort(memory, at + 2);
        if (totalLength == 0) {
            // Segmentation offload: the capture was taken before the card filled the length in.
            totalLength = length;
        }
        if (headerLength < IPV4_LENGTH || headerLength > totalLength || headerLength > length) {
            return refused(SkipReason.BAD_HEADER);
        }
        addresses.ipv6 = false;
        addresses.sourceHigh = 0;
        addresses.destinationHigh = 0;
        addresses.sourceLow = Integer.toUnsignedLong(ByteCopies.netInt(memory, at + 12));
        addresses.destinationLow = Integer.toUnsignedLong(ByteCopies.netInt(memory, at + 16));
        protocol = ByteCopies.netByte(memory, at + 9);
        int fragment = ByteCopies.netShort(memory, at + 6);
        fragmentId = ByteCopies.netShort(memory, at + 4);
        fragmentOffset = (fragment & 0x1FFF) * 8;
        moreFragments = (fragment & 0x2000) != 0;
        return parseBody(memory, at + headerLength, length - headerLength, totalLength - headerLength);
    }

    private int parseIpv6(MemorySegment memory, long at, int length) {
        if (length < IPV6_LENGTH) {
            return refused(SkipReason.BAD_HEADER);
        }
        int bodyLength = ByteCopies.netShort(memory, at + 4);
        if (bodyLength == 0) {
            bodyLength = length - IPV6_LENGTH;
        }
        addresses.ipv6 = true;
        addresses.sourceHigh = ByteCopies.netLong(memory, at + 8);
        addresses.sourceLow = ByteCopies.netLong(memory, at + 16);
        addresses.destinationHigh = ByteCopies.netLong(memory, at + 24);
        addresses.destinationLow = ByteCopies.netLong(memory, at + 32);
        fragmentOffset = 0;
        moreFragments = false;
        protocol = ByteCopies.netByte(memory, at + 6);
        int end = IPV6_LENGTH;
        for (int extensions = 0; extensions <= MAX_EXTENSIONS && fragmentOffset == 0; extensions++) {
            int next = end;
            switch (protocol) {
                case HOP_BY_HOP, ROUTING, DESTINATION_OPTIONS, MOBILITY, HOST_IDENTITY, SHIM6, AUTHENTICATION -> {
                    if (length < end + 8) {
                        return refused(SkipReason.BAD_HEADER);
                    }
                    int units = ByteCopies.netByte(memory, at + end + 1);
                    next = end + (protocol == AUTHENTICATION ? (units + 2) * 4 : (units + 1) * 8);
                }
                case FRAGMENT -> {
                    if (length < end + 8) {
                        return refused(SkipReason.BAD_HEADER);
                    }
                    int fragment = ByteCopies.netShort(memory, at + end + 2);
                    fragmentOffset = fragment & 0xFFF8;
                    moreFragments = (fragment & 1) != 0;
                    fragmentId = ByteCopies.netInt(memory, at + end + 4);
                    next = end + 8;
                }
                default -> {
                }
            }
            if (next == end) {
                break;
            }
            protocol = ByteCopies.netByte(memory, at + end);
            end = next;
            if (moreFragments) {
                break;
            }
        }
        int headers = end - IPV6_LENGTH;
        if (end > length || headers > bodyLength) {
            return refused(SkipReason.BAD_HEADER);
        }
        return parseBody(memory, at + end, length - end, bodyLength - headers);
    }

    /// @param captured  bytes of the capture from `at` on, perhaps with link padding behind the packet
    /// @param declared  bytes that the IP header speaks of
    private int parseBody(MemorySegment memory, long at, int captured, int declared) {
        int length = Math.min(captured, declared);
        payloadOffset = at;
        payloadLength = length;
        missingLength = declared - length;
        if (moreFragments || fragmentOffset > 0) {
            return PIECE;
        }
        return parseTransport(memory);
    }

    /// Goes on at the payload of IP, which the caller may have put together from fragments.
    public int parseTransport(MemorySegment memory) {
        return switch (protocol) {
            case UDP -> parseUdp(memory, payloadOffset, payloadLength, payloadLength + missingLength);
            case TCP -> parseTcp(memory, payloadOffset, payloadLength);
            default -> refused(SkipReason.OTHER_PROTOCOL);
        };
    }

    private int parseUdp(MemorySegment memory, long at, int length, int declaredByIp) {
        if (length < UDP_LENGTH) {
            return refused(missingLength > 0 ? SkipReason.CUT_PACKET : SkipReason.BAD_HEADER);
        }
        int declared = ByteCopies.netShort(memory, at + 4);
        if (declared == 0) {
            declared = declaredByIp;
        }
        if (declared < UDP_LENGTH || declared > declaredByIp) {
            return refused(SkipReason.BAD_HEADER);
        }
        readPorts(memory, at);
        payloadOffset = at + UDP_LENGTH;
        payloadLength = Math.min(length, declared) - UDP_LENGTH;
        missingLength = declared - UDP_LENGTH - payloadLength;
        return DATAGRAM;
    }

    private int parseTcp(MemorySegment memory, long at, int length) {
        if (length < TCP_LENGTH) {
            return refused(missingLength > 0 ? SkipReason.CUT_PACKET : SkipReason.BAD_HEADER);
        }
        int headerLength = (ByteCopies.netByte(memory, at + 12) >>> 4) * 4;
        if (headerLength < TCP_LENGTH || headerLength > length + missingLength) {
            return refused(SkipReason.BAD_HEADER);
        }
        if (headerLength > length) {
            return refused(SkipReason.CUT_PACKET);
        }
        readPorts(memory, at);
        sequence = ByteCopies.netInt(memory, at + 4);
        acknowledgement = ByteCopies.netInt(memory, at + 8);
        flags = ByteCopies.netByte(memory, at + 13);
        payloadOffset = at + headerLength;
        payloadLength = length - headerLength;
        return SEGMENT;
    }

    private void readPorts(MemorySegment memory, long at) {
        addresses.sourcePort = ByteCopies.netShort(memory, at);
        addresses.destinationPort = ByteCopies.netShort(memory, at + 2);
    }
}
