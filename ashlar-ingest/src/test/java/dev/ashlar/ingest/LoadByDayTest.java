// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.Division;
import dev.ashlar.ingest.LoadReport.DayRows;
import dev.ashlar.ingest.live.ArchiveTarget;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadByDayTest {
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    private static final SourceOptions SOURCE = SourceOptions.of(Framing.parse("length=u16be"));
    private static final StoreOptions SMALL = StoreOptions.defaults().withChunkBytes(1 << 16);
    private static final long DAY_NS = 86_400_000_000_000L;

    @TempDir
    Path temp;

    /// A message of a capture.
    private record Sent(int number, long timeNs) { }

    private static long ns(String time) {
        return Instant.parse(time).getEpochSecond() * 1_000_000_000L;
    }

    /// A heartbeat with this number, or a message without rows: of a template that the schema lacks.
    private static byte[] message(int number) {
        ByteBuffer bytes = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort((short) 12).putShort((short) (number < 0 ? 0x7f7f : 1));
        bytes.putShort((short) SampleFeed.schema().id()).putShort((short) 2);
        return bytes.putInt(number).array();
    }

    private static MessageSource capture(List<Sent> messages) throws IOException {
        ByteArrayOutputStream capture = new ByteArrayOutputStream();
        try (PcapWriter writer = new PcapWriter(Channels.newChannel(capture))) {
            for (Sent sent : messages) {
                byte[] bytes = message(sent.number);
                int length = 2 + bytes.length;
                ByteBuffer frame = ByteBuffer.allocate(length).putShort((short) length).put(bytes);
                writer.writeUdp(sent.timeNs, PcapWriter.address(10, 0, 0, 1), 1, PcapWriter.address(10, 0, 0, 2), 2,
                        MemorySegment.ofArray(frame.array()), 0, frame.capacity());
            }
        }
        return MessageSource.open(new ByteArrayInputStream(capture.toByteArray()), "capture", SOURCE);
    }

    private Loader loader(Division division, LoadOptions options) {
        ArchiveOptions chosen = ArchiveOptions.asIs().withDivision(division).withStore(SMALL);
        return Loader.byDay(JOURNAL, options, opener -> ArchiveWriter.open(temp.resolve("feed"), chosen, opener));
    }

    @SafeVarargs
    private LoadReport load(Division division, LoadOptions options, List<Sent>... captures) throws IOException {
        Loader loader = loader(division, options);
        try (loader) {
            for (List<Sent> sent : captures) {
                try (MessageSource source = capture(sent)) {
                    loader.load(source, () -> { });
                }
            }
        }
        return loader.report();
    }

    private LoadReport load(String division, List<Sent> messages) throws IOException {
        return load(Division.parse(division), LoadOptions.defaults(), messages);
    }

    /// The numbers of the messages of each day, in the order of its journal.
    private Map<String, List<Integer>> days() throws IOException {
        Map<String, List<Integer>> days = new LinkedHashMap<>();
        try (Archive archive = Archive.open(temp.resolve("feed"))) {
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
            for (Archive.Day day : archive.days()) {
                assertTrue(!day.open(), day::name);
                List<Integer> numbers = new ArrayList<>();
                try (Store store = archive.openDay(day.name()); JournalCursor cursor = store.journal("messages").cursor()) {
                    while (cursor.next()) {
                        numbers.add(cursor.memory().get(ValueLayout.JAVA_INT_UNALIGNED, cursor.offset() + 8));
                    }
                }
                days.put(day.name(), numbers);
            }
        }
        return days;
    }

    @Test
    void shouldSplitAtMidnightOfAZone() throws IOException {
        long midnight = ns("2026-03-02T05:00:00Z");
        LoadReport report = load("day:America/New_York", List.of(new Sent(1, midnight - 1), new Sent(2, midnight),
                new Sent(3, midnight + DAY_NS - 1), new Sent(4, midnight + DAY_NS)));
        assertEquals(Map.of("2026-03-01", List.of(1), "2026-03-02", List.of(2, 3), "2026-03-03", List.of(4)), days());
        assertEquals(4, report.messages());
        assertEquals(List.of("2026-03-01", "2026-03-02", "2026-03-03"), report.days().stream().map(DayRows::name).toList());
        assertEquals(List.of(1L, 2L, 1L), report.days().stream().map(DayRows::messages).toList());
        assertEquals(4, report.templates().getFirst().messages());
    }

    /// In London the clocks went forward at 01:00 UTC on 29 March 2026 and back at 01:00 UTC on 25 October.
    @Test
    void shouldSplitWhereClocksChange() throws IOException {
        load("day:Europe/London", List.of(new Sent(1, ns("2026-03-28T23:59:59Z")), new Sent(2, ns("2026-03-29T00:00:00Z")),
                new Sent(3, ns("2026-03-29T22:59:59Z")), new Sent(4, ns("2026-03-29T23:00:00Z")),
                new Sent(5, ns("2026-10-24T23:00:00Z")), new Sent(6, ns("2026-10-25T23:59:59Z")),
                new Sent(7, ns("2026-10-26T00:00:00Z"))));
        assertEquals(Map.of("2026-03-28", List.of(1), "2026-03-29", List.of(2, 3), "2026-03-30", List.of(4), "2026-10-25",
                List.of(5, 6), "2026-10-26", List.of(7)), days());
    }

    @Test
    void shouldSplitByHours() throws IOException {
        load("hour:Europe/London", List.of(new Sent(1, ns("2026-10-25T00:30:00Z")), new Sent(2, ns("2026-10-25T01:30:00Z"))));
        assertEquals(Map.of("2026-10-25T01+0100", List.of(1), "2026-10-25T01+0000", List.of(2)), days());
    }

    @Test
    void shouldRecordWhatIsOutOfOrderInItsDay() throws IOException {
        long midnight = ns("2026-03-02T00:00:00Z");
        List<Sent> second = List.of(new Sent(10, midnight + 1), new Sent(11, midnight - 1), new Sent(12, midnight + 2),
                new Sent(13, midnight - DAY_NS - 1), new Sent(14, midnight - 1));
        List<Sent> first = List.of(new Sent(1, midnight - DAY_NS), new Sent(2, midnight + 3));
        LoadReport report = load(Division.daily(ZoneOffset.UTC), LoadOptions.defaults(), second, first);
        assertEquals(Map.of("2026-02-28", List.of(13), "2026-03-01", List.of(11, 14, 1), "2026-03-02", List.of(10, 12, 2)),
                days());
        assertEquals(7, report.messages());
        assertEquals(7, report.templates().getFirst().messages());
        assertEquals(List.of(1L, 3L, 3L), report.days().stream().map(DayRows::messages).toList());
    }

    @Test
    void shouldAddToDaysAndKnowWhatTheyHave() throws IOException {
        long midnight = ns("2026-03-02T00:00:00Z");
        List<Sent> all = List.of(new Sent(1, midnight - 2), new Sent(2, midnight - 1), new Sent(3, midnight),
                new Sent(3, midnight), new Sent(4, midnight + 1));
        load("day", all.subList(0, 3));
        try (Archive archive = Archive.open(temp.resolve("feed"));
                DuplicateCheck check = new DuplicateCheck(archive, "messages", LoadOptions.defaults())) {
            check.check(capture(all), () -> { });
            assertEquals(3, check.found().duplicates());
            assertTrue(check.found().isPrefix(0));
        }
        assertThrows(DuplicateMessageException.class, () -> load("day", all));
        assertEquals(Map.of("2026-03-01", List.of(1, 2), "2026-03-02", List.of(3)), days());
        LoadReport report = load(Division.parse("day"), LoadOptions.defaults().withDuplicates(Duplicates.SKIP), all);
        assertEquals(3, report.duplicates());
        assertEquals(Map.of("2026-03-01", List.of(1, 2), "2026-03-02", List.of(3, 3, 4)), days());
        assertEquals(List.of(new DayRows("2026-03-02", true, 2, 40, report.days().getFirst().storedBytes())), report.days());
    }

    /// A recorder keeps a message of yesterday in the day that is open; loading its capture finds it there.
    @ParameterizedTest
    @ValueSource(ints = {3, -3})
    void shouldKnowMessagesThatWereRecordedAfterMidnight(int late) throws IOException {
        long midnight = ns("2026-03-02T00:00:00Z");
        try (ArchiveTarget target = ArchiveTarget.open(temp.resolve("feed"), ArchiveOptions.daily(ZoneOffset.UTC)
                .withStore(SMALL), JOURNAL, midnight - DAY_NS)) {
            for (Sent sent : List.of(new Sent(1, midnight - 2), new Sent(2, midnight), new Sent(late, midnight - 1))) {
                target.record(MemorySegment.ofArray(message(sent.number)), 0, 20, sent.timeNs, 0);
            }
        }
        LoadReport report = load(Division.parse("day"), LoadOptions.defaults().withDuplicates(Duplicates.SKIP),
                List.of(new Sent(1, midnight - 2), new Sent(late, midnight - 1), new Sent(2, midnight),
                        new Sent(4, midnight)));
        assertEquals(3, report.duplicates());
        assertEquals(Map.of("2026-03-01", List.of(1), "2026-03-02", List.of(2, late, 4)), days());
    }

    @Test
    void shouldRefuseWhatHasNoTime() throws IOException {
        ByteBuffer raw = ByteBuffer.allocate(22).putShort((short) 22).put(message(1));
        try (Loader loader = loader(Division.parse("day"), LoadOptions.defaults());
                MessageSource source = MessageSource.open(new ByteArrayInputStream(raw.array()), "raw", SOURCE)) {
            IOException refused = assertThrows(IOException.class, () -> loader.load(source, () -> { }));
            assertTrue(refused.getMessage().contains("belongs to no day"), refused::getMessage);
        }
        assertEquals(Map.of(), days());
    }

    @Test
    void shouldRefuseAnArchiveThatIsWritten() throws IOException {
        try (ArchiveWriter _ = ArchiveWriter.open(temp.resolve("feed"), ArchiveOptions.daily(ZoneOffset.UTC),
                (_, _) -> { })) {
            assertEquals(StoreException.Reason.LOCKED, assertThrows(StoreException.class, () -> load("day",
                    List.of(new Sent(1, DAY_NS)))).reason());
        }
    }

    /// Messages in random order, cut into captures that overlap: each is stored once, in its day.
    @Test
    void shouldStoreEachMessageOnceInItsDay() throws IOException {
        loadParts(4);
    }

    @Test
    @Tag("long")
    void shouldStoreEachMessageOnceInItsDayOften() throws IOException {
        loadParts(60);
    }

    private void loadParts(int rounds) throws IOException {
        SplittableRandom random = Seed.random("LoadByDayTest");
        for (int round = 0; round < rounds; round++) {
            List<Sent> all = new ArrayList<>();
            long start = ns("2026-03-28T12:00:00Z");
            for (int i = 0; i < 200; i++) {
                all.add(new Sent(i, start + random.nextLong(0, 3) * DAY_NS + random.nextLong(DAY_NS)));
            }
            Division division = Division.parse(random.nextBoolean() ? "day:Europe/London" : "day:Asia/Tokyo");
            temp = temp.resolve("round");
            for (int part = 0; part < 3; part++) {
                int from = part == 2 ? 0 : random.nextInt(100);
                int to = part == 2 ? 200 : from + random.nextInt(1, 100);
                int cut = random.nextInt(from, to);
                load(division, LoadOptions.defaults().withDuplicates(Duplicates.SKIP), all.subList(from, cut),
                        all.subList(cut, to));
            }
            Map<String, List<Integer>> expected = new TreeMap<>();
            all.forEach(sent -> expected.computeIfAbsent(division.periodOf(sent.timeNs).name(), _ -> new ArrayList<>())
                    .add(sent.number));
            Map<String, List<Integer>> found = days();
            found.values().forEach(numbers -> numbers.sort(null));
            assertEquals(expected, found, "round=" + round);
        }
    }
}
