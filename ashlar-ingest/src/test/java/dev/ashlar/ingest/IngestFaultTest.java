// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static dev.ashlar.testkit.Packets.frames;
import static dev.ashlar.testkit.Packets.tcpFrame;
import static dev.ashlar.testkit.Packets.udpFrame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.internal.capture.GzipInput;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Inputs that end anywhere, lie, or change while they are read. Whatever they contain, nothing but
/// [CaptureFormatException] is thrown, and every message before the damage is handed out.
class IngestFaultTest {
    private static final SourceOptions OPTIONS = SourceOptions.of(Framing.parse("length=u16be"));

    private static final List<String> FRAMINGS = List.of("length=u16be", "cme-mdp3", "memoir", "coinbase-md",
            "length=u16be,marker=0074@1,message=3,align=4");

    @TempDir
    Path folder;

    private static Map<String, byte[]> captures() {
        byte[] fragment = Packets.ethernet(0x0800, Packets.ipv4(17, 3, 0x2000, new byte[24]));
        byte[][] packets = {udpFrame(1, frames("one", "two")), tcpFrame(5, 6, 0, 2, new byte[0]),
            tcpFrame(5, 6, 1, 16, frames("three", "four")), Packets.ethernet(0x0806, new byte[28]), fragment,
            tcpFrame(5, 6, 40, 16, frames("behind a gap")), udpFrame(1, frames("five")),
            Packets.ethernet(0x86DD, Packets.ipv6(17, Packets.udp(3, frames("six"))))};
        Map<String, byte[]> captures = new TreeMap<>();
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            CaptureBytes pcap = CaptureBytes.pcap(order, CaptureBytes.MICROSECONDS, 1);
            CaptureBytes pcapng = new CaptureBytes(order);
            pcapng.section().link(1, 0, pcapng.option(9, new byte[] {9}));
            for (byte[] packet : packets) {
                pcap.record(1, 2, packet);
                pcapng.enhanced(0, 3, packet);
            }
            pcapng.block(99, pcapng.buffer(40)).simple(packets[0].length, packets[0]).obsolete(0, 4, packets[0]);
            captures.put("pcap " + order, pcap.array());
            captures.put("pcapng " + order, pcapng.array());
        }
        return captures;
    }

    @Test
    void shouldHandOutAllBeforeTheCut() throws IOException {
        for (Map.Entry<String, byte[]> capture : captures().entrySet()) {
            Collected whole = Collected.of(capture.getValue(), OPTIONS);
            assertEquals(-1, whole.report.truncatedAt());
            for (int length = 4; length < capture.getValue().length; length++) {
                Collected cut = Collected.of(Arrays.copyOf(capture.getValue(), length), OPTIONS);
                String which = capture.getKey() + " cut at " + length;

                int end = length;
                List<String> before = whole.entries.stream().filter(e -> e.stream() < 0)
                        .filter(e -> end(whole, capture.getValue(), e) <= end).map(Collected.Entry::text).toList();
                List<String> found = cut.entries.stream().filter(e -> e.stream() < 0).map(Collected.Entry::text)
                        .toList();
                assertEquals(null, cut.failure, which);
                assertTrue(found.size() >= before.size(), which);
                assertEquals(before, found.subList(0, before.size()), which);
                assertTrue(whole.texts().containsAll(cut.texts()), which);
                assertEquals(length, cut.report.bytes(), which);
                assertTrue(cut.report.truncatedAt() == length
                        || cut.report.truncatedAt() == -1 && atBoundary(capture.getValue(), length), which);
            }
        }
    }

    /// First byte behind the record of a message's packet.
    private static long end(Collected whole, byte[] capture, Collected.Entry entry) {
        return whole.entries.stream().mapToLong(Collected.Entry::filePosition)
                .filter(p -> p > entry.filePosition()).findFirst().orElse(capture.length);
    }

    private static boolean atBoundary(byte[] capture, int length) throws IOException {
        try (CaptureReader reader = CaptureReader.open(new ByteArrayInputStream(Arrays.copyOf(capture, length)), "prefix")) {
            while (reader.next()) {
                assertTrue(reader.position() < length);
            }
            return reader.truncatedAt() < 0;
        }
    }

    @Test
    void shouldSurviveFlippedBytes() throws IOException {
        SplittableRandom random = Seed.random("IngestFaultTest.flip");
        for (Map.Entry<String, byte[]> capture : captures().entrySet()) {
            byte[] bytes = capture.getValue();
            for (int at = 0; at < bytes.length; at++) {
                for (int value : new int[] {0, 0xFF, bytes[at] ^ 1 << random.nextInt(8), random.nextInt(256)}) {
                    byte[] changed = bytes.clone();
                    changed[at] = (byte) value;
                    read(changed, random, capture.getKey() + " byte " + at + " = " + value);
                }
            }
        }
    }

    @Tag("slow")
    @Test
    void shouldSurviveManyFlippedBytes() throws IOException {
        flip(6_000);
    }

    @Test
    @Tag("long")
    void shouldSurviveManyFlippedBytesOften() throws IOException {
        flip(100_000);
    }

    private static void flip(int rounds) throws IOException {
        SplittableRandom random = Seed.random("IngestFaultTest.many");
        List<byte[]> captures = List.copyOf(captures().values());
        for (int round = 0; round < rounds; round++) {
            byte[] changed = captures.get(random.nextInt(captures.size())).clone();
            for (int i = random.nextInt(30); i >= 0; i--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            read(changed, random, "round " + round);
        }
    }

    /// Reads with a random framing; anything thrown but the one exception fails the test.
    private static void read(byte[] capture, SplittableRandom random, String which) throws IOException {
        String framing = FRAMINGS.get(random.nextInt(FRAMINGS.size()));
        try {
            Collected all = Collected.of(capture, SourceOptions.of(Framing.parse(framing)));
            long bytes = all.entries.stream().mapToLong(e -> e.bytes().length).sum();
            assertEquals(all.report.messageBytes(), bytes, which);
            assertEquals(all.report.messages(), all.entries.size(), which);
            assertTrue(all.report.bytes() <= capture.length, which);
            assertNotNull(all.report.toString());
        } catch (RuntimeException e) {
            throw new AssertionError(which + ", framing " + framing, e);
        }
    }

    @Test
    void shouldRefuseHostileLengths() throws IOException {
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, (16 << 20) + 1}) {
            CaptureBytes pcap = CaptureBytes.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, 1);
            pcap.record(0, 0, udpFrame(1, frames("before"))).ints(0, 0, length, length);
            Collected all = Collected.of(pcap.array(), OPTIONS);
            assertEquals(List.of("before"), all.texts());
            assertEquals(24 + 16 + 42 + 8, all.failure.position());
            assertTrue(all.failure.getMessage().startsWith("packet too long: captured="));
        }
        for (int length : new int[] {0, 8, 11, 13, 14, -4, Integer.MAX_VALUE & ~3}) {
            CaptureBytes pcapng = new CaptureBytes(ByteOrder.LITTLE_ENDIAN);
            pcapng.section().link(1, 0).enhanced(0, 1, udpFrame(1, frames("before"))).ints(6, length, 0, 0, 0, 0, 0);
            Collected all = Collected.of(pcapng.array(), OPTIONS);
            assertEquals(List.of("before"), all.texts());
            assertNotNull(all.failure, "length " + length);
        }
    }

    @Test
    void shouldHandOutWaitingMessagesBeforeDamage() throws IOException {
        CaptureBytes pcap = CaptureBytes.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, 1);
        pcap.record(0, 0, tcpFrame(5, 6, 0, 2, new byte[0])).record(0, 0, tcpFrame(5, 6, 9, 16, frames("behind a gap")))
                .ints(0, 0, -1, -1);
        Collected all = Collected.of(pcap.array(), OPTIONS);

        assertEquals(List.of("behind a gap"), all.texts());
        assertNotNull(all.failure);
    }

    @Test
    void shouldRefuseContradictionsInPcapng() throws IOException {
        assertFails("section without byte order", c -> c.ints(0x0A0D0D0A, 28, 0x1A2B3C4E, 1, -1, -1, 28));
        assertFails("unknown pcapng version: major=2", c -> c.ints(0x0A0D0D0A, 28, 0x1A2B3C4D, 2, -1, -1, 28));
        assertFails("block length differs at its end", c -> c.section().ints(5, 16, 0, 20));
        assertFails("packet of an interface that was not described", c -> c.section().enhanced(0, 1, new byte[4]));
        assertFails("packet of an interface that was not described: interface=4294967295",
                c -> c.section().link(1, 0).enhanced(-1, 1, new byte[4]));
        assertFails("packet longer than its block: captured=5, room=4",
                c -> c.section().link(1, 0).block(6, c.buffer(24).putInt(12, 5)));
        assertFails("interface block too short", c -> c.section().block(1, c.buffer(4)));
        assertFails("packet block too short", c -> c.section().link(1, 0).block(6, c.buffer(16)));
    }

    private static void assertFails(String message, UnaryOperator<CaptureBytes> content) throws IOException {
        Collected all = Collected.of(content.apply(new CaptureBytes(ByteOrder.LITTLE_ENDIAN)).array(), OPTIONS);
        assertTrue(all.failure != null && all.failure.getMessage().startsWith(message),
                () -> message + " <> " + all.failure);
    }

    @Test
    void shouldHandOutAllBeforeDamagedCompression() throws IOException {
        byte[][] packets = new byte[2000][];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < packets.length; i++) {
            packets[i] = udpFrame(1, frames(Long.toString(random.nextLong(), 36)));
        }
        byte[] gzip = CaptureBytes.gzip(CaptureBytes.of(packets));
        int whole = Collected.of(gzip, OPTIONS).entries.size();
        assertEquals(packets.length, whole);

        for (int length = 3; length < gzip.length; length += 97) {
            Collected cut = open(Arrays.copyOf(gzip, length), OPTIONS);
            assertTrue(cut.failure != null || cut.report.truncatedAt() >= 0, "cut at " + length);
        }
        Collected half = open(Arrays.copyOf(gzip, gzip.length / 2), OPTIONS);
        assertTrue(half.entries.size() > whole / 4, half.report::toString);
        byte[] damaged = gzip.clone();
        damaged[damaged.length / 2] ^= 0x55;
        Collected bad = open(damaged, OPTIONS);
        assertTrue(bad.failure != null || bad.report.truncatedAt() >= 0);
        assertTrue(bad.entries.size() > whole / 4, bad.report::toString);
        byte[] wrongSum = gzip.clone();
        wrongSum[wrongSum.length - 5] ^= 1;
        Collected sum = open(wrongSum, OPTIONS);
        assertEquals(whole, sum.entries.size());
        assertTrue(sum.failure.getMessage().startsWith("gzip block damaged: "), sum.failure.getMessage());
    }

    /// What was compressed before the damage is there to the byte, in whatever pieces it is read.
    @Test
    void shouldReadAllBytesBeforeDamagedCompression() throws IOException {
        StringBuilder text = new StringBuilder();
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; text.length() < 400_000; i++) {
            text.append('m').append(i).append("-".repeat(random.nextInt(40)));
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        byte[] gzip = CaptureBytes.gzip(bytes);
        Arrays.fill(gzip, gzip.length / 2, gzip.length / 2 + 1_000, (byte) 0xFF);
        Set<Integer> counts = new TreeSet<>();
        for (int piece : new int[] {1 << 20, 70_000, 1_000, 7}) {
            int count = 0;
            try (GzipInput input = new GzipInput(new ByteArrayInputStream(gzip))) {
                byte[] read = new byte[piece];
                for (int more = 0; more >= 0; more = input.read(read, 0, piece)) {
                    count += more;
                }
            } catch (ZipException e) {
                counts.add(count);
            }
        }
        assertEquals(1, counts.size(), counts::toString);
        assertTrue(counts.iterator().next() > bytes.length / 3, counts::toString);
    }

    /// What comes behind the first member is there, damaged, or no more than zeros; never left out without a word.
    @Test
    void shouldMissNoMemberOfACompressedFile() throws IOException {
        byte[] capture = CaptureBytes.of(udpFrame(1, frames("one")), udpFrame(1, frames("two")));
        int half = 24 + (capture.length - 24) / 2;
        byte[] first = CaptureBytes.gzip(Arrays.copyOf(capture, half));
        byte[] second = CaptureBytes.gzip(Arrays.copyOfRange(capture, half, capture.length));
        for (int padding : new int[] {0, 1, 512, 200_000}) {
            Collected whole = open(Packets.join(first, second, new byte[padding]), OPTIONS);
            assertEquals(List.of("one", "two"), whole.texts());
            assertTrue(whole.failure == null && whole.report.isComplete(), whole.report::toString);
        }
        for (int at = 0; at < 4; at++) {
            byte[] damaged = second.clone();
            damaged[at] ^= (byte) 0xE0;
            Collected found = open(Packets.join(first, damaged), OPTIONS);
            assertEquals("one", found.texts().getFirst());
            assertTrue(found.failure != null || found.report.truncatedAt() >= 0, "damaged at " + at);
        }
        for (int length = 1; length < second.length; length++) {
            Collected cut = open(Packets.join(first, Arrays.copyOf(second, length)), OPTIONS);
            assertEquals("one", cut.texts().getFirst());
            assertTrue(cut.report.truncatedAt() >= 0, "cut at " + length);
        }
        Collected behind = open(Packets.join(first, second, new byte[10], second), OPTIONS);
        assertEquals(List.of("one", "two"), behind.texts());
        assertTrue(behind.failure.getMessage().startsWith("gzip block damaged: "), behind.failure.getMessage());
    }

    /// The parts of a header that are optional, in both members.
    @Test
    void shouldReadEveryHeaderOfACompressedFile() throws IOException {
        byte[] capture = CaptureBytes.of(udpFrame(1, frames("one")), udpFrame(1, frames("two")));
        int half = 24 + (capture.length - 24) / 2;
        byte[] first = CaptureBytes.gzip(Arrays.copyOf(capture, half));
        byte[] second = CaptureBytes.gzip(Arrays.copyOfRange(capture, half, capture.length));
        Collected found = open(Packets.join(withHeader(first), withHeader(second)), OPTIONS);
        assertEquals(List.of("one", "two"), found.texts());
        assertTrue(found.failure == null && found.report.isComplete(), found.report::toString);
        byte[] wrong = withHeader(second);
        wrong[17] ^= 1;
        assertNotNull(open(Packets.join(first, wrong), OPTIONS).failure);
    }

    private static byte[] withHeader(byte[] gzip) {
        byte[] header = Packets.join(Packets.hex("1f8b 08 1e 00000000 00 ff 0300 aabbcc"),
                Packets.bytes("name\0remark\0"));
        CRC32 sum = new CRC32();
        sum.update(header);
        int low = (int) sum.getValue();
        return Packets.join(header, new byte[] {(byte) low, (byte) (low >> 8)},
                Arrays.copyOfRange(gzip, 10, gzip.length));
    }

    /// Opening may fail too: when not even the header of the compression is whole.
    private static Collected open(byte[] input, SourceOptions options) throws IOException {
        try {
            return Collected.of(input, options);
        } catch (CaptureFormatException e) {
            Collected none = new Collected();
            none.failure = e;
            return none;
        }
    }

    @Test
    void shouldEndWhereFileWasShortenedWhileRead() throws IOException {
        byte[][] packets = new byte[400][];
        Arrays.fill(packets, udpFrame(1, frames("x".repeat(9000))));
        Path file = Files.write(folder.resolve("shrinks.pcap"), CaptureBytes.of(packets));
        try (MessageSource source = MessageSource.open(file, OPTIONS)) {
            int[] messages = {0};
            MessageHandler count = (context, memory, offset, length) -> messages[0]++;
            assertTrue(source.poll(count));
            try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
                channel.truncate(2_000_000);
                channel.position(0).write(ByteBuffer.allocate(24));
            }
            IngestReport report = source.drain(count);
            assertEquals(2_000_000, report.truncatedAt());
            assertEquals(report.messages(), messages[0]);
            assertTrue(messages[0] > 200);
        }
    }
}
