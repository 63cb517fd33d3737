// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.replay.Pace;
import dev.ashlar.ingest.replay.ReplayLine;
import dev.ashlar.ingest.replay.UdpReplay;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Allocation;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Receiving, arbitrating and recording cost no garbage: neither the lines' threads nor the writer's. What the writer
/// allocates once a second, for its report, is not in all of the stretches that are measured.
@Timeout(600)
class LiveAllocationTest {
    private static final int STRETCH = 500;

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRecordWithoutGarbage(boolean byDay) throws Exception {
        Loopback.assumeMulticast();
        Path capture = temp.resolve("feed.pcap");
        SampleFeed.write(capture, SampleFeed.Options.messages(400_000));
        StoreOptions options = StoreOptions.defaults().withChunkBytes(1 << 28).withDurability(Durability.NONE);
        JournalDefinition journal = new JournalDefinition("messages", SampleFeed.schema());
        ArchiveOptions daily = ArchiveOptions.daily(ZoneOffset.UTC).withStore(options);
        RecordTarget target = byDay
                ? ArchiveTarget.open(temp.resolve("feed"), daily, journal, System.currentTimeMillis() * 1_000_000)
                : new StoreTarget(StoreWriter.open(temp.resolve("day.store"), options), journal);
        List<Line> lines = List.of(Loopback.group(), Loopback.group());
        LiveFeed feed = new LiveFeed.Udp(List.of(UdpLine.of(lines.get(0)).on(Loopback.name()),
                UdpLine.of(lines.get(1)).on(Loopback.name())));
        try (Recording recording = Recording.start(RecordOptions.of(feed, Framing.parse(SampleFeed.FRAMING)), target,
                LiveListener.NONE)) {
            // The lines' threads are there once they have taken a packet.
            long[][] least = new long[3][2];
            Arrays.stream(least).forEach(each -> each[0] = Long.MAX_VALUE);
            long[] ids = new long[3];
            UdpReplay.Options paced = UdpReplay.Options.at(Pace.UNLIMITED).withHops(0).withGate((line, sent) -> {
                recording.await(line, sent);
                if (line == 0 && sent > 0 && sent % STRETCH == 0) {
                    measure(recording, ids, least);
                }
            });
            long sent;
            String name = Loopback.name();
            List<ReplayLine> to = lines.stream().map(line -> ReplayLine.of(line).on(name)).toList();
            try (UdpReplay replay = UdpReplay.open(to, paced);
                    CaptureReader reader = CaptureReader.open(capture)) {
                sent = replay.run(reader, () -> { }).lines().getFirst().sent();
            }
            assertTrue(sent > 20 * STRETCH, "too few packets: " + sent);
            recording.awaitPackets(0, sent);
            assertEquals(400_000, recording.stop().messages());
            assertEquals(0, least[0][0], "the writer");
            assertEquals(0, least[1][0], "a line");
            assertEquals(0, least[2][0], "a line");
        }
    }

    /// Bytes that each thread has allocated since the last call; the least of them remain.
    private static void measure(Recording recording, long[] ids, long[][] least) {
        if (ids[0] == 0) {
            ids[0] = recording.thread.threadId();
            long[] lines = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("ashlar-line-")).mapToLong(Thread::threadId).toArray();
            assertEquals(2, lines.length);
            System.arraycopy(lines, 0, ids, 1, 2);
        }
        for (int i = 0; i < ids.length; i++) {
            long now = Allocation.ofThread(ids[i]);
            if (least[i][1] > 0) {
                least[i][0] = Math.min(least[i][0], now - least[i][1]);
            }
            least[i][1] = now;
        }
    }
}
