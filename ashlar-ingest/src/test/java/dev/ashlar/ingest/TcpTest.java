// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static dev.ashlar.testkit.Packets.ACK;
import static dev.ashlar.testkit.Packets.FIN;
import static dev.ashlar.testkit.Packets.RST;
import static dev.ashlar.testkit.Packets.SYN;
import static dev.ashlar.testkit.Packets.bytes;
import static dev.ashlar.testkit.Packets.frames;
import static dev.ashlar.testkit.Packets.hex;
import static dev.ashlar.testkit.Packets.join;
import static dev.ashlar.testkit.Packets.shorts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Segments lost, late, twice and overlapping; begins and ends of connections.
class TcpTest {
    private static final SourceOptions PLAIN = SourceOptions.of(Framing.parse("length=u16be"));
    private static final SourceOptions MARKED = SourceOptions.of(Framing.parse("length=u16be,message=4,marker=abcd@2"));
    /// Near the wrap of sequence numbers.
    private static final int START = -20;
    private static final byte[] NOTHING = new byte[0];

    private final List<byte[]> packets = new ArrayList<>();

    private TcpTest segment(int at, int flags, byte[] payload) {
        packets.add(Packets.tcpFrame(5, 6, START + at, flags, payload));
        return this;
    }

    private TcpTest syn() {
        return segment(-1, SYN, NOTHING);
    }

    private Collected read(SourceOptions options) throws IOException {
        return Collected.of(CaptureBytes.of(packets.toArray(byte[][]::new)), options);
    }

    private static byte[] marked(String... texts) {
        byte[] all = NOTHING;
        for (String text : texts) {
            all = join(all, shorts(4 + text.length(), 0xABCD), bytes(text));
        }
        return all;
    }

    private static byte[] part(byte[] all, int from, int to) {
        return Arrays.copyOfRange(all, from, to);
    }

    private static Map<SkipReason, Long> losses(Collected all) {
        return all.report.skipped().stream().filter(s -> s.reason().isLoss())
                .collect(Collectors.toMap(Skipped::reason, Skipped::bytes));
    }

    @Test
    void shouldPutMessagesTogetherAcrossSegments() throws IOException {
        byte[] all = frames("one", "a longer message", "3");
        syn();
        for (int i = 0; i < all.length; i++) {
            segment(i, ACK, part(all, i, i + 1));
        }
        Collected read = segment(all.length, FIN | ACK, NOTHING).read(PLAIN);

        assertEquals(List.of("one", "a longer message", "3"), read.texts());
        assertTrue(read.report.isComplete(), read.report::toString);
        assertEquals(5, read.entries.getFirst().packetIndex());
        assertEquals(1, read.report.streams());
    }

    /// A sender need not pad its last frame, and what is lost of a padding loses no message.
    @Test
    void shouldHandOutAFrameWithoutItsPadding() throws IOException {
        SourceOptions padded = SourceOptions.of(Framing.parse("length=u16be,align=8"));
        byte[] first = join(frames("one"), new byte[3]);
        byte[] last = frames("second");
        byte[] all = join(first, frames("three"), new byte[1]);
        for (boolean fin : new boolean[] {true, false}) {
            packets.clear();
            syn().segment(0, ACK, first).segment(8, ACK, last);
            Collected read = (fin ? segment(16, FIN | ACK, NOTHING) : this).read(padded);
            assertEquals(List.of("one", "second"), read.texts());
            assertTrue(read.report.isComplete(), read.report::toString);

            packets.clear();
            syn().segment(0, ACK, first).segment(8, ACK, frames("third"));
            read = (fin ? segment(15, FIN | ACK, NOTHING) : segment(15, RST, NOTHING)).read(padded);
            assertEquals(List.of("one", "third"), read.texts());
            assertTrue(read.report.isComplete(), read.report::toString);
        }
        packets.clear();
        // Padding in three segments is waited for; padding in a gap is not.
        Collected whole = syn().segment(0, ACK, part(all, 0, 5)).segment(5, ACK, part(all, 5, 6))
                .segment(6, ACK, part(all, 6, all.length)).read(padded);
        assertEquals(List.of("one", "three"), whole.texts());
        packets.clear();
        Collected gap = syn().segment(0, ACK, part(all, 0, 6)).segment(8, ACK, part(all, 8, all.length)).read(padded);
        assertEquals(List.of("one", "three"), gap.texts());
        assertEquals(Map.of(SkipReason.TCP_GAP, 2L), losses(gap));
    }

