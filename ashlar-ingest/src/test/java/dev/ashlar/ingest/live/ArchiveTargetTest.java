// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.RetentionListener;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.testkit.Packets;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class ArchiveTargetTest {
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    private static final ArchiveOptions DAILY = ArchiveOptions.daily(ZoneOffset.UTC);
    private static final long EVENING = ns("2026-03-01T23:59:59Z");
    private static final long DAY_NS = 86_400_000_000_000L;
    private static final long MORNING = ns("2026-03-02T00:00:00Z");

    @TempDir
    Path temp;

    private static long ns(String time) {
        return Instant.parse(time).getEpochSecond() * 1_000_000_000L;
    }

    private ArchiveTarget open(ArchiveOptions options, long nowNs) throws StoreException {
        return ArchiveTarget.open(temp.resolve("feed"), options, JOURNAL, nowNs);
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
        try (ArchiveTarget target = open(DAILY, EVENING)) {
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
        try (ArchiveTarget target = open(DAILY, MORNING + 1)) {
            record(target, MORNING + 2, "e");
        }
        assertEquals(List.of("2026-03-01 0=a 1=b", "2026-03-02 0=c 1=d 2=e"), days());
    }

    @Test
    void shouldTellItsLagWhereTheNextDayCannotBeOpened() throws IOException {
        try (ArchiveTarget target = open(DAILY, EVENING)) {
            record(target, EVENING, "a");
            target.commit();
            Files.writeString(temp.resolve("feed").resolve("2026-03-02"), "in the way");
            assertThrows(StoreException.class, () -> record(target, MORNING, "b"));
            assertTrue(target.lag().undurableBytes() >= 0, "no lag");
        }
        Files.delete(temp.resolve("feed").resolve("2026-03-02"));
        assertEquals(List.of("2026-03-01 0=a"), days());
    }

    /// Who reads it needs no write access, and who records on the same day goes on with it.
    @Test
    void shouldSealTheDayWhenItIsClosed() throws IOException {
        assumeTrue(File.separatorChar == '/', "needs the permissions of POSIX");
        for (int round = 1; round <= 3; round++) {
            try (ArchiveTarget target = open(DAILY, EVENING)) {
                record(target, EVENING, "m" + round);
                assertFalse(isSealed("2026-03-01"));
            }
            assertTrue(isSealed("2026-03-01"));
        }
        assertEquals(List.of("2026-03-01 0=m1 1=m2 2=m3"), days());
    }

    private boolean isSealed(String day) throws IOException {
        boolean listed;
        try (Archive archive = Archive.open(temp.resolve("feed"))) {
            listed = archive.days().stream().anyMatch(each -> each.name().equals(day) && !each.open());
        }
        try (Stream<Path> files = Files.walk(temp.resolve("feed").resolve(day))) {
            boolean readOnly = files.allMatch(ArchiveTargetTest::isReadOnly);
            assertEquals(listed, readOnly);
        }
        return listed;
    }

    private static boolean isReadOnly(Path path) {
        try {
            return Files.getPosixFilePermissions(path).stream().noneMatch(each -> each.name().endsWith("WRITE"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// While it runs, or between two runs.
    @Test
    void shouldStayInTheNewestDayWhenTheClockJumpsBackAcrossMidnight() throws IOException {
        try (ArchiveTarget target = open(DAILY, EVENING)) {
            record(target, EVENING, "a");
            record(target, MORNING, "b");
            record(target, EVENING, "c");
        }
        try (ArchiveTarget target = open(DAILY, EVENING)) {
            record(target, EVENING, "d");
            record(target, MORNING, "e");
        }
        assertEquals(List.of("2026-03-01 0=a", "2026-03-02 0=b 1=c 2=d 3=e"), days());
    }

    /// In London, 29 March has 23 hours and 25 October has 25; its clocks show the hour from one o'clock twice.
    @Test
    void shouldRollAtTheMidnightsOfAZoneWhoseClocksChange() throws IOException {
        ArchiveOptions london = ArchiveOptions.daily(ZoneId.of("Europe/London"));
        try (ArchiveTarget target = open(london, ns("2026-03-28T23:59:59Z"))) {
            for (String time : List.of("2026-03-28T23:59:59Z", "2026-03-29T00:00:00Z", "2026-03-29T22:59:59Z",
                    "2026-03-29T23:00:00Z", "2026-10-24T22:59:59Z", "2026-10-24T23:00:00Z", "2026-10-25T23:59:59Z",
                    "2026-10-26T00:00:00Z")) {
                record(target, ns(time), time.substring(8, 16));
            }
        }
        assertEquals(List.of("2026-03-28 0=28T23:59", "2026-03-29 0=29T00:00 1=29T22:59", "2026-03-30 0=29T23:00",
                "2026-10-24 0=24T22:59", "2026-10-25 0=24T23:00 1=25T23:59", "2026-10-26 0=26T00:00"), days());
    }

    @Test
    void shouldRollAtTheHoursOfAZoneWhoseClocksChange() throws IOException {
        try (ArchiveTarget target = open(ArchiveOptions.hourly(ZoneId.of("Europe/London")), ns("2026-10-25T00:59:59Z"))) {
            for (String time : List.of("2026-10-25T00:59:59Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z")) {
                record(target, ns(time), time.substring(11, 16));
            }
        }
        assertEquals(List.of("2026-10-25T01+0100 0=00:59", "2026-10-25T01+0000 0=01:00", "2026-10-25T02+0000 0=02:00"),
                days());
    }

    @Test
    void shouldDropOldDaysAtTheStartAndWhenItRolls() throws IOException {
        List<String> dropped = new CopyOnWriteArrayList<>();
        ArchiveOptions keeping = DAILY.withRetention(ArchiveRetention.days(2), new RetentionListener() {
            @Override
            public void dropped(RetentionReport report) {
                report.dropped().forEach(day -> dropped.add(day.name()));
            }
        });
        for (ArchiveOptions options : List.of(DAILY, keeping)) {
            try (ArchiveTarget target = open(options, options == DAILY ? EVENING : EVENING + 3 * DAY_NS)) {
                for (int day = options == DAILY ? 0 : 3; day < (options == DAILY ? 3 : 6); day++) {
                    record(target, EVENING + day * DAY_NS, "d" + day);
                }
            }
        }
        assertEquals(List.of("2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"), dropped);
        assertEquals(List.of("2026-03-05 0=d4", "2026-03-06 0=d5"), days());
    }

    @Test
    void shouldRefuseAnArchiveThatIsWritten() throws IOException {
        try (ArchiveTarget target = open(DAILY, EVENING)) {
            record(target, EVENING, "a");
            assertThrows(StoreException.class, () -> open(DAILY, EVENING));
        }
    }

    @Test
    void shouldRecordAFeedAcrossMidnight() throws Exception {
        AtomicLong clock = new AtomicLong(EVENING);
        RecordOptions options = Recording.unicast(Framing.parse("length=u16be")).withClock(clock::get);
        ArchiveTarget target = open(DAILY, EVENING);
        try (Recording recording = Recording.start(options, target, LiveListener.NONE);
                DatagramChannel sender = DatagramChannel.open()) {
            InetSocketAddress to = recording.address(0);
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
