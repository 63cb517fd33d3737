// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.CaptureFormatException;
import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.live.FeedException;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ReplayTest {
    private static CaptureReader capture(byte[] bytes) throws IOException {
        return CaptureReader.open(new ByteArrayInputStream(bytes), "capture");
    }

    /// A socket that takes what a replay sends, as soon as it has sent it.
    private static final class Receiver implements AutoCloseable {
        final DatagramChannel channel = DatagramChannel.open();
        final List<String> texts = new ArrayList<>();

        Receiver() throws IOException {
            channel.bind(new InetSocketAddress("127.0.0.1", 0));
        }

        Line line() throws IOException {
            return Line.parse("127.0.0.1:" + ((InetSocketAddress) channel.getLocalAddress()).getPort());
        }

        /// Waits for `count` packets.
        void take(long count) {
            ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
            try {
                while (texts.size() < count) {
                    SocketAddress sender = channel.receive(buffer.clear());
                    assertTrue(sender != null);
                    texts.add(new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1));
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static ReplayReport send(byte[] bytes, List<ReplayLine> lines, List<Receiver> receivers)
            throws IOException {
        UdpReplay.Options options = UdpReplay.Options.at(ReplayPace.UNLIMITED)
                .withGate((line, sent) -> receivers.get(line).take(sent));
        try (UdpReplay replay = UdpReplay.open(lines, options); CaptureReader reader = capture(bytes)) {
            ReplayReport report = replay.run(reader, () -> { });
            for (int line = 0; line < lines.size(); line++) {
                receivers.get(line).take(report.lines().get(line).sent());
            }
            return report;
        }
    }

    private static byte[] piece(int fragment, byte[] whole, int from, int to) {
        return Packets.ethernet(0x0800, Packets.ipv4(17, 5, fragment, Arrays.copyOfRange(whole, from, to)));
    }

    @Test
    void shouldSendTheDatagramsOfACapture() throws IOException {
        byte[] whole = Packets.udp(9, Packets.bytes("in two pieces, of which the first has 24 bytes"));
        byte[] cut = Packets.udpFrame(9, Packets.bytes("cut"));
        CaptureBytes pcap = CaptureBytes.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, CaptureBytes.ETHERNET)
                .record(1, 0, Packets.udpFrame(9, Packets.bytes("first")))
                .record(1, 1, Packets.tcpFrame(1, 2, 3, Packets.ACK, Packets.bytes("segment")))
                .record(1, 2, Packets.ethernet(0x0806, new byte[28]))
                .record(1, 3, piece(0x2000, whole, 0, 24)).record(1, 4, piece(3, whole, 24, whole.length))
                .record(1, 5, cut.length, Arrays.copyOf(cut, cut.length - 1))
                .record(1, 6, Packets.udpFrame(9, new byte[0]))
                .record(1, 7, Packets.ethernet(0x86DD, Packets.ipv6(17, Packets.udp(9, Packets.bytes("of IPv6")))));
        try (Receiver receiver = new Receiver()) {
            ReplayReport report = send(pcap.array(), List.of(ReplayLine.of(receiver.line())), List.of(receiver));
            assertEquals(List.of("first", "in two pieces, of which the first has 24 bytes", "", "of IPv6"), receiver.texts);
            assertEquals(4, report.sent());
            assertEquals(8, report.input().packets());
            assertEquals(1, report.input().count(SkipReason.FILTERED));
            assertEquals(1, report.input().count(SkipReason.NOT_IP));
            assertEquals(1, report.input().count(SkipReason.CUT_PACKET));
            assertTrue(report.mixed(), "to an address of IPv6, too");
        }
    }

    @Test
    void shouldSendLinesOfTheCaptureApart() throws IOException {
        byte[][] frames = new byte[100][];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = Packets.udpFrame(i % 3 == 0 ? 5_001 : 5_002, Packets.bytes("packet " + i));
        }
        try (Receiver a = new Receiver(); Receiver b = new Receiver()) {
            List<ReplayLine> lines = List.of(ReplayLine.of(a.line()).from(Line.parse("224.0.31.1:5001")),
                    ReplayLine.of(b.line()).from(Line.parse("224.0.31.1:5002")));
            ReplayReport report = send(CaptureBytes.of(frames), lines, List.of(a, b));
            assertEquals(34, a.texts.size());
            assertEquals(66, b.texts.size());
            assertEquals("packet 3", a.texts.get(1));
            assertFalse(report.mixed());
        }
    }

    @Test
    void shouldLoseTheSamePacketsForTheSameSeed() throws IOException {
        byte[][] frames = new byte[2_000][];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = Packets.udpFrame(5, Packets.bytes("packet " + i));
        }
        List<List<String>> runs = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            try (Receiver a = new Receiver(); Receiver b = new Receiver()) {
                List<ReplayLine> lines = List.of(ReplayLine.of(a.line()).withLoss(0.1),
                        ReplayLine.of(b.line()).withLoss(0.1));
                ReplayReport report = send(CaptureBytes.of(frames), lines, List.of(a, b));
                long lost = report.lines().getFirst().lost();
                assertTrue(lost > 100 && lost < 300, "lost=" + lost);
                assertEquals(frames.length, report.lines().getFirst().sent() + lost);
                assertFalse(a.texts.equals(b.texts));
                runs.add(a.texts);
                runs.add(b.texts);
            }
        }
        assertEquals(runs.subList(0, 2), runs.subList(2, 4));
    }

    @Test
    void shouldSendWhatCameBeforeDamage() throws IOException {
        byte[] bytes = CaptureBytes.of(Packets.udpFrame(5, Packets.bytes("one")), Packets.udpFrame(5, Packets.bytes("two")));
        byte[] damaged = Arrays.copyOf(bytes, bytes.length + 16);
        Arrays.fill(damaged, bytes.length, damaged.length, (byte) -1);
        try (Receiver receiver = new Receiver()) {
            List<ReplayLine> lines = List.of(ReplayLine.of(receiver.line()));
            assertThrows(CaptureFormatException.class, () -> send(damaged, lines, List.of(receiver)));
            receiver.take(2);
            assertEquals(List.of("one", "two"), receiver.texts);
        }
    }

    @Test
    void shouldEndBeforeTheNextPacketWhenStopped() throws IOException {
        byte[] bytes = CaptureBytes.pcap(ByteOrder.LITTLE_ENDIAN, CaptureBytes.NANOSECONDS, CaptureBytes.ETHERNET)
                .record(1, 0, Packets.udpFrame(9, Packets.bytes("now")))
                .record(1_000_000, 0, Packets.udpFrame(9, Packets.bytes("in eleven days"))).array();
        UdpReplay.Options paced = UdpReplay.Options.at(ReplayPace.captured(1));
        try (Receiver receiver = new Receiver();
                UdpReplay replay = UdpReplay.open(List.of(ReplayLine.of(receiver.line())), paced)) {
            CompletableFuture<ReplayReport> run = CompletableFuture.supplyAsync(() -> {
                try (CaptureReader reader = capture(bytes)) {
                    return replay.run(reader, () -> { });
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            receiver.take(1);
            replay.stop();
            assertEquals(1, run.join().sent());
        }
    }

    @Test
    void shouldSayWhyALineCannotBeSent() {
        UdpReplay.Options options = UdpReplay.Options.at(ReplayPace.UNLIMITED);
        FeedException none = assertThrows(FeedException.class, () -> UdpReplay.open(List.of(
                ReplayLine.of(Line.parse("239.255.0.1:5000")).on("eth99")), options));
        assertTrue(none.getMessage().startsWith("no such interface: eth99; there are: "), none.getMessage());
        assertThrows(IllegalArgumentException.class, () -> ReplayLine.of(Line.parse("239.255.0.1:0")));
        assertThrows(IllegalArgumentException.class, () -> ReplayLine.of(Line.parse("239.255.0.1:1")).withLoss(1.1));
        assertThrows(IllegalArgumentException.class, () -> ReplayLine.of(Line.parse("239.255.0.1:1")).withLoss(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> UdpReplay.open(List.of(), options));
    }

    /// Frames as the framing's streams have them, padding included.
    @Test
    void shouldServeFramesToAClient() throws IOException {
        Framing framing = Framing.parse("packet=4,length=u16le,align=8");
        byte[] first = {1, 2, 3, 4, 7, 0, 'a', 'b', 'c', 'd', 'e', 0, 6, 0, 'f', 'g', 'h', 'i'};
        byte[] second = {5, 6, 7, 8, 3, 0, 'j'};
        byte[] expected = {7, 0, 'a', 'b', 'c', 'd', 'e', 0, 6, 0, 'f', 'g', 'h', 'i', 0, 0, 3, 0, 'j', 0, 0, 0, 0, 0};
        byte[] bytes = CaptureBytes.of(Packets.udpFrame(5, first), Packets.udpFrame(5, second));
        try (TcpReplay replay = TcpReplay.open(new InetSocketAddress("127.0.0.1", 0));
                MessageSource source = MessageSource.open(new ByteArrayInputStream(bytes), "capture",
                        SourceOptions.of(framing))) {
            CompletableFuture<byte[]> client = CompletableFuture.supplyAsync(() -> {
                try (Socket socket = new Socket("127.0.0.1", replay.address().getPort())) {
                    return socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertTrue(replay.awaitClient());
            assertEquals(3, replay.run(source, framing, ReplayPace.rate(1_000), () -> { }).sent());
            assertArrayEquals(expected, client.join());
        }
    }

    @Test
    void shouldNotWaitForAClientOnceStopped() throws IOException {
        try (TcpReplay replay = TcpReplay.open(new InetSocketAddress("127.0.0.1", 0))) {
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return replay.awaitClient();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            replay.stop();
            assertFalse(waiting.join());
        }
    }
}
