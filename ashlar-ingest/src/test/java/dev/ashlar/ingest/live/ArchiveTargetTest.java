// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.ingest.Framing;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.internal.feed.LineSockets;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.testkit.Packets;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class ArchiveTargetTest {
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    private static final ArchiveOptions DAILY = ArchiveOptions.daily(ZoneOffset.UTC);
    private static final long EVENING = ns("2026-03-01T23:59:59Z");
    private static final long MORNING = ns("2026-03-02T00:00:00Z");

    @TempDir
    Path temp;

    private static long ns(String time) {
        return Instant.parse(time).getEpochSecond() * 1_000_000_000L;
    }

    private static void record(RecordTarget target, long timeNs, String text) throws StoreException {
        byte[] bytes = Packets.bytes(text);
        target.record(MemorySegment.ofArray(bytes), 0, bytes.length, timeNs, MessageContext.NO_SEQUENCE);
    }

    /// Sequence numbers and texts of each day.
    private List<String> days() throws IOException {
        List<String> days = new ArrayList<>();
        List<String> names;
        try (Archive archive = Archive.open(temp.resolve("feed"))) {
            names = archive.days().stream().map(Archive.Day::name).toList();
        }
        for (String name : names) {
            StringBuilder text = new StringBuilder(name);
            try (Store store = Store.open(temp.resolve("feed").resolve(name));
                    JournalCursor cursor = store.journal("messages").cursor()) {
                while (cursor.next()) {
                    text.append(' ').append(cursor.sequence()).append('=').append(new String(cursor.memory()
                            .asSlice(cursor.offset(), cursor.length()).toArray(ValueLayout.JAVA_BYTE),
                            StandardCharsets.ISO_8859_1));
                }
            }
            days.add(text.toString());
        }
        return days;
    }

    @Test
    void shouldRollWithTheFirstMessageOfADay() throws IOException {
        try (ArchiveTarget target = ArchiveTarget.open(temp.resolve("feed"), DAILY, JOURNAL, EVENING)) {
            record(target, EVENING, "a");
            target.commit();
            record(target, MORNING - 1, "b");
            record(target, MORNING, "c");
            // Late, or a clock that was set back.
            record(target, EVENING, "d");
            target.commit();
        }
        assertEquals(List.of("2026-03-01 0=a 1=b", "2026-03-02 0=c 1=d"), days());
        // The open day goes on.
        try (ArchiveTarget target = ArchiveTarget.open(temp.resolve("feed"), DAILY, JOURNAL, MORNING + 1)) {
            record(target, MORNING + 2, "e");
        }
        assertEquals(List.of("2026-03-01 0=a 1=b", "2026-03-02 0=c 1=d 2=e"), days());
    }

    @Test
    void shouldRefuseAnArchiveThatIsWritten() throws IOException {
        try (ArchiveTarget target = ArchiveTarget.open(temp.resolve("feed"), DAILY, JOURNAL, EVENING)) {
            record(target, EVENING, "a");
            assertThrows(StoreException.class, () -> ArchiveTarget.open(temp.resolve("feed"), DAILY, JOURNAL, EVENING));
        }
    }

    @Test
    void shouldRecordAFeedAcrossMidnight() throws Exception {
        AtomicLong clock = new AtomicLong(EVENING);
        RecordOptions options = RecordOptions.of(new LiveFeed.Udp(List.of(UdpLine.of(Line.parse("127.0.0.1:0")))),
                Framing.parse("length=u16be")).withClock(clock::get);
        ArchiveTarget target = ArchiveTarget.open(temp.resolve("feed"), DAILY, JOURNAL, EVENING);
        try (Recording recording = Recording.start(options, target, LiveListener.NONE);
                DatagramChannel sender = DatagramChannel.open()) {
            InetSocketAddress to = LineSockets.address(Line.parse(recording.recorder.lines().getFirst().name()));
            sender.send(ByteBuffer.wrap(Packets.frames("before", "too")), to);
            recording.awaitPackets(0, 1);
            clock.set(MORNING);
            sender.send(ByteBuffer.wrap(Packets.frames("after")), to);
            recording.awaitPackets(0, 2);
            assertEquals(3, recording.stop().messages());
        }
        assertEquals(List.of("2026-03-01 0=before 1=too", "2026-03-02 0=after"), days());
    }
}
