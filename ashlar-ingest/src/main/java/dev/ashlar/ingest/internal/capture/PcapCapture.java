// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Reads pcap (draft-ietf-opsawg-pcap), in both byte orders, with micro- or nanoseconds, and the variant with longer
/// record headers that some kernels of the nineties wrote.
///
/// | offset | bytes | file header                      |
/// |-------:|------:|----------------------------------|
/// |      0 |     4 | magic                            |
/// |      4 |    12 | version, unused                  |
/// |     16 |     4 | longest packet                   |
/// |     20 |     4 | link type in the low 16 bits     |
///
/// | offset | bytes | record header                    |
/// |-------:|------:|----------------------------------|
/// |      0 |     4 | seconds since 1970, unsigned     |
/// |      4 |     4 | micro- or nanoseconds            |
/// |      8 |     4 | bytes captured                   |
/// |     12 |     4 | bytes on the wire                |
/// |     16 |     8 | only in the variant: not used    |
final class PcapCapture extends Capture {
    private static final int MICROSECONDS = 0xA1B2C3D4;
    private static final int NANOSECONDS = 0xA1B23C4D;
    private static final int MODIFIED = 0xA1B2CD34;
    private static final int FILE_HEADER_LENGTH = 24;
    private static final int RECORD_HEADER_LENGTH = 16;
    private static final int MODIFIED_HEADER_LENGTH = 24;
    private static final long NS_PER_S = 1_000_000_000L;

    private boolean started;
    private boolean bigEndian;
    private int fractionNs;
    private int headerLength;

    PcapCapture(ByteSource source) {
        super(source);
    }

    static boolean isMagic(int magic) {
        int swapped = Integer.reverseBytes(magic);
        return magic == MICROSECONDS || magic == NANOSECONDS || magic == MODIFIED
                || swapped == MICROSECONDS || swapped == NANOSECONDS || swapped == MODIFIED;
    }

    @Override
    protected boolean readPacket() throws IOException {
        if (!started && !readFileHeader()) {
            return false;
        }
        int available = source.require(headerLength);
        if (available < headerLength) {
            if (available > 0) {
                truncated();
            }
            return false;
        }
        MemorySegment memory = source.memory();
        long offset = source.offset();
        int captured = ByteCopies.intAt(memory, offset + 8, bigEndian);
        if (captured < 0 || captured > MAX_RECORD_LENGTH) {
            throw damaged("packet too long: captured=" + Integer.toUnsignedString(captured)
                    + ", max=" + MAX_RECORD_LENGTH);
        }
        timeNs = Integer.toUnsignedLong(ByteCopies.intAt(memory, offset, bigEndian)) * NS_PER_S
                + Integer.toUnsignedLong(ByteCopies.intAt(memory, offset + 4, bigEndian)) * fractionNs;
        wireLength = Integer.toUnsignedLong(ByteCopies.intAt(memory, offset + 12, bigEndian));
        int length = source.require(headerLength + captured) - headerLength;
        if (length < captured) {
            truncated();
        }
        packet(headerLength, Math.min(length, captured), headerLength + captured);
        return true;
    }

    private boolean readFileHeader() throws IOException {
        if (source.require(FILE_HEADER_LENGTH) < FILE_HEADER_LENGTH) {
            truncated();
            return false;
        }
        started = true;
        int magic = ByteCopies.intAt(source.memory(), source.offset(), false);
        bigEndian = magic != MICROSECONDS && magic != NANOSECONDS && magic != MODIFIED;
        int kind = bigEndian ? Integer.reverseBytes(magic) : magic;
        fractionNs = kind == NANOSECONDS ? 1 : 1000;
        headerLength = kind == MODIFIED ? MODIFIED_HEADER_LENGTH : RECORD_HEADER_LENGTH;
        linkType = ByteCopies.intAt(source.memory(), source.offset() + 20L, bigEndian) & 0xFFFF;
        source.advance(FILE_HEADER_LENGTH);
        return true;
    }
}