    @Test
    void shouldOrderSegmentsWhateverTheirOrder() throws IOException {
        byte[] all = frames("one", "two", "three");
        byte[][] parts = {part(all, 0, 4), part(all, 4, 9), part(all, 9, all.length)};
        int[] at = {0, 4, 9};
        for (int[] order : new int[][] {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
            packets.clear();
            syn();
            for (int i : order) {
                segment(at[i], ACK, parts[i]);
            }
            Collected read = read(PLAIN);
            assertEquals(List.of("one", "two", "three"), read.texts(), Arrays.toString(order));
            assertTrue(read.report.isComplete());
        }
    }

    @Test
    void shouldDeliverRandomSegmentationsOnce() throws IOException {
        SplittableRandom random = Seed.random("TcpTest");
        for (int round = 0; round < 300; round++) {
            List<String> texts = IntStream.range(0, 1 + random.nextInt(20))
                    .mapToObj(i -> "m" + i + "-".repeat(random.nextInt(40))).toList();
            byte[] all = frames(texts.toArray(String[]::new));
            List<int[]> ranges = new ArrayList<>();
            for (int at = 0; at < all.length;) {
                int end = Math.min(all.length, at + 1 + random.nextInt(30));
                ranges.add(new int[] {at, end});
                while (random.nextInt(3) == 0) {
                    int from = random.nextInt(end);
                    ranges.add(new int[] {from, Math.min(all.length, from + 1 + random.nextInt(50))});
                }
                at = end;
            }
            for (int i = ranges.size() - 1; i > 0; i--) {
                int other = Math.max(0, i - random.nextInt(4));
                int[] range = ranges.set(i, ranges.get(other));
                ranges.set(other, range);
            }
            packets.clear();
            syn();
            ranges.forEach(r -> segment(r[0], ACK, part(all, r[0], r[1])));
            Collected read = read(PLAIN);

            assertEquals(texts, read.texts());
            assertTrue(read.report.isComplete(), read.report::toString);
            long repeated = ranges.stream().mapToLong(r -> r[1] - r[0]).sum() - all.length;
            assertEquals(repeated, read.report.bytes(SkipReason.TCP_DUPLICATE));
        }
    }

    @Test
    void shouldKeepFirstBytesWhereSegmentsOverlap() throws IOException {
        byte[] all = frames("abcdefgh");
        Collected read = syn().segment(4, ACK, bytes("cd")).segment(2, ACK, bytes("abXXe")).segment(0, ACK, shorts(10))
                .segment(5, ACK, bytes("YYfgh")).read(PLAIN);

        assertEquals(List.of("abcdefgh"), read.texts());
        assertEquals(all.length, 10);
        assertEquals(4, read.report.bytes(SkipReason.TCP_DUPLICATE));
    }

    @Test
    void shouldReportGapAndGoOnAtNextMarker() throws IOException {
        byte[] all = marked("one", "two", "three", "four");
        // Bytes 10 to 17 are lost: the end of two and the begin of three.
        Collected read = syn().segment(0, ACK, part(all, 0, 10)).segment(17, ACK, part(all, 17, all.length))
                .segment(all.length, FIN, NOTHING).read(MARKED);

        assertEquals(List.of("one", "four"), read.texts());
        assertEquals(Map.of(SkipReason.TCP_GAP, 7L, SkipReason.INCOMPLETE_MESSAGE, 3L,
                SkipReason.TCP_UNSYNCHRONISED, 6L), losses(read));
        Skipped.Place gap = read.report.skipped().stream().filter(s -> s.reason() == SkipReason.TCP_GAP)
                .findFirst().orElseThrow().first().getFirst();
        // Found at the end of the capture, told at the stream's last packet.
        assertEquals(3, gap.packetIndex());
        assertEquals(0, gap.stream());
        assertEquals(7, gap.bytes());
    }

    @Test
    void shouldGoOnAtNextSegmentAfterGapWithoutMarker() throws IOException {
        Collected read = syn().segment(0, ACK, frames("one")).segment(10, ACK, frames("three"))
                .segment(17, ACK, frames("four")).read(PLAIN);

        assertEquals(List.of("one", "three", "four"), read.texts());
        assertEquals(Map.of(SkipReason.TCP_GAP, 5L), losses(read));
    }

    @Test
    void shouldGoOnWhenReceiverHasWhatTheCaptureMissed() throws IOException {
        syn().segment(0, ACK, frames("one")).segment(10, ACK, frames("three"));
        packets.add(acknowledging(START + 10));
        packets.add(acknowledging(START + 9));
        segment(17, ACK, frames("four"));
        packets.remove(4);
        Collected late = read(PLAIN);
        packets.set(3, acknowledging(START + 9));
        Collected early = read(PLAIN);

        assertEquals(List.of("one", "three", "four"), late.texts());
        assertEquals(List.of(1L, 3L, 4L), late.entries.stream().map(Collected.Entry::packetIndex).toList());
        assertEquals("10.0.0.1:5", late.entries.get(1).source());
        assertEquals(0, late.entries.get(1).stream());
        assertEquals(List.of(1L, 4L, 4L), early.entries.stream().map(Collected.Entry::packetIndex).toList());
        assertEquals(Map.of(SkipReason.TCP_GAP, 5L), losses(late));
    }

    /// From the receiver: everything before this sequence number came. Addresses are those of all test packets.
    private static byte[] acknowledging(int sequence) {
        byte[] packet = Packets.tcpFrame(6, 5, 0, ACK, NOTHING);
        ByteBuffer.wrap(packet).putInt(26, 0xE0001F01).putInt(30, 0x0A000001).putInt(42, sequence);
        return packet;
    }

    @Test
    void shouldJoinMidway() throws IOException {
        byte[] all = marked("first", "second", "third");
        Collected read = segment(0, ACK, part(all, 3, all.length)).read(MARKED);

        assertEquals(List.of("second", "third"), read.texts());
        assertEquals(1, read.report.count(SkipReason.TCP_MIDSTREAM));
        assertEquals(6, read.report.bytes(SkipReason.TCP_UNSYNCHRONISED));
        packets.clear();
        assertTrue(segment(0, ACK, all).read(MARKED).report.isComplete());
    }

    @Test
    void shouldJoinMidwayByteByByte() throws IOException {
        byte[] all = marked("first", "second", "third");
        for (int i = 3; i < all.length; i++) {
            segment(i, ACK, part(all, i, i + 1));
        }
        Collected read = read(MARKED);

        assertEquals(List.of("second", "third"), read.texts());
        assertEquals(6, read.report.bytes(SkipReason.TCP_UNSYNCHRONISED));
        assertEquals(0, read.report.count(SkipReason.BAD_FRAME));
    }

    @Test
    void shouldCountMessageCutByEndOfCapture() throws IOException {
        Collected read = syn().segment(0, ACK, part(frames("one", "two"), 0, 8)).read(PLAIN);

        assertEquals(List.of("one"), read.texts());
        assertEquals(Map.of(SkipReason.INCOMPLETE_MESSAGE, 3L), losses(read));
        assertFalse(read.report.isComplete());
    }

    @Test
    void shouldEndStreamAtFinAndReset() throws IOException {
        for (int end : new int[] {FIN, RST}) {
            packets.clear();
            Collected read = syn().segment(0, ACK, part(frames("one", "two"), 0, 8)).segment(8, end, NOTHING)
                    .segment(5, ACK, frames("two")).segment(8, FIN, NOTHING).read(PLAIN);
            assertEquals(List.of("one"), read.texts());
            // Two bytes that were never there before have come too late.
            assertEquals(Map.of(SkipReason.INCOMPLETE_MESSAGE, 3L, SkipReason.TCP_UNSYNCHRONISED, 2L), losses(read));
            assertEquals(3, read.report.bytes(SkipReason.TCP_DUPLICATE));
        }
    }

    /// Of an earlier connection on the same ports, or forged by somebody who does not know the number.
    @Test
    void shouldGoOnAfterAResetThatTheReceiverIgnores() throws IOException {
        for (int at : new int[] {-1, 4, -1_000_000_000, 1_000_000_000}) {
            packets.clear();
            Collected read = syn().segment(0, ACK, frames("one")).segment(at, RST, NOTHING)
                    .segment(5, ACK, frames("two")).segment(10, FIN, NOTHING).read(PLAIN);
            assertEquals(List.of("one", "two"), read.texts(), () -> "reset at " + at);
            assertTrue(read.report.isComplete(), read.report::toString);
        }
    }

    @Test
    void shouldReportWhatComesAfterAReset() throws IOException {
        Collected read = syn().segment(0, ACK, frames("one")).segment(5, RST, NOTHING).segment(0, ACK, frames("one"))
                .segment(5, ACK, frames("two")).read(PLAIN);
        assertEquals(List.of("one"), read.texts());
        assertEquals(Map.of(SkipReason.TCP_UNSYNCHRONISED, 5L), losses(read));
        assertEquals(5, read.report.bytes(SkipReason.TCP_DUPLICATE));
    }

    @Test
    void shouldJoinConnectionAfterOnlyItsResetWasSeen() throws IOException {
        Collected read = segment(20, RST, NOTHING).segment(20, ACK, frames("one")).read(PLAIN);

        assertEquals(List.of("one"), read.texts());
        assertEquals(1, read.report.count(SkipReason.TCP_MIDSTREAM));
    }

    @Test
    void shouldWaitForLateSegmentsBeforeFin() throws IOException {
        Collected read = syn().segment(5, FIN | ACK, frames("two")).segment(0, ACK, frames("one")).read(PLAIN);

        assertEquals(List.of("one", "two"), read.texts());
        assertTrue(read.report.isComplete());
    }

    @Test
    void shouldFollowNewConnectionOnSamePorts() throws IOException {
        Collected read = syn().segment(0, ACK, frames("one")).segment(5, FIN, NOTHING)
                .segment(4_000_000, SYN, NOTHING).segment(4_000_001, ACK, frames("two"))
                .segment(9_000_000, SYN, NOTHING).segment(9_000_001, ACK, frames("three"))
                .segment(-99_000_000, ACK, frames("four")).read(PLAIN);

        assertEquals(List.of("one", "two", "three", "four"), read.texts());
        assertEquals(List.of(0, 1, 2, 3), read.entries.stream().map(Collected.Entry::stream).toList());
        assertEquals(4, read.report.streams());
        assertTrue(read.report.isComplete());
    }

    @Test
    void shouldKeepDirectionsAndConnectionsApart() throws IOException {
        packets.add(Packets.tcpFrame(5, 6, 0, ACK, part(frames("there"), 0, 4)));
        packets.add(Packets.tcpFrame(6, 5, 0, ACK, part(frames("back"), 0, 4)));
        packets.add(Packets.tcpFrame(7, 6, 0, ACK, frames("other")));
        packets.add(Packets.tcpFrame(6, 5, 4, ACK, part(frames("back"), 4, 6)));
        packets.add(Packets.tcpFrame(5, 6, 4, ACK, part(frames("there"), 4, 7)));
        Collected read = read(PLAIN);

        assertEquals(List.of("other", "back", "there"), read.texts());
        assertEquals(List.of(2, 1, 0), read.entries.stream().map(Collected.Entry::stream).toList());
        assertEquals("10.0.0.1:6", read.entries.get(1).source());
    }

    @Test
    void shouldSkipImpossibleFrames() throws IOException {
        byte[] garbled = join(marked("one"), hex("0001abcd ffff0000"), marked("two", "2"), hex("00"),
                marked("three"));
        Collected read = syn().segment(0, ACK, garbled).read(MARKED);

        assertEquals(List.of("one", "two", "2", "three"), read.texts());
        assertEquals(9, read.report.bytes(SkipReason.TCP_UNSYNCHRONISED));
        assertEquals(2, read.report.count(SkipReason.BAD_FRAME));
        packets.clear();
        Collected plain = syn().segment(0, ACK, join(frames("one"), hex("0000ff"))).segment(8, ACK, frames("two"))
                .read(PLAIN);
        assertEquals(List.of("one", "two"), plain.texts());
        assertEquals(3, plain.report.bytes(SkipReason.TCP_UNSYNCHRONISED));
    }

    @Test
    void shouldTakeBytesMissingFromCutPacketsForGap() throws IOException {
        CaptureBytes capture = CaptureBytes.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, 1);
        byte[] first = Packets.tcpFrame(5, 6, 0, ACK, marked("one", "two", "three"));
        capture.record(0, 0, first.length, Arrays.copyOf(first, first.length - 12));
        capture.record(0, 0, Packets.tcpFrame(5, 6, 23, ACK, marked("four")));
        Collected read = Collected.of(capture.array(), MARKED);

        assertEquals(List.of("one", "four"), read.texts());
        assertEquals(12, read.report.bytes(SkipReason.CUT_PACKET));
        assertEquals(12, read.report.bytes(SkipReason.TCP_GAP));
        assertEquals(4, read.report.bytes(SkipReason.INCOMPLETE_MESSAGE));
    }

