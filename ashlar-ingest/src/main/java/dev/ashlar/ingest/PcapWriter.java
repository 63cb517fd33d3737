// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.ashlar.sbe.internal.files.Replacement;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/// Writes a pcap capture with nanosecond times: Ethernet, and on it IPv4 and UDP with correct checksums.
///
/// **Threading**: one thread at a time. **Ownership**: owns the channel; [#close()] writes what is buffered and closes
/// it. Nothing is allocated per packet.
///
/// **Failure**: after an [IOException] nothing more is written, since part of a packet may have been. A capture in a
/// file is then discarded, and an earlier file of that name is kept.
///
/// Sources: draft-ietf-opsawg-pcap, RFC 791, RFC 768, RFC 1112 (Ethernet addresses of groups).
public final class PcapWriter implements AutoCloseable {
    /// Longest payload of a UDP packet over IPv4.
    public static final int MAX_UDP_LENGTH = 65_535 - 28;

    private static final ValueLayout.OfInt INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt NET_INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfShort NET_SHORT = JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int BUFFER_LENGTH = 1 << 19;
    private static final int MAGIC_NANOSECONDS = 0xA1B23C4D;
    private static final int VERSION = 2 | 4 << 16;
    private static final int SNAP_LENGTH = 1 << 18;
    private static final int FILE_HEADER_LENGTH = 24;
    private static final int RECORD_HEADER_LENGTH = 16;
    private static final int LINKTYPE_ETHERNET = 1;
    private static final int ETHERNET_LENGTH = 14;
    private static final int IPV4_LENGTH = 20;
    private static final int UDP_LENGTH = 8;
    private static final int UDP_PROTOCOL = 17;
    private static final int TIME_TO_LIVE = 64;
    private static final int DO_NOT_FRAGMENT = 0x4000;
    private static final long NS_PER_S = 1_000_000_000L;

    private final WritableByteChannel channel;
    private final Optional<Replacement> file;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer = arena.allocate(BUFFER_LENGTH);
    private final ByteBuffer view = buffer.asByteBuffer();
    private int used;
    private int packets;
    private boolean failed;

    /// Writes a capture to `channel`, and takes ownership of it.
    public PcapWriter(WritableByteChannel channel) {
        this(channel, Optional.empty());
    }

    private PcapWriter(WritableByteChannel channel, Optional<Replacement> file) {
        this.channel = channel;
        this.file = file;
        buffer.set(INT, 0, MAGIC_NANOSECONDS);
        buffer.set(INT, 4, VERSION);
        buffer.set(INT, 16, SNAP_LENGTH);
        buffer.set(INT, 20, LINKTYPE_ETHERNET);
        used = FILE_HEADER_LENGTH;
    }

    /// Writes a capture to a file, which is created or replaced when the writer is closed. Until then the capture has a
    /// temporary name.
    public static PcapWriter create(Path path) throws IOException {
        Replacement file = Replacement.of(path);
        return new PcapWriter(file.open(), Optional.of(file));
    }

    /// Packs the four numbers of an IPv4 address, such as 224, 0, 31, 1, for [#writeUdp].
    public static int address(int first, int second, int third, int fourth) {
        if (((first | second | third | fourth) & ~0xFF) != 0) {
            throw new IllegalArgumentException("not an IPv4 address: " + first + "." + second + "." + third + "." + fourth);
        }
        return first << 24 | second << 16 | third << 8 | fourth;
    }

