// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

import dev.ashlar.ingest.MessageContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads pcapng (draft-ietf-opsawg-pcapng): a run of blocks, each with its length in front and behind.
///
/// | offset | bytes | every block                                                 |
/// |-------:|------:|-------------------------------------------------------------|
/// |      0 |     4 | type                                                        |
/// |      4 |     4 | length of the block, a multiple of 4                        |
/// |      8 |   any | section header: u32 byte order, u16 major, u16 minor, u64;  |
/// |        |       | interface: u16 link type, u16, u32 longest packet, options; |
/// |        |       | enhanced packet: u32 interface, u32 time high, u32 time low,|
/// |        |       | u32 captured, u32 on the wire, bytes;                       |
/// |        |       | packet, obsolete: the same but u16 interface, u16 drops;    |
/// |        |       | simple packet: u32 on the wire, bytes                       |
/// |   last |     4 | length again                                                |
final class PcapngCapture extends Capture {
    static final int SECTION_HEADER = 0x0A0D0D0A;
    private static final int INTERFACE = 1;
    private static final int OBSOLETE_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;
    private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
    private static final int MIN_BLOCK_LENGTH = 12;
    private static final int BLOCK_HEADER_LENGTH = 8;
    private static final int TRAILER_LENGTH = 4;
    private static final int PACKET_HEADER_LENGTH = BLOCK_HEADER_LENGTH + 20;
    private static final int SIMPLE_HEADER_LENGTH = BLOCK_HEADER_LENGTH + 4;
    private static final int INTERFACE_LENGTH = 20;
    private static final int SECTION_LENGTH = 28;
    private static final int OPTION_RESOLUTION = 9;
    private static final int OPTION_OFFSET = 14;
    private static final int MAX_INTERFACES = 1 << 16;

    private final List<Interface> interfaces = new ArrayList<>();
    private boolean bigEndian;

    /// An interface of the current section.
    private record Interface(int linkType, long snapLength, TimeScale scale) { }

    PcapngCapture(ByteSource source) {
        super(source);
    }

    @Override
    protected boolean readPacket() throws IOException {
        while (true) {
            int available = source.require(MIN_BLOCK_LENGTH);
            if (available < MIN_BLOCK_LENGTH) {
                if (available > 0) {
                    truncated();
                }
                return false;
            }
            int type = intAt(0);
            if (type == SECTION_HEADER) {
                readByteOrder();
            }
            long blockLength = Integer.toUnsignedLong(intAt(4));
            if (blockLength < MIN_BLOCK_LENGTH || (blockLength & 3) != 0) {
                throw damaged("block length impossible: length=" + blockLength + ", min=" + MIN_BLOCK_LENGTH
                        + ", multiple=4");
            }
            boolean packet = type == ENHANCED_PACKET || type == SIMPLE_PACKET || type == OBSOLETE_PACKET;
            if (packet || type == INTERFACE || type == SECTION_HEADER) {
                if (blockLength > MAX_RECORD_LENGTH) {
                    throw damaged("block too long: type=" + type + ", length=" + blockLength + ", max="
                            + MAX_RECORD_LENGTH);
                }
                boolean whole = source.require((int) blockLength) >= blockLength;
                if (whole) {
                    checkTrailer(intAt(blockLength - TRAILER_LENGTH), blockLength);
                } else {
                    truncated();
                }
                if (packet) {
                    return readPacketBlock(type, (int) blockLength);
                }
                if (!whole) {
                    return false;
                }
                if (type == INTERFACE) {
                    readInterface((int) blockLength);
                } else {
                    readSection((int) blockLength);
                }
                source.advance((int) blockLength);
            } else if (!passBlock(blockLength)) {
                return false;
            }
        }
    }

    private boolean passBlock(long blockLength) throws IOException {
        long rest = blockLength - TRAILER_LENGTH;
        if (source.skip(rest) < rest || source.require(TRAILER_LENGTH) < TRAILER_LENGTH) {
            truncated();
            return false;
        }
        checkTrailer(intAt(0), blockLength);
        source.advance(TRAILER_LENGTH);
        return true;
    }

    private void checkTrailer(int trailer, long blockLength) {
        if (Integer.toUnsignedLong(trailer) != blockLength) {
            throw damaged("block length differs at its end: length=" + blockLength + ", trailer="
                    + Integer.toUnsignedString(trailer));
        }
    }

