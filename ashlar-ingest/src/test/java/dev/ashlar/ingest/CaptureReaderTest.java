// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static dev.ashlar.testkit.Packets.bytes;
import static dev.ashlar.testkit.Packets.join;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.CaptureBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureReaderTest {
    @TempDir
    Path folder;

    /// Every packet as `link:time:text`.
    private static List<String> read(byte[] capture) throws IOException {
        List<String> packets = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(new ByteArrayInputStream(capture), "test")) {
            while (reader.next()) {
                assertEquals(packets.size(), reader.index());
                byte[] packet = reader.memory().asSlice(reader.offset(), reader.length()).toArray(JAVA_BYTE);
                packets.add(reader.linkType() + ":" + reader.timeNs() + ":"
                        + new String(packet, StandardCharsets.ISO_8859_1));
            }
            assertFalse(reader.next());
            assertEquals(-1, reader.truncatedAt());
        }
        return packets;
    }

    private static List<ByteOrder> orders() {
        return List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
    }

    @Test
    void shouldReadEveryPcapMagic() throws IOException {
        for (ByteOrder order : orders()) {
            byte[] micro = CaptureBytes.pcap(order, CaptureBytes.MICROSECONDS, 1).record(3, 4, bytes("ab")).array();
            byte[] nano = CaptureBytes.pcap(order, CaptureBytes.NANOSECONDS, 276).record(-1, 4, bytes("")).array();
            byte[] modified = CaptureBytes.pcap(order, CaptureBytes.MODIFIED, 113).record(3, 4, bytes("abc"))
                    .record(5, 6, bytes("d")).array();

            assertEquals(List.of("1:3000004000:ab"), read(micro));
            assertEquals(List.of("276:4294967295000000004:"), read(nano));
            assertEquals(List.of("113:3000004000:abc", "113:5000006000:d"), read(modified));
        }
    }

    @Test
    void shouldReadBlocksOfPcapng() throws IOException {
        for (ByteOrder order : orders()) {
            CaptureBytes capture = new CaptureBytes(order);
            capture.section()
                    .block(0xBAD, capture.buffer(2_000_000))
                    .link(1, 0)
                    .link(101, 3, capture.option(2, bytes("eth0")), capture.option(9, new byte[] {9}),
                            capture.longOption(14, -2), capture.option(0, new byte[0]))
                    .enhanced(1, 5_000_000_007L, bytes("x"))
                    .block(5, capture.buffer(8))
                    .enhanced(0, 5_000_007L, bytes("four"))
                    .obsolete(1, 5_000_000_008L, bytes("old"))
                    .simple(5, bytes("simpl"))
                    .section()
                    .link(113, 3, capture.option(9, new byte[] {(byte) 0x80 | 10}))
                    .enhanced(0, 1024 + 512, bytes("second section"))
                    .simple(100, bytes("cut"));

            assertEquals(List.of("101:3000000007:x", "1:5000007000:four", "101:3000000008:old",
                    "1:" + Long.MIN_VALUE + ":simpl", "113:1500000000:second section",
                    "113:" + Long.MIN_VALUE + ":cut"), read(capture.array()));
        }
    }

    @Test
    void shouldReadSectionsOfDifferentByteOrder() throws IOException {
        byte[] little =
                new CaptureBytes(ByteOrder.LITTLE_ENDIAN).section().link(1, 0).enhanced(0, 1, bytes("a")).array();
        byte[] big = new CaptureBytes(ByteOrder.BIG_ENDIAN).section().link(101, 0).enhanced(0, 2, bytes("b")).array();

        assertEquals(List.of("1:1000:a", "101:2000:b", "1:1000:a"), read(join(little, big, little)));
    }

    @Test
    void shouldReadGzip() throws IOException {
        byte[] capture = CaptureBytes.of(bytes("one"), bytes("two"));
        byte[] inMembers = join(CaptureBytes.gzip(Arrays.copyOf(capture, 30)),
                CaptureBytes.gzip(Arrays.copyOfRange(capture, 30, capture.length)));
        List<String> expected = List.of("1:0:one", "1:1000000000:two");

        assertEquals(expected, read(CaptureBytes.gzip(capture)));
        assertEquals(expected, read(inMembers));
        Path file = Files.write(folder.resolve("a.pcap.gz"), inMembers);
        try (CaptureReader reader = CaptureReader.open(file)) {
            assertTrue(reader.next() && reader.next() && !reader.next());
        }
    }

    @Test
    void shouldReadPlainFileAcrossBuffers() throws IOException {
        Path file = folder.resolve("large.pcap");
        byte[] packet = new byte[60_000];
        byte[][] packets = new byte[100][];
        Arrays.fill(packets, packet);
        Files.write(file, CaptureBytes.of(packets));
        try (CaptureReader reader = CaptureReader.open(file)) {
            long position = 24;
            for (int i = 0; i < 100; i++) {
                assertTrue(reader.next());
                assertEquals(position, reader.position());
                assertEquals(packet.length, reader.length());
                position += 16 + packet.length;
            }
            assertFalse(reader.next());
        }
    }

    @Test
    void shouldPassLongBlocksOfFileBySeeking() throws IOException {
        CaptureBytes capture = new CaptureBytes(ByteOrder.LITTLE_ENDIAN);
        capture.section().link(1, 0).block(77, capture.buffer(20 << 20)).enhanced(0, 1, bytes("behind"));
        Path file = Files.write(folder.resolve("blocks.pcapng"), capture.array());
        try (CaptureReader reader = CaptureReader.open(file)) {
            assertTrue(reader.next());
            assertEquals(6, reader.length());
            assertEquals(28 + 20 + 12 + (20 << 20), reader.position());
            assertFalse(reader.next());
        }
        try (CaptureReader reader = CaptureReader.open(new ByteArrayInputStream(capture.array()), "stream")) {
            assertTrue(reader.next());
            assertEquals(6, reader.length());
        }
    }

    @Test
    void shouldReadBeyondTwoGigabytes() throws IOException {
        Path file = folder.resolve("sparse.pcapng");
        long blockLength = 3L << 30;
        byte[] head = new CaptureBytes(ByteOrder.LITTLE_ENDIAN).section().link(1, 0)
                .ints(77, (int) blockLength).array();
        byte[] tail = new CaptureBytes(ByteOrder.LITTLE_ENDIAN).ints((int) blockLength)
                .enhanced(0, 1, bytes("behind")).array();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE,
                StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(head));
            channel.write(ByteBuffer.wrap(tail), head.length - 8 + blockLength - 4);
        }
        try (CaptureReader reader = CaptureReader.open(file)) {
            assertTrue(reader.next());
            assertEquals(head.length - 8 + blockLength, reader.position());
            assertEquals(6, reader.length());
            assertFalse(reader.next());
            assertEquals(-1, reader.truncatedAt());
        }
    }

    @Test
    void shouldNameTheFolderThatIsNoFile() {
        IOException e = assertThrows(IOException.class, () -> CaptureReader.open(folder));
        assertTrue(e.getMessage().contains(folder.toString()), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "no capture at all"})
    void shouldRefuseOtherFiles(String content) {
        CaptureFormatException e = assertThrows(CaptureFormatException.class, () -> read(bytes(content)));
        assertTrue(e.getMessage().startsWith("not a capture: "), e.getMessage());
        assertTrue(e.getMessage().endsWith("(test)"), e.getMessage());
        assertEquals(0, e.position());
    }

    @Test
    void shouldKeepToNanosecondsForEveryResolution() throws IOException {
        record Case(int resolution, long time, long expectedNs) { }
        List<Case> cases = List.of(new Case(0, 7, 7_000_000_000L), new Case(3, 7, 7_000_000L), new Case(9, 7, 7),
                new Case(12, 7_999, 7), new Case(19, -1L, 1_844_674_407L), new Case(28, -1L, 1), new Case(29, -1L, 0),
                new Case(127, -1L, 0), new Case(0x80, 3, 3_000_000_000L), new Case(0x80 | 32, 1L << 31, 500_000_000),
                new Case(0x80 | 63, -1L, 1_999_999_999), new Case(0x80 | 64, -1L, 999_999_999),
                new Case(0xFF, -1L, 0), new Case(0, -1L, Long.MAX_VALUE), new Case(6, -1L, Long.MAX_VALUE));
        for (Case c : cases) {
            CaptureBytes capture = new CaptureBytes(ByteOrder.LITTLE_ENDIAN);
            capture.section().link(1, 0, capture.option(9, new byte[] {(byte) c.resolution}))
                    .enhanced(0, c.time, bytes("a"));
            assertEquals(List.of("1:" + c.expectedNs + ":a"), read(capture.array()), c.toString());
        }
    }
}