    /// Writes a whole Ethernet frame.
    ///
    /// @param timeNs nanoseconds since 1970-01-01 UTC, before 2106-02-07
    /// @param length bytes, at most 256 KiB
    /// @throws IllegalArgumentException  if time or length are out of bounds
    /// @throws IndexOutOfBoundsException if the frame lies outside the memory
    public void writeFrame(long timeNs, MemorySegment memory, long offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, memory.byteSize());
        long at = beginRecord(timeNs, length);
        MemorySegment.copy(memory, offset, buffer, at, length);
    }

    /// Writes a UDP packet over IPv4; the Ethernet addresses are derived from the IP addresses.
    ///
    /// @param timeNs        nanoseconds since 1970-01-01 UTC, before 2106-02-07
    /// @param sourceAddress see [#address(int, int, int, int)]
    /// @param length        bytes of payload, at most [#MAX_UDP_LENGTH]
    /// @throws IllegalArgumentException  if time, ports or length are out of bounds
    /// @throws IndexOutOfBoundsException if the payload lies outside the memory
    public void writeUdp(long timeNs, int sourceAddress, int sourcePort, int destinationAddress, int destinationPort,
            MemorySegment payload, long offset, int length) throws IOException {
        if (length < 0 || length > MAX_UDP_LENGTH) {
            throw new IllegalArgumentException("payload length: length=" + length + ", max=" + MAX_UDP_LENGTH);
        }
        if ((sourcePort & ~0xFFFF) != 0 || (destinationPort & ~0xFFFF) != 0) {
            throw new IllegalArgumentException("port outside 0 to 65535: sourcePort=" + sourcePort
                    + ", destinationPort=" + destinationPort);
        }
        Objects.checkFromIndexSize(offset, length, payload.byteSize());
        long ethernet = beginRecord(timeNs, ETHERNET_LENGTH + IPV4_LENGTH + UDP_LENGTH + length);
        long ip = ethernet + ETHERNET_LENGTH;
        long udp = ip + IPV4_LENGTH;
        MemorySegment.copy(payload, offset, buffer, udp + UDP_LENGTH, length);
        writeEthernet(ethernet, sourceAddress, destinationAddress);
        writeIp(ip, sourceAddress, destinationAddress, UDP_LENGTH + length);
        short16(udp, sourcePort);
        short16(udp + 2, destinationPort);
        short16(udp + 4, UDP_LENGTH + length);
        short16(udp + 6, 0);
        long pseudoHeader = addressSum(sourceAddress) + addressSum(destinationAddress) + UDP_PROTOCOL
                + UDP_LENGTH + length;
        int checksum = checksum(udp, UDP_LENGTH + length, pseudoHeader);
        short16(udp + 6, checksum == 0 ? 0xFFFF : checksum);
    }

    private long beginRecord(long timeNs, int length) throws IOException {
        if (timeNs < 0 || timeNs / NS_PER_S > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException("time outside 1970 to 2106: timeNs=" + timeNs);
        }
        if (length > SNAP_LENGTH) {
            throw new IllegalArgumentException("packet length: length=" + length + ", max=" + SNAP_LENGTH);
        }
        if (used + RECORD_HEADER_LENGTH + length > BUFFER_LENGTH) {
            flush();
        }
        buffer.set(INT, used, (int) (timeNs / NS_PER_S));
        buffer.set(INT, used + 4L, (int) (timeNs % NS_PER_S));
        buffer.set(INT, used + 8L, length);
        buffer.set(INT, used + 12L, length);
        long packet = used + RECORD_HEADER_LENGTH;
        used += RECORD_HEADER_LENGTH + length;
        packets++;
        return packet;
    }

    private void writeEthernet(long at, int sourceAddress, int destinationAddress) {
        boolean group = destinationAddress >>> 28 == 0xE;
        // The standard maps groups to 01:00:5e and 23 bits; 02:00 begins an address made up locally.
        short16(at, group ? 0x0100 : 0x0200);
        buffer.set(NET_INT, at + 2, group ? 0x5E00_0000 | destinationAddress & 0x7F_FFFF : destinationAddress);
        short16(at + 6, 0x0200);
        buffer.set(NET_INT, at + 8, sourceAddress);
        short16(at + 12, 0x0800);
    }

    private void writeIp(long at, int sourceAddress, int destinationAddress, int bodyLength) {
        short16(at, 0x4500);
        short16(at + 2, IPV4_LENGTH + bodyLength);
        short16(at + 4, packets);
        short16(at + 6, DO_NOT_FRAGMENT);
        short16(at + 8, TIME_TO_LIVE << 8 | UDP_PROTOCOL);
        short16(at + 10, 0);
        buffer.set(NET_INT, at + 12, sourceAddress);
        buffer.set(NET_INT, at + 16, destinationAddress);
        short16(at + 10, checksum(at, IPV4_LENGTH, 0));
    }

    private void short16(long at, int value) {
        buffer.set(NET_SHORT, at, (short) value);
    }

    private static long addressSum(int address) {
        return (address >>> 16) + (address & 0xFFFFL);
    }

    /// The Internet checksum (RFC 1071) of bytes in the buffer, begun with `sum`.
    private int checksum(long at, int length, long sum) {
        long total = sum;
        for (long i = 0; i + 1 < length; i += 2) {
            total += Short.toUnsignedLong(buffer.get(NET_SHORT, at + i));
        }
        if ((length & 1) != 0) {
            total += Byte.toUnsignedLong(buffer.get(JAVA_BYTE, at + length - 1)) << 8;
        }
        while (total >>> 16 != 0) {
            total = (total & 0xFFFF) + (total >>> 16);
        }
        return (int) ~total & 0xFFFF;
    }

    /// Writes what is buffered to the channel.
    ///
    /// @throws IOException if this write or an earlier one fails
    public void flush() throws IOException {
        if (failed) {
            throw new IOException("capture not written: an earlier write failed");
        }
        // Unless all of it is written: part of it must not be written twice.
        failed = true;
        view.limit(used).position(0);
        while (view.hasRemaining()) {
            channel.write(view);
        }
        used = 0;
        failed = false;
    }

    /// Writes what is buffered, unless a write failed before, and closes the channel. A file gets its final name now.
    @Override
    public void close() throws IOException {
        if (!arena.scope().isAlive()) {
            return;
        }
        try {
            try (channel) {
                if (!failed) {
                    flush();
                }
            }
            if (!failed && file.isPresent()) {
                file.get().commit();
            }
        } finally {
            arena.close();
            if (file.isPresent()) {
                file.get().close();
            }
        }
    }
}