    private void readByteOrder() {
        int magic = ByteCopies.intAt(source.memory(), source.offset() + 8L, false);
        bigEndian = magic != BYTE_ORDER_MAGIC;
        if (bigEndian && Integer.reverseBytes(magic) != BYTE_ORDER_MAGIC) {
            throw damaged("section without byte order: magic=" + String.format("%08x", magic));
        }
    }

    private void readSection(int blockLength) {
        if (blockLength < SECTION_LENGTH) {
            throw damaged("section header too short: length=" + blockLength + ", min=" + SECTION_LENGTH);
        }
        int major = shortAt(12);
        if (major != 1) {
            throw damaged("unknown pcapng version: major=" + major + ", known=1");
        }
        interfaces.clear();
    }

    private void readInterface(int blockLength) {
        if (blockLength < INTERFACE_LENGTH) {
            throw damaged("interface block too short: length=" + blockLength + ", min=" + INTERFACE_LENGTH);
        }
        if (interfaces.size() == MAX_INTERFACES) {
            throw damaged("too many interfaces in a section: max=" + MAX_INTERFACES);
        }
        int resolution = TimeScale.DEFAULT.resolution();
        long offsetSeconds = 0;
        int at = 16;
        int end = blockLength - TRAILER_LENGTH;
        while (at + 4 <= end) {
            int code = shortAt(at);
            int optionLength = shortAt(at + 2);
            if (code == 0 || at + 4 + optionLength > end) {
                break;
            }
            if (code == OPTION_RESOLUTION && optionLength >= 1) {
                resolution = ByteCopies.netByte(source.memory(), source.offset() + at + 4L);
            } else if (code == OPTION_OFFSET && optionLength >= 8) {
                long first = Integer.toUnsignedLong(intAt(at + 4L));
                long second = Integer.toUnsignedLong(intAt(at + 8L));
                offsetSeconds = bigEndian ? first << 32 | second : second << 32 | first;
            }
            at += 4 + (optionLength + 3 & ~3);
        }
        interfaces.add(new Interface(shortAt(8), Integer.toUnsignedLong(intAt(12)),
                new TimeScale(resolution, offsetSeconds)));
    }

    /// The block is in the buffer, or all of it that the input has.
    private boolean readPacketBlock(int type, int blockLength) {
        boolean simple = type == SIMPLE_PACKET;
        int headerLength = simple ? SIMPLE_HEADER_LENGTH : PACKET_HEADER_LENGTH;
        if (blockLength < headerLength + TRAILER_LENGTH) {
            throw damaged("packet block too short: length=" + blockLength + ", min="
                    + (headerLength + TRAILER_LENGTH));
        }
        if (source.available() < headerLength) {
            return false;
        }
        interfaceIndex = switch (type) {
            case SIMPLE_PACKET -> 0;
            case OBSOLETE_PACKET -> shortAt(8);
            default -> intAt(8);
        };
        if (interfaceIndex < 0 || interfaceIndex >= interfaces.size()) {
            throw damaged("packet of an interface that was not described: interface="
                    + Integer.toUnsignedString(interfaceIndex) + ", interfaces=" + interfaces.size());
        }
        Interface link = interfaces.get(interfaceIndex);
        linkType = link.linkType;
        int room = blockLength - headerLength - TRAILER_LENGTH;
        long captured;
        if (simple) {
            timeNs = MessageContext.NO_TIME;
            wireLength = Integer.toUnsignedLong(intAt(8));
            captured = Math.min(room, wireLength);
            if (link.snapLength != 0) {
                captured = Math.min(captured, link.snapLength);
            }
        } else {
            long high = Integer.toUnsignedLong(intAt(12));
            timeNs = link.scale.toNs(high << 32 | Integer.toUnsignedLong(intAt(16)));
            captured = Integer.toUnsignedLong(intAt(20));
            wireLength = Integer.toUnsignedLong(intAt(24));
        }
        if (captured > room) {
            throw damaged("packet longer than its block: captured=" + captured + ", room=" + room);
        }
        packet(headerLength, (int) Math.min(captured, source.available() - headerLength), blockLength);
        return true;
    }

    private int intAt(long offset) {
        return ByteCopies.intAt(source.memory(), source.offset() + offset, bigEndian);
    }

    private int shortAt(long offset) {
        return ByteCopies.shortAt(source.memory(), source.offset() + offset, bigEndian);
    }
}
