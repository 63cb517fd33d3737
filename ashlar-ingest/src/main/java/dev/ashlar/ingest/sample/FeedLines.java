// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import dev.ashlar.ingest.PcapWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/// Packets, and the one or two lines they are sent on. Line B runs behind line A, by microseconds mostly; a packet is
/// lost on one of the lines at most, so that together they have all.
///
/// | offset | bytes | packet                                                              |
/// |-------:|------:|---------------------------------------------------------------------|
/// |      0 |     4 | sequence number, from 1                                             |
/// |      4 |     8 | sending time: nanoseconds since 1970-01-01 UTC                      |
/// |     12 |       | frames: u16 length of the frame, itself included; one message       |
final class FeedLines implements AutoCloseable {
    /// Bytes that a message may have; there is always room for one.
    static final int LONGEST_MESSAGE = 700;
    private static final int PACKET_BYTES = 1_400;
    private static final int PACKET_HEADER = 12;
    private static final int FRAME_HEADER = 2;
    /// Of a record in the capture: pcap, Ethernet, IPv4, UDP.
    private static final int RECORD_BYTES = 16 + 14 + 20 + 8;
    private static final int FILE_HEADER = 24;
    /// Packets that line B may be behind.
    private static final int LAG = 16;
    private static final int LAG_BITS = 17;
    private static final long SENDING_NS = 800;
    private static final long TRAVEL_NS = 2_500;
    private static final int LOSSES_OF = 1_000_000;
    private static final int SOURCE = PcapWriter.address(192, 0, 2, 1);
    private static final int SOURCE_PORT = 30_001;
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final PcapWriter capture;
    private final boolean second;
    private final int lostPerMillion;
    private final Dice dice;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment packet = arena.allocate(PACKET_BYTES);
    private final MemorySegment waiting = arena.allocate((long) LAG * PACKET_BYTES);
    private final int[] waitingLength = new int[LAG];
    private final long[] dueNs = new long[LAG];
    private long waitingFrom;
    private long waitingTo;
    private int used = PACKET_HEADER;
    private int sequence;
    private long sentNs;
    private long capturedNs;
    private long lastDueNs;
    private long bytes = FILE_HEADER;
    private long onA;
    private long onB;

    FeedLines(PcapWriter capture, boolean second, int lostPerMillion, Dice dice) {
        this.capture = capture;
        this.second = second;
        this.lostPerMillion = lostPerMillion;
        this.dice = dice;
    }

    MemorySegment memory() {
        return packet;
    }

    /// Where the next message is to be written, after the packet has been sent if there is no room left in it.
    long room(long timeNs) throws IOException {
        if (used + FRAME_HEADER + LONGEST_MESSAGE > PACKET_BYTES) {
            send(timeNs);
        }
        return used + FRAME_HEADER;
    }

    /// The message written where [#room] said has this many bytes.
    void add(long length) {
        packet.set(SHORT, used, (short) (FRAME_HEADER + length));
        used += (int) (FRAME_HEADER + length);
    }

    /// Sequence number of the last packet that was sent.
    int sequence() {
        return sequence;
    }

    long bytes() {
        return bytes;
    }

    List<Long> packetsByLine() {
        return second ? List.of(onA, onB) : List.of(onA);
    }

    /// Sends what was added, if anything.
    void send(long timeNs) throws IOException {
        if (used == PACKET_HEADER) {
            return;
        }
        sentNs = Math.max(timeNs + SENDING_NS, sentNs + 1);
        packet.set(INT, 0, ++sequence);
        packet.set(LONG, 4, sentNs);
        long arrivalNs = Math.max(sentNs + TRAVEL_NS + dice.below(500), capturedNs + 1);
        int lost = dice.below(LOSSES_OF) < lostPerMillion ? 1 + dice.below(2) : 0;
        arrive(arrivalNs);
        capturedNs = arrivalNs;
        if (!second || lost != 1) {
            write(arrivalNs, SampleFeed.GROUP_A, SampleFeed.PORT_A, packet, 0, used);
            onA++;
        }
        if (second && lost != 2) {
            delay(arrivalNs);
        }
        used = PACKET_HEADER;
    }

    /// Sends what was added, and lets all arrive.
    void finish(long timeNs) throws IOException {
        send(timeNs);
        arrive(Long.MAX_VALUE);
    }

    private void delay(long nowNs) throws IOException {
        if (waitingTo - waitingFrom == LAG) {
            // Early, lest captures go back in time.
            writeFirst(nowNs);
        }
        int slot = (int) (waitingTo++ % LAG);
        lastDueNs = Math.max(lastDueNs + 1, nowNs + 300 + dice.skewed(LAG_BITS));
        dueNs[slot] = lastDueNs;
        waitingLength[slot] = used;
        MemorySegment.copy(packet, 0, waiting, (long) slot * PACKET_BYTES, used);
    }

    private void arrive(long untilNs) throws IOException {
        while (waitingFrom < waitingTo && dueNs[(int) (waitingFrom % LAG)] <= untilNs) {
            writeFirst(Long.MAX_VALUE);
        }
    }

    private void writeFirst(long latestNs) throws IOException {
        int slot = (int) (waitingFrom++ % LAG);
        write(Math.min(dueNs[slot], latestNs), SampleFeed.GROUP_B, SampleFeed.PORT_B, waiting,
                (long) slot * PACKET_BYTES, waitingLength[slot]);
        onB++;
    }

    private void write(long timeNs, int group, int port, MemorySegment memory, long offset, int length)
            throws IOException {
        capture.writeUdp(timeNs, SOURCE, SOURCE_PORT, group, port, memory, offset, length);
        bytes += RECORD_BYTES + length;
    }

    @Override
    public void close() {
        arena.close();
    }
}
