// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.SmallDisk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcapWriterTest {
    private static final int SOURCE = PcapWriter.address(10, 1, 2, 3);
    private static final int GROUP = PcapWriter.address(224, 0, 31, 1);

    @TempDir
    Path folder;

    @Test
    void shouldReadBackWhatWasWritten() throws IOException {
        Path file = folder.resolve("a.pcap");
        byte[] payload = Packets.frames("x", "yz");
        byte[] large = Packets.frames("l".repeat(60_000));
        try (PcapWriter writer = PcapWriter.create(file)) {
            writer.writeUdp(1_700_000_000_123_456_789L, SOURCE, 5, GROUP, 14_340, MemorySegment.ofArray(payload), 0,
                    payload.length);
            for (int i = 0; i < 20; i++) {
                writer.writeUdp(i, SOURCE, 5, SOURCE, 6, MemorySegment.ofArray(large), 0, large.length);
            }
            byte[] frame = Packets.udpFrame(9, Packets.frames("frame"));
            writer.writeFrame(8, MemorySegment.ofArray(frame), 0, frame.length);
        }
        Collected all = Collected.of(file, SourceOptions.of(Framing.parse("length=u16be")));

        assertEquals(23, all.entries.size());
        Collected.Entry second = all.entries.get(1);
        assertEquals("yz", second.text());
        assertEquals(1_700_000_000_123_456_789L, second.timeNs());
        assertEquals("10.1.2.3:5", second.source());
        assertEquals("224.0.31.1:14340", second.destination());
        assertEquals("frame", all.entries.getLast().text());
        assertEquals(Files.size(file), all.report.bytes());
    }

    @Test
    void shouldWriteRightChecksums() throws IOException {
        for (int length = 0; length < 70; length++) {
            Path file = folder.resolve("b.pcap");
            byte[] payload = new byte[length];
            new java.util.SplittableRandom(length).nextBytes(payload);
            try (PcapWriter writer = PcapWriter.create(file)) {
                writer.writeUdp(1, SOURCE, 5, GROUP, 14_340, MemorySegment.ofArray(payload), 0, length);
            }
            byte[] bytes = Files.readAllBytes(file);
            assertEquals(0xFFFF, sum(bytes, 54, 20, 0));
            int addresses = 0;
            for (int at = 54 + 12; at < 54 + 20; at += 2) {
                addresses += (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
            }
            assertEquals(0xFFFF, sum(bytes, 74, 8 + length, addresses + 17 + 8 + length));
        }
    }

    /// One's complement sum, one byte at a time.
    private static int sum(byte[] bytes, int at, int length, int start) {
        int sum = start;
        for (int i = 0; i < length; i++) {
            sum += (bytes[at + i] & 0xFF) << ((i & 1) == 0 ? 8 : 0);
        }
        while (sum > 0xFFFF) {
            sum = (sum & 0xFFFF) + (sum >>> 16);
        }
        return sum;
    }

    @Test
    void shouldRefuseWhatDoesNotFit() throws IOException {
        MemorySegment payload = MemorySegment.ofArray(new byte[1 << 19]);
        try (PcapWriter writer = PcapWriter.create(folder.resolve("c.pcap"))) {
            assertThrows(IllegalArgumentException.class,
                    () -> writer.writeUdp(-1, SOURCE, 5, GROUP, 6, payload, 0, 1));
            assertThrows(IllegalArgumentException.class,
                    () -> writer.writeUdp(1, SOURCE, -1, GROUP, 6, payload, 0, 1));
            assertThrows(IllegalArgumentException.class,
                    () -> writer.writeUdp(1, SOURCE, 5, GROUP, 6, payload, 0, PcapWriter.MAX_UDP_LENGTH + 1));
            assertThrows(IllegalArgumentException.class, () -> writer.writeFrame(1, payload, 0, 1 << 19));
            assertThrows(IndexOutOfBoundsException.class,
                    () -> writer.writeUdp(1, SOURCE, 5, GROUP, 6, payload, (1 << 19) - 1, 2));
            assertThrows(IllegalArgumentException.class, () -> PcapWriter.address(256, 0, 0, 0));
        }
        try (CaptureReader reader = CaptureReader.open(folder.resolve("c.pcap"))) {
            assertEquals(false, reader.next());
            assertEquals(-1, reader.truncatedAt());
        }
    }

    /// It wrote the buffer again when closed, behind the part that had been written.
    @Test
    void shouldWriteNothingTwiceWhenTheNthWriteFails() throws IOException {
        byte[] payload = Packets.frames("x".repeat(60_000));
        byte[] whole = written(new FailingChannel(Integer.MAX_VALUE), payload).toByteArray();
        boolean failed = true;
        for (int n = 1; failed; n++) {
            FailingChannel channel = new FailingChannel(n);
            byte[] bytes = written(channel, payload).toByteArray();
            failed = channel.failed;
            assertArrayEquals(failed ? Arrays.copyOf(whole, bytes.length) : whole, bytes);
        }
    }

    private static ByteArrayOutputStream written(FailingChannel channel, byte[] payload) throws IOException {
        try (PcapWriter writer = new PcapWriter(channel)) {
            for (int i = 0; i < 20; i++) {
                writer.writeUdp(i, SOURCE, 5, GROUP, 6, MemorySegment.ofArray(payload), 0, payload.length);
            }
        } catch (IOException e) {
            assertEquals("the disk is full", e.getMessage());
        }
        assertFalse(channel.isOpen());
        return channel.bytes;
    }

    /// Takes a few bytes at a time and fails at the n-th.
    private static final class FailingChannel implements WritableByteChannel {
        private static final int STEP = 100_000;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int left;
        private boolean open = true;
        private boolean failed;

        FailingChannel(int n) {
            left = n;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            if (--left == 0) {
                failed = true;
                throw new IOException("the disk is full");
            }
            byte[] step = new byte[Math.min(STEP, source.remaining())];
            source.get(step);
            bytes.writeBytes(step);
            return step.length;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }

    @Test
    void shouldLeaveTheOldFileAndNoOtherWhenTheDiskIsFull() throws Exception {
        byte[] payload = Packets.frames("x".repeat(9_000));
        int pages = 3;
        try (SmallDisk disk = SmallDisk.mount(folder, 3 * pages)) {
            Path file = Files.writeString(folder.resolve("a.pcap"), "old");
            for (int left = 0; left < pages; left++) {
                disk.leave(left);
                assertThrows(IOException.class, () -> write(file, payload));
                assertEquals(Map.of("a.pcap", "old"), disk.files());
            }
            disk.leave(pages);
            write(file, payload);
            assertEquals(1, Collected.of(file, SourceOptions.of(Framing.parse("length=u16be"))).entries.size());
        }
    }

    private static void write(Path file, byte[] payload) throws IOException {
        try (PcapWriter writer = PcapWriter.create(file)) {
            writer.writeUdp(1, SOURCE, 5, GROUP, 6, MemorySegment.ofArray(payload), 0, payload.length);
        }
    }
}
