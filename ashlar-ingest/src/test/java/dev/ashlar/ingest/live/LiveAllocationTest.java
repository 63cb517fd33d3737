// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.replay.ReplayLine;
import dev.ashlar.ingest.replay.ReplayPace;
import dev.ashlar.ingest.replay.UdpReplay;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Allocation;
import dev.ashlar.testkit.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Receiving, arbitrating and recording cost no garbage: neither the lines' threads nor the writer's. What the writer
/// allocates once a second, for its report, is not in all of the stretches that are measured.
@Isolated("finds threads by their names")
@Timeout(600)
class LiveAllocationTest {
    private static final int MESSAGES = 250_000;
    private static final int STRETCH = 500;
    /// Bytes sent at once.
    private static final int MOST_PIECE = 3_000;

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRecordDatagramsWithoutGarbage(boolean byDay) throws Exception {
        Loopback.assumeMulticast();
        Path capture = capture();
        List<Line> lines = List.of(Loopback.group(), Loopback.group());
        LiveFeed feed = new LiveFeed.Udp(List.of(UdpLine.of(lines.get(0)).on(Loopback.name()),
                UdpLine.of(lines.get(1)).on(Loopback.name())));
        try (Recording recording = Recording.start(RecordOptions.of(feed, Framing.parse(SampleFeed.FRAMING)),
                target(byDay), LiveListener.NONE)) {
            Threads threads = new Threads(recording, 2);
            UdpReplay.Options paced = UdpReplay.Options.at(ReplayPace.UNLIMITED).withHops(0).withGate((line, sent) -> {
                recording.await(line, sent);
                if (line == 0 && sent > 0 && sent % STRETCH == 0) {
                    threads.measure();
                }
            });
            String name = Loopback.name();
            List<ReplayLine> to = lines.stream().map(line -> ReplayLine.of(line).on(name)).toList();
            long sent = Recording.replay(capture, to, paced).lines().getFirst().sent();
            assertTrue(sent > 20 * STRETCH, "too few packets: " + sent);
            recording.awaitPackets(0, sent);
            assertEquals(MESSAGES, recording.stop().messages());
            threads.assertNoGarbage();
        }
    }

    /// What a read of the connection brings begins and ends anywhere in a frame.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRecordAConnectionWithoutGarbage(boolean byDay) throws Exception {
        byte[] frames = frames(capture());
        SplittableRandom random = Seed.random("LiveAllocationTest");
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Recording recording = Recording.start(RecordOptions.of(new LiveFeed.Tcp(
                        server.getInetAddress().getHostAddress(), server.getLocalPort(), false),
                        Framing.parse("length=u16be")), target(byDay), LiveListener.NONE);
                Socket client = server.accept()) {
            client.setTcpNoDelay(true);
            Threads threads = new Threads(recording, 1);
            int pieces = 0;
            for (int at = 0; at < frames.length; pieces++) {
                int length = Math.min(random.nextInt(1, MOST_PIECE), frames.length - at);
                client.getOutputStream().write(frames, at, length);
                at += length;
                if (pieces % STRETCH == 0) {
                    long sent = at;
                    recording.awaitThat(() -> recording.recorder.lines().getFirst().bytes() == sent);
                    threads.measure();
                }
            }
            assertTrue(pieces > 20 * STRETCH, "too few pieces: " + pieces);
            client.shutdownOutput();
            assertEquals(MESSAGES, recording.end().messages());
            threads.assertNoGarbage();
        }
    }

    private Path capture() throws IOException {
        Path capture = temp.resolve("feed.pcap");
        SampleFeed.write(capture, SampleFeed.Options.messages(MESSAGES));
        return capture;
    }

    /// The messages of a capture, each after the length of its frame.
    private static byte[] frames(Path capture) throws IOException {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        SourceOptions options = SourceOptions.of(Framing.parse(SampleFeed.FRAMING)).withArbitration(Arbitration.NONE);
        try (MessageSource source = MessageSource.open(capture, options)) {
            source.drain((_, memory, offset, length) -> {
                int framed = (int) length + Short.BYTES;
                frames.write(framed >>> 8);
                frames.write(framed);
                frames.writeBytes(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
            });
        }
        return frames.toByteArray();
    }

    private RecordTarget target(boolean byDay) throws StoreException {
        StoreOptions options = StoreOptions.defaults().withChunkBytes(1 << 28).withDurability(Durability.NONE);
        JournalDefinition journal = new JournalDefinition("messages", SampleFeed.schema());
        ArchiveOptions daily = ArchiveOptions.daily(ZoneOffset.UTC).withStore(options);
        return byDay
                ? ArchiveTarget.open(temp.resolve("feed"), daily, journal, System.currentTimeMillis() * 1_000_000)
                : new StoreTarget(StoreWriter.open(temp.resolve("day.store"), options), journal);
    }

    /// The threads of a recording, the writer's first, and what each has allocated in the stretch where it was least.
    private static final class Threads {
        private final long[] ids;
        private final long[] least;
        private final long[] last;

        /// The lines' threads are there once they have taken a packet.
        Threads(Recording recording, int lines) {
            ids = new long[1 + lines];
            least = new long[1 + lines];
            last = new long[1 + lines];
            Arrays.fill(least, Long.MAX_VALUE);
            ids[0] = recording.thread.threadId();
        }

        void measure() {
            if (ids[1] == 0) {
                long[] lines = Thread.getAllStackTraces().keySet().stream().filter(thread ->
                        thread.getName().startsWith("ashlar-line-")).mapToLong(Thread::threadId).toArray();
                assertEquals(ids.length - 1, lines.length);
                System.arraycopy(lines, 0, ids, 1, lines.length);
            }
            for (int i = 0; i < ids.length; i++) {
                long now = Allocation.ofThread(ids[i]);
                if (last[i] > 0) {
                    least[i] = Math.min(least[i], now - last[i]);
                }
                last[i] = now;
            }
        }

        void assertNoGarbage() {
            assertEquals(0, least[0], "the writer");
            for (int i = 1; i < least.length; i++) {
                assertEquals(0, least[i], "a line");
            }
        }
    }
}
