// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.transport;

import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.internal.capture.ByteCopies;
import java.lang.foreign.MemorySegment;

/// Finds the IP header of a packet, by its link type (registry of LINKTYPE values, tcpdump.org/linktypes.html).
///
/// | link type     | protocol at | IP header at | then                                        |
/// |---------------|------------:|-------------:|---------------------------------------------|
/// | 0 null        | 0, u32      | 4            | address family in the order of the capturer |
/// | 1 Ethernet    | 12          | 14           | 4 more for each VLAN tag                    |
/// | 101, 228, 229 | –           | 0            |                                             |
/// | 12, 14 raw    | –           | 0            | as some systems number raw IP               |
/// | 108 loop      | 0, u32      | 4            | address family                              |
/// | 113 SLL       | 14          | 16           | 4 more for each VLAN tag                    |
/// | 276 SLL2      | 0           | 20           | 4 more for each VLAN tag                    |
final class LinkLayer {
    private static final int NULL = 0;
    private static final int ETHERNET = 1;
    private static final int RAW_BSD = 12;
    private static final int RAW_OPENBSD = 14;
    private static final int RAW = 101;
    private static final int LOOP = 108;
    private static final int SLL = 113;
    private static final int IPV4 = 228;
    private static final int IPV6 = 229;
    private static final int SLL2 = 276;

    private static final int ETHERTYPE_IPV4 = 0x0800;
    private static final int ETHERTYPE_IPV6 = 0x86DD;
    private static final int ETHERTYPE_VLAN = 0x8100;
    private static final int ETHERTYPE_SERVICE_VLAN = 0x88A8;
    private static final int ETHERTYPE_OLD_SERVICE_VLAN = 0x9100;
    private static final int MAX_TAGS = 8;
    private static final int FAMILY_LENGTH = 4;

    /// Bytes in front of the IP header, or a negative [PacketParser#refused].
    static int headerLength(MemorySegment memory, long offset, int length, int linkType) {
        return switch (linkType) {
            case ETHERNET -> behindTags(memory, offset, length, 12, 14);
            case RAW, IPV4, IPV6, RAW_BSD, RAW_OPENBSD -> 0;
            case SLL -> behindTags(memory, offset, length, 14, 16);
            case SLL2 -> behindTags(memory, offset, length, 0, 20);
            case NULL, LOOP -> behindFamily(memory, offset, length);
            default -> PacketParser.refused(SkipReason.UNKNOWN_LINK);
        };
    }

    private static int behindTags(MemorySegment memory, long offset, int length, int typeAt, int headerLength) {
        if (length < headerLength) {
            return PacketParser.refused(SkipReason.BAD_HEADER);
        }
        int type = ByteCopies.netShort(memory, offset + typeAt);
        int end = headerLength;
        for (int tags = 0; tags <= MAX_TAGS; tags++) {
            if (type == ETHERTYPE_IPV4 || type == ETHERTYPE_IPV6) {
                return end;
            }
            if (type != ETHERTYPE_VLAN && type != ETHERTYPE_SERVICE_VLAN && type != ETHERTYPE_OLD_SERVICE_VLAN) {
                return PacketParser.refused(SkipReason.NOT_IP);
            }
            if (length < end + 4) {
                return PacketParser.refused(SkipReason.BAD_HEADER);
            }
            type = ByteCopies.netShort(memory, offset + end + 2);
            end += 4;
        }
        return PacketParser.refused(SkipReason.BAD_HEADER);
    }

    private static int behindFamily(MemorySegment memory, long offset, int length) {
        if (length < FAMILY_LENGTH) {
            return PacketParser.refused(SkipReason.BAD_HEADER);
        }
        int family = ByteCopies.netInt(memory, offset);
        return switch (Integer.compareUnsigned(family, 0xFFFF) > 0 ? Integer.reverseBytes(family) : family) {
            // AF_INET everywhere; AF_INET6 of Linux, Windows, the BSDs and macOS
            case 2, 10, 23, 24, 28, 30 -> FAMILY_LENGTH;
            default -> PacketParser.refused(SkipReason.NOT_IP);
        };
    }
}
