// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.Allocation;
import dev.ashlar.testkit.Packets;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Packets and messages cost no garbage: datagrams, segments in order, and segments that wait for each other.
class IngestAllocationTest {
    private static final int PACKETS = 300_000;

    @TempDir
    Path folder;

    private static long least(Path file, String framing, int polls) throws IOException {
        long[] sum = {0};
        MessageHandler handler = (context, memory, offset, length) -> sum[0] += length + context.timeNs();
        try (MessageSource source = MessageSource.open(file, SourceOptions.of(Framing.parse(framing)))) {
            long least = Allocation.leastBytes(polls, () -> assertTrue(source.poll(handler)));
            assertTrue(source.report().messages() > 0 && source.report().isComplete());
            return least;
        }
    }

    /// A capture of many datagrams, each with three messages.
    static Path datagrams(Path file) throws IOException {
        byte[] payload = Packets.frames("one", "two", "three");
        try (PcapWriter writer = PcapWriter.create(file)) {
            for (int i = 0; i < PACKETS; i++) {
                writer.writeUdp(i, 1, 2, 3, 4, MemorySegment.ofArray(payload), 0, payload.length);
            }
        }
        return file;
    }

    @Test
    void shouldReadDatagramsWithoutGarbage() throws IOException {
        assertEquals(0, least(datagrams(folder.resolve("udp.pcap")), "length=u16be", 10_000));
    }

    @Test
    void shouldReadStreamsWithoutGarbage() throws IOException {
        Path file = folder.resolve("tcp.pcap");
        // Four segments make two frames; the middle two come in the wrong order.
        byte[] two = Packets.frames("a message", "another message");
        int[][] parts = {{0, 3}, {15, 22}, {3, 15}, {22, two.length}};
        try (PcapWriter writer = PcapWriter.create(file)) {
            int at = 0;
            for (int i = 0; i < PACKETS; i += 4) {
                for (int[] part : parts) {
                    byte[] frame = Packets.tcpFrame(1, 2, at + part[0], Packets.ACK,
                            Arrays.copyOfRange(two, part[0], part[1]));
                    writer.writeFrame(i, MemorySegment.ofArray(frame), 0, frame.length);
                }
                at += two.length;
            }
        }
        assertEquals(0, least(file, "length=u16be", 10_000));
    }

    /// Two captures, one of each line: the first lacks a packet in ten, so that packets wait for the second line.
    @Test
    void shouldMergeAndArbitrateWithoutGarbage() throws IOException {
        List<Path> files = List.of(folder.resolve("a.pcap"), folder.resolve("b.pcap"));
        for (int line = 0; line < 2; line++) {
            try (PcapWriter writer = PcapWriter.create(files.get(line))) {
                for (int i = 0; i < PACKETS; i++) {
                    byte[] payload = TwoLines.payload(i, 1 + i, "a message");
                    if (line == 1 || i % 10 != 0) {
                        writer.writeUdp(1_000L * i + 2_500 * line, 1, 2, TwoLines.group(line), TwoLines.port(line),
                                MemorySegment.ofArray(payload), 0, payload.length);
                    }
                }
            }
        }
        long[] sum = {0};
        MessageHandler handler = (context, memory, offset, length) -> sum[0] += length + context.timeNs();
        SourceOptions options = TwoLines.options(TwoLines.FRAMING, Arbitration.PAIRS);
        try (MessageSource source = MessageSource.merge(files, options)) {
            assertEquals(0, Allocation.leastBytes(10_000, () -> assertTrue(source.poll(handler))));
            assertTrue(source.report().isComplete(), source.report()::toString);
            assertTrue(source.report().channels().getFirst().lines().getLast().first() > 100);
        }
    }

    @Test
    void shouldReadRawFileWithoutGarbage() throws IOException {
        Path file = folder.resolve("messages.bin");
        byte[] one = Packets.frames("one", "two", "three");
        byte[] many = new byte[one.length * 2_000_000];
        for (int at = 0; at < many.length; at += one.length) {
            System.arraycopy(one, 0, many, at, one.length);
        }
        Files.write(file, many);
        assertEquals(0, least(file, "length=u16be", 20));
    }

    @Test
    void shouldWriteWithoutGarbage() throws IOException {
        MemorySegment payload = MemorySegment.ofArray(new byte[100]);
        try (PcapWriter writer = new PcapWriter(new Sink())) {
            assertEquals(0, Allocation.leastBytes(100_000, () -> writer.writeUdp(1, 2, 3, 4, 5, payload, 0, 100)));
        }
    }

    private static final class Sink implements WritableByteChannel {
        @Override
        public int write(ByteBuffer source) {
            int length = source.remaining();
            source.position(source.limit());
            return length;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
        }
    }
}