    @Test
    void shouldBoundWhatWaits() throws IOException {
        SourceOptions small = new SourceOptions(Framing.parse("length=u16be"), SourceOptions.Format.AUTO,
                PacketFilter.ALL, 1 << 16, 4, 1 << 16, Arbitration.NONE);
        // A lost byte, then far more than may wait, in order and in pieces.
        syn();
        for (int i = 0; i < 4000; i++) {
            segment(1 + i * 1000, ACK, frames("x".repeat(998)));
        }
        Collected inOrder = read(small);
        packets.clear();
        syn();
        for (int i = 0; i < 200; i++) {
            segment(1 + i * 20, ACK, frames("piece"));
        }
        Collected pieces = read(small);
        packets.clear();
        for (int port = 0; port < 100; port++) {
            packets.add(Packets.tcpFrame(port, 6, 0, ACK, part(frames("wait"), 0, 5)));
        }
        packets.add(Packets.tcpFrame(0, 6, 5, ACK, part(frames("wait"), 5, 6)));
        Collected streams = read(small);

        assertEquals(4000, inOrder.entries.size() + inOrder.report.bytes(SkipReason.TCP_GAP) / 1000, 1);
        assertEquals(1, inOrder.report.bytes(SkipReason.TCP_GAP));
        assertEquals(200, pieces.entries.size());
        assertEquals(200, pieces.report.count(SkipReason.TCP_GAP));
        assertEquals(100, streams.report.count(SkipReason.INCOMPLETE_MESSAGE)
                + streams.report.count(SkipReason.TCP_UNSYNCHRONISED), 1);
        assertEquals(101, streams.report.streams());
    }

    @Test
    void shouldSayThatBuffersOverflowed() throws IOException {
        SourceOptions small = new SourceOptions(Framing.parse("length=u32be"), SourceOptions.Format.AUTO,
                PacketFilter.ALL, 1 << 20, 4, 1 << 16, Arbitration.NONE);
        byte[] message = join(hex("00030d44"), new byte[200_000 - 4]);
        syn();
        for (int at = 0; at < message.length; at += 1000) {
            segment(at, ACK, part(message, at, at + 1000));
        }
        Collected read = read(small);

        assertEquals(List.of(), read.texts());
        assertTrue(read.report.count(SkipReason.TCP_OVERFLOW) > 0, read.report::toString);
        assertFalse(read.report.isComplete());
    }
}
