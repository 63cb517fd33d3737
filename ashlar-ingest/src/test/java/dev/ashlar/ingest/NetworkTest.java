// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static dev.ashlar.testkit.Packets.ethernet;
import static dev.ashlar.testkit.Packets.frames;
import static dev.ashlar.testkit.Packets.hex;
import static dev.ashlar.testkit.Packets.ipv4;
import static dev.ashlar.testkit.Packets.ipv6;
import static dev.ashlar.testkit.Packets.join;
import static dev.ashlar.testkit.Packets.shorts;
import static dev.ashlar.testkit.Packets.udp;
import static dev.ashlar.testkit.Packets.udpFrame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Packets of every link type down to the payload of UDP.
class NetworkTest {
    private static final SourceOptions OPTIONS = SourceOptions.of(Framing.parse("length=u16be"));
    private static final byte[] DATAGRAM = udp(2000, frames("hello"));
    private static final byte[] IPV4 = ipv4(17, DATAGRAM);
    private static final byte[] IPV6 = ipv6(17, DATAGRAM);

    private static Collected read(int linkType, byte[]... packets) throws IOException {
        CaptureBytes capture = CaptureBytes.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, linkType);
        for (byte[] packet : packets) {
            capture.record(1, 0, packet);
        }
        return Collected.of(capture.array(), OPTIONS);
    }

    private static void assertHello(int linkType, byte[] packet) throws IOException {
        Collected all = read(linkType, packet);
        assertEquals(List.of("hello"), all.texts(), () -> "link type " + linkType);
        assertTrue(all.report.isComplete());
        assertEquals(List.of(), all.report.skipped());
    }

    private static void assertSkipped(SkipReason reason, int linkType, byte[] packet) throws IOException {
        Collected all = read(linkType, packet);
        assertEquals(List.of(), all.texts());
        assertEquals(Map.of(reason, 1L), counts(all), () -> "link type " + linkType);
    }

    private static Map<SkipReason, Long> counts(Collected all) {
        return all.report.skipped().stream().collect(Collectors.toMap(Skipped::reason, Skipped::count));
    }

    @Test
    void shouldFindIpInEveryLinkType() throws IOException {
        assertHello(1, ethernet(0x0800, IPV4));
        assertHello(1, ethernet(0x86DD, IPV6));
        assertHello(1, join(ethernet(0x0800, IPV4), new byte[20]));
        assertHello(1, ethernet(0x8100, join(shorts(5, 0x0800), IPV4)));
        assertHello(1, ethernet(0x88A8, join(shorts(5, 0x8100, 6, 0x86DD), IPV6)));
        for (int raw : new int[] {12, 14, 101, 228}) {
            assertHello(raw, IPV4);
        }
        assertHello(101, IPV6);
        assertHello(229, IPV6);
        assertHello(113, join(new byte[14], shorts(0x0800), IPV4));
        assertHello(113, join(new byte[14], shorts(0x8100, 9, 0x0800), IPV4));
        assertHello(276, join(shorts(0x86DD), new byte[18], IPV6));
        assertHello(0, join(hex("02000000"), IPV4));
        assertHello(0, join(hex("00000002"), IPV4));
        assertHello(0, join(hex("1e000000"), IPV6));
        assertHello(108, join(hex("00000018"), IPV6));
    }

    @Test
    void shouldCountWhatIsNotRead() throws IOException {
        assertSkipped(SkipReason.NOT_IP, 1, ethernet(0x0806, new byte[28]));
        assertSkipped(SkipReason.NOT_IP, 1, ethernet(0x8100, join(shorts(1, 0x0806), new byte[28])));
        assertSkipped(SkipReason.NOT_IP, 0, hex("07000000 45"));
        assertSkipped(SkipReason.UNKNOWN_LINK, 147, IPV4);
        assertSkipped(SkipReason.OTHER_PROTOCOL, 1, ethernet(0x0800, ipv4(1, new byte[8])));
        assertSkipped(SkipReason.OTHER_PROTOCOL, 101, ipv6(58, new byte[8]));
        assertSkipped(SkipReason.BAD_HEADER, 1, new byte[13]);
        assertSkipped(SkipReason.BAD_HEADER, 1, ethernet(0x0800, new byte[0]));
        assertSkipped(SkipReason.BAD_HEADER, 101, hex("45"));
        assertSkipped(SkipReason.BAD_HEADER, 101, hex("75"));
        assertSkipped(SkipReason.BAD_HEADER, 101, with(IPV4, 0, 0x44));
        assertSkipped(SkipReason.BAD_HEADER, 101, with(IPV4, 3, 19));
        assertSkipped(SkipReason.BAD_HEADER, 101, with(IPV4, 25, 7));
        assertSkipped(SkipReason.BAD_HEADER, 101, with(IPV4, 25, 200));
        assertSkipped(SkipReason.BAD_HEADER, 101, ipv6(0, hex("11ff000000000000")));
        assertSkipped(SkipReason.BAD_HEADER, 101, ipv4(6, new byte[20]));
        assertSkipped(SkipReason.EMPTY, 101, ipv4(17, udp(1, new byte[0])));
        byte[] tags = new byte[0];
        for (int i = 0; i < 9; i++) {
            tags = join(tags, shorts(1, 0x8100));
        }
        assertSkipped(SkipReason.BAD_HEADER, 1, ethernet(0x8100, join(tags, shorts(1, 0x0800), IPV4)));
    }

    private static byte[] with(byte[] packet, int at, int value) {
        byte[] changed = packet.clone();
        changed[at] = (byte) value;
        return changed;
    }

    @Test
    void shouldPassOptionsAndExtensionHeaders() throws IOException {
        byte[] withOptions = join(with(IPV4, 0, 0x46), new byte[4]);
        System.arraycopy(IPV4, 20, withOptions, 24, IPV4.length - 20);
        withOptions[3] += 4;
        assertHello(101, withOptions);
        byte[] routing = join(hex("3c00000000000000"), hex("1101000000000000 0000000000000000"), DATAGRAM);
        assertHello(101, ipv6(43, routing));
        assertHello(101, ipv6(51, join(hex("1104000000000000 00000000 00000000 00000000 00000000"), DATAGRAM)));
        assertHello(101, ipv6(44, join(hex("1100000000000001"), DATAGRAM)));
    }

    @Test
    void shouldTakeCapturedLengthWhenOffloadLeftItOut() throws IOException {
        byte[] packet = with(IPV4, 3, 0);
        assertHello(101, packet);
        assertHello(101, with(IPV6, 5, 0));
    }

    @Test
    void shouldTellWhereMessagesComeFrom() throws IOException {
        byte[] two = ethernet(0x0800, ipv4(17, udp(2000, frames("a", "b"))));
        Collected all = Collected.of(CaptureBytes.of(ethernet(0x0806, new byte[28]), two), OPTIONS);
        Collected.Entry b = all.entries.get(1);

        assertEquals(List.of("a", "b"), all.texts());
        assertEquals("10.0.0.1:1000", b.source());
        assertEquals("224.0.31.1:2000", b.destination());
        assertEquals(1_000_000_000L, b.timeNs());
        assertEquals(1, b.packetIndex());
        assertEquals(24 + 16 + 42, b.filePosition());
        assertEquals(1, b.messageIndex());
        assertEquals(-1, b.stream());
        assertEquals(MessageContext.NO_SEQUENCE, b.packetSequence());
        assertEquals(MessageContext.NO_TIME, b.sendingTimeNs());
        Collected six = read(101, IPV6);
        assertEquals("[0:0:0:0:0:0:0:2]:2000", six.entries.getFirst().destination());
    }

    @Test
    void shouldFilter() throws IOException {
        byte[] capture = CaptureBytes.of(udpFrame(1, frames("one")), udpFrame(2, frames("two")),
                Packets.tcpFrame(2, 3, 0, 0, frames("three")));

        assertEquals(List.of("two"),
                Collected.of(capture, OPTIONS.withFilter(PacketFilter.destinationPorts(2))).texts());
        assertEquals(List.of("two", "three"),
                Collected.of(capture, OPTIONS.withFilter(PacketFilter.ports(2))).texts());
        assertEquals(List.of("three"), Collected.of(capture,
                OPTIONS.withFilter(PacketFilter.ports(2).and(PacketFilter.transport(Transport.TCP)))).texts());
        Collected one = Collected.of(capture, OPTIONS.withFilter(PacketFilter.destinationPorts(1)));
        assertEquals(2, one.report.count(SkipReason.FILTERED));
        assertTrue(one.report.isComplete());
    }

    @Test
    void shouldSplitWhatTheCaptureKeptOfACutPacket() throws IOException {
        byte[] packet = udpFrame(1, frames("whole", "cut off"));
        CaptureBytes capture = CaptureBytes.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, 1);
        capture.record(0, 0, packet.length, Arrays.copyOf(packet, packet.length - 3));
        capture.record(0, 0, packet.length, Arrays.copyOf(packet, 20));
        Collected all = Collected.of(capture.array(), OPTIONS);

        assertEquals(List.of("whole"), all.texts());
        assertEquals(2, all.report.count(SkipReason.CUT_PACKET));
        assertEquals(6, all.report.bytes(SkipReason.INCOMPLETE_MESSAGE));
        assertFalse(all.report.isComplete());
    }

    @Test
    void shouldPutFragmentsTogether() throws IOException {
        byte[] body = udp(2000, frames("a message long enough for three fragments", "and another one"));
        byte[] first = ethernet(0x0800, ipv4(17, 9, 0x2000, Arrays.copyOf(body, 24)));
        byte[] second = ethernet(0x0800, ipv4(17, 9, 0x2003, Arrays.copyOfRange(body, 24, 48)));
        byte[] last = ethernet(0x0800, ipv4(17, 9, 6, Arrays.copyOfRange(body, 48, body.length)));
        byte[] six = ethernet(0x86DD, ipv6(44, join(hex("1100000100000009"), Arrays.copyOf(body, 40))));
        byte[] sixLast = ethernet(0x86DD,
                ipv6(44, join(hex("1100002800000009"), Arrays.copyOfRange(body, 40, body.length))));
        List<String> expected = List.of("a message long enough for three fragments", "and another one");

        for (List<byte[]> order : List.of(List.of(first, second, last), List.of(last, first, second),
                List.of(second, last, first), List.of(sixLast, six))) {
            Collected all = read(1, order.toArray(byte[][]::new));
            assertEquals(expected, all.texts());
            assertEquals(List.of(), all.report.skipped());
        }
        Collected lost = read(1, first, last);
        assertEquals(List.of(), lost.texts());
        assertEquals(Map.of(SkipReason.FRAGMENT, 1L), counts(lost));
        assertEquals(24 + body.length - 48, lost.report.bytes(SkipReason.FRAGMENT));
        byte[][] many = new byte[40][];
        for (int i = 0; i < many.length; i++) {
            many[i] = ethernet(0x0800, ipv4(17, i, 0x2000, Arrays.copyOf(body, 24)));
        }
        assertEquals(40, read(1, many).report.count(SkipReason.FRAGMENT));
    }

    private static byte[] fragment(int protocol, int id, int offset, boolean more, byte[] bytes) {
        return ethernet(0x0800, ipv4(protocol, id, (more ? 0x2000 : 0) | offset / 8, bytes));
    }

    /// As in captures of two places that were merged, in any order.
    @Test
    void shouldPutFragmentsTogetherThatCameTwice() throws IOException {
        byte[] body = udp(2000, frames("a message of two fragments"));
        byte[] first = fragment(17, 9, 0, true, Arrays.copyOf(body, 24));
        byte[] last = fragment(17, 9, 24, false, Arrays.copyOfRange(body, 24, body.length));
        byte[] next = fragment(17, 9, 0, true, Arrays.copyOf(udp(2000, frames("another 26 byte message...")), 24));
        byte[] nextLast = fragment(17, 9, 24, false, Packets.bytes("e message..."));

        for (List<byte[]> order : List.of(List.of(first, first, last, last), List.of(first, last, first, last),
                List.of(last, last, first, first))) {
            Collected all = read(1, order.toArray(byte[][]::new));
            assertEquals(List.of("a message of two fragments"), all.texts());
            assertEquals(Map.of(SkipReason.DUPLICATE_PACKET, 2L), counts(all));
            assertTrue(all.report.isComplete(), all.report::toString);
        }
        // The same number again, of another packet.
        assertEquals(List.of("a message of two fragments", "another 26 byte message..."),
                read(1, first, last, next, nextLast).texts());
        // The same place, other bytes.
        byte[] other = fragment(17, 9, 0, true, new byte[24]);
        assertEquals(Map.of(SkipReason.FRAGMENT, 2L), counts(read(1, first, other, last)));
    }

    /// Numbers of packets return after some seconds, or sooner.
    @Test
    void shouldNotMixFragmentsOfPacketsWithTheSameNumber() throws IOException {
        byte[] body = udp(2000, frames("a message of two fragments"));
        byte[] first = fragment(17, 9, 0, true, Arrays.copyOf(body, 24));
        byte[] last = fragment(17, 9, 24, false, Arrays.copyOfRange(body, 24, body.length));
        Collected late = Collected.of(CaptureBytes.of(first, udpFrame(1, frames("x")), last), OPTIONS);
        assertEquals(List.of("x"), late.texts());
        assertEquals(Map.of(SkipReason.FRAGMENT, 2L), counts(late));
        assertEquals(List.of("a message of two fragments"),
                Collected.of(CaptureBytes.of(first, last), OPTIONS).texts());

        CaptureBytes untimed = new CaptureBytes(ByteOrder.LITTLE_ENDIAN).section().link(1, 0);
        for (int packets : new int[] {1 << 10, 1 << 15}) {
            untimed.simple(first.length, fragment(17, packets, 0, true, Arrays.copyOf(body, 24)));
            for (int i = 0; i < packets; i++) {
                untimed.simple(60, ethernet(0x0806, new byte[46]));
            }
            untimed.simple(last.length, fragment(17, packets, 24, false, Arrays.copyOfRange(body, 24, body.length)));
        }
        Collected all = Collected.of(untimed.array(), OPTIONS);
        assertEquals(List.of("a message of two fragments"), all.texts());
        assertEquals(2, all.report.count(SkipReason.FRAGMENT));

        Collected protocols = read(1, first, fragment(6, 9, 24, false, new byte[14]), last);
        assertEquals(List.of("a message of two fragments"), protocols.texts());
        assertEquals(Map.of(SkipReason.FRAGMENT, 1L), counts(protocols));
    }

    /// What is missing is never taken from a packet before it.
    @Test
    void shouldRefuseFragmentsThatContradictEachOther() throws IOException {
        byte[] body = udp(2000, frames("ab"));
        byte[] whole = fragment(17, 1, 0, true, Arrays.copyOf(body, 8));
        byte[] wholeLast = fragment(17, 1, 8, false, Arrays.copyOfRange(body, 8, body.length));
        byte[] behind = fragment(17, 2, 16, true, new byte[8]);
        byte[] end = fragment(17, 2, 8, false, new byte[8]);
        byte[] otherEnd = fragment(17, 2, 24, false, new byte[8]);
        for (List<byte[]> order : List.of(List.of(behind, end), List.of(end, behind), List.of(end, otherEnd))) {
            Collected all = read(1, whole, wholeLast, order.get(0), order.get(1));
            assertEquals(List.of("ab"), all.texts());
            assertEquals(Map.of(SkipReason.FRAGMENT, 1L), counts(all));
        }
    }
}
