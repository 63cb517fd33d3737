// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SkipReason;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.replay.ReplayPace;
import dev.ashlar.ingest.replay.ReplayReport;
import dev.ashlar.ingest.replay.TcpReplay;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class TcpFeedTest {
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    /// Frames without anything that shows where they begin.
    private static final Framing PLAIN = Framing.parse("length=u16be");
    private static final Framing MARKED = Framing.parse("cme-ilink3");

    @TempDir
    Path temp;

    private final List<String> events = new ArrayList<>();
    private final LiveListener listener = new LiveListener() {
        @Override
        public void connection(String address, String event) {
            synchronized (events) {
                events.add(event);
            }
        }
    };

    private Recording record(int port, boolean reconnects, Framing framing) throws IOException {
        RecordOptions options = RecordOptions.of(new LiveFeed.Tcp("127.0.0.1", port, reconnects), framing);
        return Recording.start(options, Recording.store(temp.resolve("day.store"), JOURNAL), listener);
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
    }

    private List<String> texts() throws IOException {
        return Recording.stored(temp.resolve("day.store")).stream()
                .map(hex -> new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1)).toList();
    }

    private static byte[] marked(String text) {
        byte[] message = Packets.bytes(text);
        return ByteBuffer.allocate(4 + message.length).order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) (4 + message.length)).put((byte) 0xFE).put((byte) 0xCA).put(message).array();
    }

    @Test
    void shouldRecordAReplayedCapture() throws Exception {
        Path capture = temp.resolve("feed.pcap");
        SampleFeed.write(capture, SampleFeed.Options.messages(50_000));
        Framing framing = Framing.parse(SampleFeed.FRAMING);
        LiveReport report;
        try (TcpReplay replay = TcpReplay.open(new InetSocketAddress("127.0.0.1", 0));
                Recording recording = record(replay.address().getPort(), false, framing);
                MessageSource source = MessageSource.open(capture, SourceOptions.of(framing))) {
            assertTrue(replay.awaitClient());
            ReplayReport sent = replay.run(source, framing, ReplayPace.UNLIMITED, () -> { });
            assertEquals(50_000, sent.sent());
            report = recording.end();
        }
        assertEquals(50_000, report.messages());
        assertTrue(report.isComplete(), report::toString);
        assertEquals(Recording.captured(capture, SampleFeed.FRAMING).stream().flatMap(List::stream).toList(),
                Recording.stored(temp.resolve("day.store")));
    }

    @Test
    void shouldReconnectAndCountWhatWasCutShort() throws Exception {
        try (ServerSocket server = listen(); Recording recording = record(server.getLocalPort(), true, PLAIN)) {
            byte[] frames = Packets.frames("one", "two", "three");
            // Bytes one by one, and the connection ends inside a frame.
            try (Socket client = server.accept()) {
                client.setTcpNoDelay(true);
                for (int i = 0; i < frames.length - 2; i++) {
                    client.getOutputStream().write(frames, i, 1);
                }
            }
            try (Socket client = server.accept()) {
                client.getOutputStream().write(Packets.frames("four"));
                // Reset instead of an end.
                client.setSoLinger(true, 0);
                recording.awaitThat(() -> recording.recorder.lines().getFirst().bytes() == frames.length - 2 + 6);
            }
            try (Socket client = server.accept()) {
                client.getOutputStream().write(Packets.frames("five", ""));
                recording.awaitThat(() -> recording.recorder.lines().getFirst().bytes() == frames.length - 2 + 6 + 8);
                LiveReport report = recording.stop();
                assertEquals(4, report.messages());
                assertEquals(3, report.lines().getFirst().connections());
                assertEquals(1, report.packets().count(SkipReason.INCOMPLETE_MESSAGE));
                assertEquals(5, report.packets().bytes(SkipReason.INCOMPLETE_MESSAGE));
            }
        }
        assertEquals(List.of("one", "two", "four", "five"), texts());
        assertEquals(3, events.stream().filter("connected"::equals).count(), events::toString);
    }

    @Test
    void shouldEndWithTheConnectionUnlessItReconnects() throws Exception {
        try (ServerSocket server = listen(); Recording recording = record(server.getLocalPort(), false, PLAIN)) {
            try (Socket client = server.accept(); OutputStream out = client.getOutputStream()) {
                out.write(Packets.frames("only"));
            }
            LiveReport report = recording.end();
            assertEquals(1, report.messages());
            assertTrue(report.isComplete(), report::toString);
        }
        assertEquals(List.of("only"), texts());
        assertEquals(List.of("connected", "the sender has ended the connection"), events);
    }

    @Test
    void shouldLeaveAConnectionWhoseFramesAreLost() throws Exception {
        // A frame that is longer than any: without marks nothing shows where the next one begins.
        Framing framing = Framing.parse("length=u32be");
        try (ServerSocket server = listen(); Recording recording = record(server.getLocalPort(), true, framing)) {
            try (Socket client = server.accept()) {
                client.getOutputStream().write(new byte[] {0, 0, 0, 5, 'a', -1, -1, -1, -1, 0, 0, 0, 5, 'b'});
                // Closed by the recorder.
                assertEquals(-1, client.getInputStream().read());
            }
            try (Socket client = server.accept()) {
                client.getOutputStream().write(new byte[] {0, 0, 0, 5, 'c'});
                recording.awaitThat(() -> recording.recorder.lines().getFirst().bytes() == 19);
                LiveReport report = recording.stop();
                assertEquals(1, report.packets().count(SkipReason.BAD_FRAME));
                assertTrue(!report.isComplete(), report::toString);
            }
        }
        assertEquals(List.of("a", "c"), texts());
    }

    /// The writer is late: when it finds that the frames of a connection are lost, the next one is open already.
    @Test
    void shouldNotLeaveTheConnectionAfterTheOneWhoseFramesAreLost() throws Exception {
        CountDownLatch disk = new CountDownLatch(1);
        RecordTarget late = new StandingTarget(Recording.store(temp.resolve("day.store"), JOURNAL), disk);
        Framing framing = Framing.parse("length=u32be");
        try (ServerSocket server = listen(); Recording recording = Recording.start(RecordOptions.of(
                new LiveFeed.Tcp("127.0.0.1", server.getLocalPort(), true), framing), late, listener)) {
            try (Socket client = server.accept()) {
                client.getOutputStream().write(new byte[] {0, 0, 0, 5, 'a', -1, -1, -1, -1});
            }
            try (Socket client = server.accept()) {
                client.getOutputStream().write(new byte[] {0, 0, 0, 5, 'b'});
                recording.awaitThat(() -> recording.recorder.lines().getFirst().bytes() == 14);
                disk.countDown();
                recording.awaitThat(() -> recording.recorder.report().packets().count(SkipReason.BAD_FRAME) == 1);
                client.getOutputStream().write(new byte[] {0, 0, 0, 5, 'c'});
                recording.awaitThat(() -> recording.recorder.lines().getFirst().bytes() == 19
                        || recording.recorder.lines().getFirst().connections() > 2);
                assertEquals(2, recording.stop().lines().getFirst().connections());
            }
        }
        assertEquals(List.of("a", "b", "c"), texts());
    }

    @Test
    void shouldFindTheNextMarkedFrame() throws Exception {
        try (ServerSocket server = listen(); Recording recording = record(server.getLocalPort(), false, MARKED)) {
            try (Socket client = server.accept(); OutputStream out = client.getOutputStream()) {
                out.write(marked("before"));
                out.write(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
                out.write(marked("after"));
                out.write(marked("and on"));
            }
            LiveReport report = recording.end();
            assertEquals(9, report.packets().bytes(SkipReason.TCP_UNSYNCHRONISED));
            assertEquals(1, report.packets().count(SkipReason.BAD_FRAME));
        }
        assertEquals(List.of("before", "after", "and on"), texts());
    }

    /// Whatever a sender sends, and wherever a connection ends: what follows is recorded, into a store or an archive.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSurviveAnyBytes(boolean archived) throws Exception {
        SplittableRandom random = Seed.random("TcpFeedTest");
        for (Framing framing : List.of(MARKED, PLAIN, Framing.parse("length=u32be"), Framing.parse("sofh"))) {
            Path folder = temp.resolve(Integer.toString(List.of(temp.toFile().list()).size()));
            ArchiveOptions daily = ArchiveOptions.daily(ZoneOffset.UTC);
            RecordTarget target = archived ? ArchiveTarget.open(folder, daily, JOURNAL, 0)
                    : Recording.store(folder, JOURNAL);
            byte[] good = framing == MARKED ? marked("good") : Packets.frames("good");
            try (ServerSocket server = listen(); Recording recording = Recording.start(RecordOptions.of(
                    new LiveFeed.Tcp("127.0.0.1", server.getLocalPort(), true), framing), target, listener)) {
                for (int connection = 0; connection < 5; connection++) {
                    try (Socket client = server.accept(); OutputStream out = client.getOutputStream()) {
                        out.write(good);
                        send(random, good, out);
                    } catch (SocketException _) {
                        // The recorder has left a connection whose frames are lost.
                    }
                }
                try (Socket client = server.accept(); OutputStream out = client.getOutputStream()) {
                    out.write(good);
                }
                try (Socket _ = server.accept()) {
                    LiveReport report = recording.stop();
                    assertEquals(report.packets().messages(), report.messages() + report.tooLong());
                    List<String> stored = archived ? Recording.archived(folder) : Recording.stored(folder);
                    assertEquals(report.messages(), stored.size());
                    if (framing == MARKED || framing == PLAIN) {
                        String hex = HexFormat.of().formatHex(Packets.bytes("good"));
                        assertTrue(stored.stream().filter(hex::equals).count() > 5, framing::toString);
                        assertEquals(hex, stored.getLast());
                    }
                }
            }
        }
    }

    private static void send(SplittableRandom random, byte[] good, OutputStream out) throws IOException {
        for (int part = 0; part < 50; part++) {
            byte[] bytes = random.nextBoolean() ? good.clone() : new byte[random.nextInt(1, 300)];
            if (bytes.length != good.length || random.nextInt(4) == 0) {
                random.nextBytes(bytes);
            }
            out.write(bytes, 0, random.nextInt(8) == 0 ? random.nextInt(bytes.length) : bytes.length);
        }
    }

    @Test
    void shouldNotTakeAFailureOfTheThreadOfALineForItsEnd() throws Exception {
        LiveListener failing = new LiveListener() {
            @Override
            public void connection(String address, String event) {
                throw new IllegalStateException("on purpose");
            }
        };
        try (ServerSocket server = listen()) {
            RecordOptions options = RecordOptions.of(new LiveFeed.Tcp("127.0.0.1", server.getLocalPort(), true), PLAIN);
            try (Recording recording = Recording.start(options, Recording.store(temp.resolve("day.store"), JOURNAL),
                    failing)) {
                FeedException failure = assertThrows(FeedException.class, recording::end);
                assertEquals("line failed: its thread failed: java.lang.IllegalStateException: on purpose (127.0.0.1:"
                        + server.getLocalPort() + ")", failure.getMessage());
            }
        }
    }

    /// A socket that has a port and does not listen.
    private static Socket mute() throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress("127.0.0.1", 0));
        return socket;
    }

    @Test
    void shouldSayWhyThereIsNoConnection() throws Exception {
        // Its port is taken, so that nobody else listens on it.
        try (Socket mute = mute(); Recording recording = record(mute.getLocalPort(), false, PLAIN)) {
            FeedException refused = assertThrows(FeedException.class, recording::end);
            assertTrue(refused.getMessage().startsWith("connection failed: ")
                    && refused.getMessage().endsWith("check host and port, and that the sender runs: 127.0.0.1:"
                    + mute.getLocalPort()), refused.getMessage());
        }
        try (StoreTarget target = Recording.store(temp.resolve("other.store"), JOURNAL)) {
            RecordOptions options = RecordOptions.of(new LiveFeed.Tcp("no-such-host.invalid", 1, true), PLAIN);
            FeedException unknown = assertThrows(FeedException.class,
                    () -> LiveRecorder.open(options, target, listener));
            assertEquals("no such host; check its name: no-such-host.invalid:1", unknown.getMessage());
        }
        try (TcpReplay replay = TcpReplay.open(new InetSocketAddress("127.0.0.1", 0))) {
            FeedException taken = assertThrows(FeedException.class, () -> TcpReplay.open(replay.address()));
            assertTrue(taken.getMessage().startsWith("cannot listen: ") && taken.getMessage().contains("take another port"),
                    taken.getMessage());
        }
    }

    /// One with as many waiting clients as it wants answers no other.
    @Test
    void shouldNotWaitLongForASenderThatDoesNotAnswer() throws Exception {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            boolean answers = true;
            while (answers && waiting.size() < 20) {
                SocketChannel client = SocketChannel.open();
                waiting.add(client);
                client.configureBlocking(false);
                answers = client.connect(server.getLocalSocketAddress());
                // A busy machine may take its time to answer, too.
                for (int i = 0; i < 2_000 && !answers; i++) {
                    Thread.sleep(1);
                    answers = client.finishConnect();
                }
            }
            assumeTrue(!answers, "skipped, this system answers all clients");
            long begin = System.nanoTime();
            try (Recording recording = record(server.getLocalPort(), false, PLAIN)) {
                FeedException refused = assertThrows(FeedException.class, recording::end);
                assertTrue(refused.getMessage().startsWith("connection failed: "), refused.getMessage());
            }
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            assertTrue(seconds >= 4 && seconds < 60, () -> "gave up after " + seconds + " s");
        } finally {
            for (SocketChannel client : waiting) {
                client.close();
            }
        }
    }

    @Test
    void shouldConnectWhenTheSenderComes() throws Exception {
        int port;
        try (ServerSocket server = listen()) {
            port = server.getLocalPort();
        }
        try (Recording recording = record(port, true, PLAIN)) {
            recording.awaitThat(() -> {
                synchronized (events) {
                    return events.stream().anyMatch(event -> event.startsWith("connection failed: "));
                }
            });
            try (ServerSocket server = new ServerSocket(port, 5, InetAddress.getByName("127.0.0.1"));
                    Socket client = server.accept()) {
                client.getOutputStream().write(Packets.frames("late"));
                recording.awaitThat(() -> recording.recorder.lines().getFirst().bytes() == 6);
                assertEquals(1, recording.stop().messages());
            }
        }
    }
}
