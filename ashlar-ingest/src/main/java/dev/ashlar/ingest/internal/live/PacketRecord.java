// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.live;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A received packet in a ring.
///
/// | offset | bytes | field                                                                 |
/// |-------:|------:|-----------------------------------------------------------------------|
/// |      0 |     8 | when it was received: nanoseconds since 1970-01-01 UTC                |
/// |      8 |     8 | first eight bytes of the sender's address, 0 with IPv4                |
/// |     16 |     8 | last eight bytes; with IPv4, all four                                 |
/// |     24 |     4 | port of the sender                                                    |
/// |     28 |     4 | 1 if the addresses are IPv6, else 0                                   |
/// |     32 |       | payload                                                               |
///
/// The type of a record is the index of its line, times 4, plus its kind.
final class PacketRecord {
    /// A datagram.
    static final int DATAGRAM = 0;
    /// A connection was opened.
    static final int OPENED = 1;
    /// Bytes of a connection.
    static final int BYTES = 2;
    /// A connection has ended.
    static final int ENDED = 3;

    static final int HEADER_BYTES = 32;
    /// Longest payload: what one receive can bring.
    static final int MAX_PAYLOAD = 1 << 16;

    private static final int KIND_BITS = 2;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    static int type(int line, int kind) {
        return line << KIND_BITS | kind;
    }

    static int line(int type) {
        return type >>> KIND_BITS;
    }

    static int kind(int type) {
        return type & (1 << KIND_BITS) - 1;
    }

    static void write(MemorySegment memory, long at, long timeNs, Sender sender) {
        memory.set(LONG, at, timeNs);
        memory.set(LONG, at + 8, sender.high);
        memory.set(LONG, at + 16, sender.low);
        memory.set(INT, at + 24, sender.port);
        memory.set(INT, at + 28, sender.ipv6 ? 1 : 0);
    }

    static long timeNs(MemorySegment memory, long at) {
        return memory.get(LONG, at);
    }

    static long high(MemorySegment memory, long at) {
        return memory.get(LONG, at + 8);
    }

    static long low(MemorySegment memory, long at) {
        return memory.get(LONG, at + 16);
    }

    static int port(MemorySegment memory, long at) {
        return memory.get(INT, at + 24);
    }
}
