// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.ChannelReport.Gap;
import dev.ashlar.ingest.ChannelReport.LineCount;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArbitrationTest {
    private static final long S = 1_000_000_000L;
    private static final Arbitration TWO_PORTS = Arbitration.of(List.of("224.0.31.1:1+224.0.31.1:2"));
    /// The number of the first message of a packet, and how many there are.
    private static final SourceOptions MESSAGES = TwoLines.options(
            "packet=10,sequence=u64be@0,count=u16be@8,numbers=messages,length=u16be", TWO_PORTS);

    private static ChannelReport only(Collected found) {
        assertEquals(1, found.report.channels().size(), found.report::toString);
        return found.report.channels().getFirst();
    }

    private static List<String> sent(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(n -> n + "@" + n).toList();
    }

    @Test
    void shouldKeepTheFirstOfEachPacketAndSayWhichLineWon() throws IOException {
        TwoLines lines = new TwoLines();
        for (int n = 1; n <= 100; n++) {
            lines.then(n % 4 == 0 ? 1 : 0, n, n).then(n % 4 == 0 ? 0 : 1, n, n);
        }
        Collected found = lines.arbitrated();

        assertEquals(sent(1, 100), found.texts());
        assertEquals(List.of(new LineCount(TwoLines.destination(0), 100, 75),
                new LineCount(TwoLines.destination(1), 100, 25)), only(found).lines());
        assertEquals(100, found.report.count(SkipReason.DUPLICATE_PACKET));
        assertTrue(found.report.isComplete());
        assertEquals(found.texts(), lines.named(TwoLines.FRAMING).texts());
        assertEquals(found.texts(), lines.named(TwoLines.UNTIMED).texts());
    }

    @Test
    void shouldReportWhatNeitherLineHad() throws IOException {
        TwoLines lines = new TwoLines();
        for (int n = 1; n <= 100; n++) {
            if (n < 40 || n > 49) {
                lines.then(n % 2, n, n);
            }
        }
        Collected found = lines.named(TwoLines.FRAMING);

        assertEquals(List.of(new Gap(40, 49)), only(found).gaps());
        assertEquals(10, only(found).missing());
        assertEquals(90, found.entries.size());
        assertEquals(1, found.report.count(SkipReason.SEQUENCE_GAP));
        assertTrue(found.report.toString().contains("missing 40..49"), found.report::toString);
        assertTrue(found.report.problems().lines().count() == 1 && !found.report.isComplete());
    }

    @Test
    void shouldRefuseWhatComesTooLate() throws IOException {
        TwoLines lines = new TwoLines();
        for (int n = 1; n <= 100; n++) {
            if (n != 80) {
                lines.arrive(n * 1_000L, 0, n, n, n + "@" + n);
            }
        }
        lines.arrive(2 * S, 0, 101, 101, "101@101").arrive(3 * S, 1, 80, 80, "80@80").arrive(3 * S, 1, 81, 81, "81@81");
        Collected found = lines.named(TwoLines.FRAMING);

        assertEquals(100, found.entries.size());
        assertEquals(List.of(new Gap(80, 80)), only(found).gaps());
        assertEquals(1, only(found).late());
        assertEquals(1, only(found).duplicates());
    }

    /// Farther behind than packets are remembered, the gaps tell what was handed out.
    @Test
    void shouldTellLateFromDuplicatePacketsFarBehind() throws IOException {
        TwoLines lines = new TwoLines();
        for (int n = 1; n <= 5_000; n++) {
            lines.then(0, n == 100 ? 99 : n, n == 100 ? 99 : n);
        }
        lines.then(1, 100, 100).then(1, 101, 101);
        Collected found = lines.named(TwoLines.FRAMING);
        assertEquals(1, only(found).late());
        assertEquals(2, only(found).duplicates());

        for (int n = 1; n <= 5_000; n++) {
            lines.then(0, n, 10_000 + n);
        }
        lines.then(1, 100, 10_100);
        found = lines.named(TwoLines.FRAMING);
        assertEquals(1, only(found).restarts());
        assertEquals(1, only(found).late());
        assertEquals(3, only(found).duplicates());

        TwoLines holes = new TwoLines();
        for (int n = 1; n <= 10_000; n += 2) {
            holes.then(0, n, n);
        }
        found = holes.then(1, 1_001, 1_001).named(TwoLines.FRAMING);
        assertEquals(4_999, only(found).gapCount());
        assertEquals(ChannelReport.MAX_GAPS, only(found).gaps().size());
        assertEquals(1, only(found).late(), "what cannot be told is no duplicate");
    }

    /// A gap at the end of a channel that falls silent, while another continues.
    @Test
    void shouldNotKeepAQuietChannelWaiting() throws IOException {
        TwoLines lines = new TwoLines();
        for (int n = 1; n <= 100; n++) {
            lines.arrive(n, 0, n, n, "first").arrive(n, 1, n, S + n, "second");
        }
        lines.arrive(200, 0, 102, 102, "waits");
        for (int n = 101; n <= 200; n++) {
            lines.arrive((n - 100) * S / 20, 1, n, S + n, "second");
        }
        Collected found = Collected.of(lines.capture(), TwoLines.options(TwoLines.FRAMING, Arbitration.of(List.of(
                TwoLines.destination(0), TwoLines.destination(1)))));

        int at = found.texts().indexOf("waits");
        assertTrue(at > 210 && at < 240, () -> "handed out at " + at);
        assertEquals(List.of(new Gap(101, 101)), found.report.channels().getFirst().gaps());
    }

    /// An incremental feed and a snapshot feed with the same numbers, each on two lines.
    @Test
    void shouldTellChannelsApart() throws IOException {
        TwoLines lines = new TwoLines();
        for (int n = 1; n <= 200; n++) {
            for (int line = 0; line < 4; line++) {
                lines.arrive(n * 1_000L + line, line, n, n, line / 2 + ":" + n);
            }
        }
        Collected found = lines.arbitrated();

        assertEquals(400, found.entries.size());
        assertEquals(List.of(TwoLines.destination(0), TwoLines.destination(1)), found.report.channels().getFirst()
                .lines().stream().map(LineCount::destination).toList());
        assertEquals(List.of(TwoLines.destination(2), TwoLines.destination(3)), found.report.channels().getLast()
                .lines().stream().map(LineCount::destination).toList());
    }

    @Test
    void shouldNotPairLinesByPacketsWithoutSendingTime() throws IOException {
        TwoLines lines = new TwoLines();
        for (int n = 1; n <= 10; n++) {
            lines.then(0, n, 0).then(1, n, 0);
        }
        assertEquals(20, lines.arbitrated().entries.size());
        assertEquals(10, lines.named(TwoLines.FRAMING).entries.size());
    }

    /// Each loses what the other has until long after both were taken for channels of their own.
    @Test
    void shouldPairLinesThatRunAlready() throws IOException {
        TwoLines lines = new TwoLines();
        for (int n = 1; n <= 400; n++) {
            lines.then(n % 2, n, n);
        }
        for (int n = 401; n <= 600; n++) {
            lines.then(0, n, n).then(1, n, n);
        }
        Collected found = lines.arbitrated();

        assertEquals(600, only(found).packets());
        assertEquals(200, only(found).duplicates());
        assertEquals(0, only(found).late() + only(found).strays());
        assertEquals(600, found.texts().stream().distinct().count());
    }

    /// A feed that repeats a few packets, as snapshots do.
    @Test
    void shouldFollowSequencesThatStartAgainAndAgain() throws IOException {
        TwoLines lines = new TwoLines();
        for (int loop = 0; loop < 50; loop++) {
            for (int n = 1; n <= 1 + loop % 7; n++) {
                lines.then(0, n, 1 + loop * 100 + n).then(1, n, 1 + loop * 100 + n);
            }
        }
        Collected found = lines.arbitrated();

        assertEquals(lines.arrivals.stream().filter(a -> a.line() == 0).map(TwoLines.Arrival::text).toList(),
                found.texts());
        assertEquals(49, only(found).restarts());
        assertTrue(found.report.isComplete(), found.report::toString);
    }

    @Test
    void shouldTakeAJumpForAGapAndAStrayForNothing() throws IOException {
        TwoLines lines = new TwoLines();
        for (int n = 1; n <= 100; n++) {
            lines.then(0, n, n);
        }
        lines.then(0, 0xFFFF_0000L, 101);
        for (int n = 101; n <= 200; n++) {
            lines.then(0, n, n);
        }
        for (int n = 1_000_001; n <= 1_000_100; n++) {
            lines.then(0, n, n);
        }
        Collected found = lines.named(TwoLines.FRAMING);

        assertEquals(1, only(found).strays());
        assertEquals(List.of(new Gap(201, 1_000_000)), only(found).gaps());
        assertEquals(999_800, only(found).missing());
        assertEquals(300, found.entries.size());
        assertEquals(0, only(found).restarts());
    }

    @Test
    void shouldSeeASequenceStartAgainWithoutSendingTimes() throws IOException {
        TwoLines lines = new TwoLines();
        for (int run = 1; run <= 3; run++) {
            for (int n = 1; n <= run * 1500; n++) {
                lines.then(0, n, run).then(1, n, run);
            }
        }
        Collected found = lines.named(TwoLines.UNTIMED);

        assertEquals(9_000, found.entries.size());
        assertEquals(2, only(found).restarts());
        assertTrue(found.report.isComplete(), found.report::toString);
    }

    /// Replayed journals have such times, and feeds that leave the time out; after packets with a time, too.
    @Test
    void shouldTakeASendingTimeOfZeroForUnknown() throws IOException {
        for (boolean timed : new boolean[] {false, true}) {
            TwoLines lines = new TwoLines();
            for (int run = 1; run <= 2; run++) {
                for (int n = 1; n <= 3_000; n++) {
                    for (int line = 0; line < 2; line++) {
                        lines.arrive(lines.arrivals.size() * 1_000L, line, n, timed && run == 1 ? n : 0, run + ":" + n);
                    }
                }
            }
            Collected found = lines.named(TwoLines.FRAMING);

            assertEquals(lines.arrivals.stream().filter(a -> a.line() == 0).map(TwoLines.Arrival::text).toList(),
                    found.texts());
            assertEquals(1, only(found).restarts());
            assertTrue(found.report.isComplete(), found.report::toString);
        }
    }

    @Test
    void shouldBoundWhatWaitsAndHowManyLinesThereAre() throws IOException {
        TwoLines lines = new TwoLines();
        // Memory for two packets; each third number is missing.
        String big = "x".repeat(30_000);
        for (int n = 1; n <= 300; n += 3) {
            lines.arrive(n * 1_000L, 0, n, n, big).arrive(n * 1_000L + 1, 0, n + 2, n + 2, big);
        }
        SourceOptions small = new SourceOptions(Framing.parse(TwoLines.FRAMING), SourceOptions.Format.AUTO,
                PacketFilter.ALL, 1 << 16, 4, 1 << 16, Arbitration.PAIRS);
        Collected found = Collected.of(lines.capture(), small);
        assertEquals(200, found.entries.size());
        assertEquals(100, only(found).gapCount());

        List<byte[]> many = IntStream.rangeClosed(1, 2 * Arbitration.MAX_LINES)
                .mapToObj(port -> Packets.udpFrame(port, TwoLines.payload(port, port, "m"))).toList();
        found = Collected.of(CaptureBytes.of(many.toArray(byte[][]::new)),
                TwoLines.options(TwoLines.FRAMING, Arbitration.PAIRS));
        assertEquals(many.size(), found.entries.size());
        assertEquals(Arbitration.MAX_LINES, found.report.channels().size());
    }

    @Test
    void shouldLeaveAloneWhatIsNotNamed() throws IOException {
        TwoLines lines = new TwoLines().then(0, 1, 1).then(1, 1, 1).then(2, 1, 1).then(2, 1, 1);
        assertEquals(3, lines.named(TwoLines.FRAMING).entries.size());
        Collected both = Collected.of(lines.capture(), TwoLines.options(TwoLines.FRAMING, Arbitration.of(List.of(
                TwoLines.destination(0))).andPairs()));
        assertEquals(1, both.entries.size());
        Collected filtered = Collected.of(lines.capture(), TwoLines.options(TwoLines.FRAMING, Arbitration.PAIRS)
                .withFilter(PacketFilter.destinationPorts(TwoLines.port(1))));
        assertEquals(List.of(TwoLines.destination(1)), filtered.entries.stream().map(Collected.Entry::destination)
                .toList());
    }

    /// As in MoldUDP64: a packet has the number of its first message; heartbeats have that of the message to come.
    @Test
    void shouldFollowNumbersOfMessages() throws IOException {
        List<byte[]> packets = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        int number = 1;
        for (int i = 0; i < 300; i++) {
            String[] messages = LongStream.range(number, number + 1 + i % 3).mapToObj(Long::toString)
                    .toArray(String[]::new);
            for (int line = 0; line < 2; line++) {
                packets.add(memoir(line, number));
                if (i % 5 != line && i != 250) {
                    packets.add(memoir(line, number, messages));
                }
            }
            texts.addAll(i == 250 ? List.of() : List.of(messages));
            number += messages.length;
        }
        Collected found = Collected.of(CaptureBytes.of(packets.toArray(byte[][]::new)), MESSAGES);

        assertEquals(texts, found.texts());
        assertEquals(1, only(found).gapCount());
        assertEquals(2, only(found).missing());
        assertEquals(0, only(found).late() + only(found).strays() + only(found).restarts());
    }

    /// Small messages in large packets; and a packet that lies, whose numbers others have.
    @Test
    void shouldFollowNumbersOfManyMessagesInAPacket() throws IOException {
        List<byte[]> packets = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        int number = 1;
        for (int i = 0; i < 100; i++) {
            String[] messages = LongStream.range(number, number + 300 + i).mapToObj(Long::toString)
                    .toArray(String[]::new);
            if (i == 90) {
                byte[] lie = memoir(0, number, "lie");
                ByteBuffer.wrap(lie).putShort(14 + 20 + 8 + 8, (short) 200);
                packets.add(lie);
                texts.add("lie");
            }
            packets.add(memoir(0, number, messages));
            packets.add(memoir(1, number, messages));
            texts.addAll(List.of(messages));
            number += messages.length;
        }
        Collected found = Collected.of(CaptureBytes.of(packets.toArray(byte[][]::new)), MESSAGES);

        assertEquals(texts, found.texts());
        assertEquals(100, only(found).duplicates());
        assertEquals(0, only(found).gapCount() + only(found).late() + only(found).strays() + only(found).restarts());
        assertEquals(1, found.report.count(SkipReason.BAD_FRAME));
    }

    @Test
    void shouldLeaveHeartbeatsAlone() throws IOException {
        byte[] heartbeat = Packets.hex("0012 0000000000000001 0000000000000003");
        byte[] first = Packets.hex("0212 0000000000000001 0000000000000001 0002 0001a1 0001a2");
        byte[] second = Packets.hex("0212 0000000000000001 0000000000000003 0001 0001a3");
        List<byte[]> packets = new ArrayList<>();
        for (byte[] payload : List.of(first, heartbeat, heartbeat, second, heartbeat)) {
            packets.add(Packets.udpFrame(1, payload));
            packets.add(Packets.udpFrame(2, payload));
        }
        Collected found = Collected.of(CaptureBytes.of(packets.toArray(byte[][]::new)),
                TwoLines.options("memoir", TWO_PORTS));

        assertEquals(3, found.entries.size());
        assertEquals(6, found.report.count(SkipReason.EMPTY));
        assertTrue(found.report.isComplete(), found.report::toString);
    }

    private static byte[] memoir(int line, long number, String... messages) {
        byte[] header = ByteBuffer.allocate(10).putLong(number).putShort((short) messages.length).array();
        return Packets.udpFrame(1 + line, Packets.join(header, Packets.frames(messages)));
    }

    /// A datagram too short for a sequence number is counted as it always was.
    @Test
    void shouldPassPacketsWithoutNumber() throws IOException {
        byte[] shorter = Packets.udpFrame(5, new byte[11]);
        Collected found = Collected.of(CaptureBytes.of(shorter, shorter),
                TwoLines.options(TwoLines.FRAMING, Arbitration.PAIRS));
        assertEquals(2, found.report.count(SkipReason.BAD_FRAME));
        assertEquals(List.of(), found.report.channels());
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        for (String text : List.of("", "a:1", "1.2.3:4", "1.2.3.4:65536", "1.2.3.4:", "1.2.3.400:1", "::1:5", "[::1]",
                "[1.2.3.4]:5", "1.2.3.4:5+", "1.2.3.4:5+1.2.3.4:5")) {
            assertThrows(IllegalArgumentException.class, () -> Arbitration.of(List.of(text)), text);
        }
        assertEquals(new Line(true, 0xFF3E_0000_0000_0000L, 1, 5), Line.parse("[ff3e::1]:5"));
        assertThrows(IllegalArgumentException.class, () -> Arbitration.PAIRS.withWindow(1000));
        for (String framing : List.of("sofh", "memoir", "length=u16le",
                "packet=9,sequence=u8@0,time=u64le@1,length=u16le")) {
            assertThrows(IllegalArgumentException.class, () -> TwoLines.options(framing, Arbitration.PAIRS), framing);
        }
        TwoLines.options("memoir", Arbitration.of(List.of("1.2.3.4:5")));
    }
}
