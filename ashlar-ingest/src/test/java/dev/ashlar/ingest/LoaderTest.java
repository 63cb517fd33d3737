// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.LoadReport.GroupRows;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.ingest.sample.SampleTotals;
import dev.ashlar.sbe.framing.FrameLayout;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.UnsplitMessages;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.Packets;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoaderTest {
    private static final int MESSAGES = 20_000;
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());

    @TempDir
    Path temp;
    private Path capture;
    private Path folder;
    private SampleTotals written;

    @BeforeEach
    void writeFeed() throws IOException {
        capture = temp.resolve("feed.pcap");
        folder = temp.resolve("day.store");
        written = SampleFeed.write(capture, SampleFeed.Options.messages(MESSAGES).withSecondLine(5_000));
    }

    private StoreWriter open() throws StoreException {
        return StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 18));
    }

    private LoadReport load(LoadOptions options, MessageSource source) throws IOException {
        Loader loader = new Loader(JOURNAL, options, this::open);
        try (loader; source) {
            loader.load(source, () -> { });
        }
        return loader.report();
    }

    private MessageSource arbitrated() throws IOException {
        return MessageSource.open(capture, SourceOptions.of(Framing.parse(SampleFeed.FRAMING))
                .withArbitration(Arbitration.PAIRS));
    }

    /// Position, time, sequence, row and bytes of all messages.
    private List<String> journal() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Store store = Store.open(folder); JournalCursor cursor = store.journal("messages").cursor()) {
            while (cursor.next()) {
                lines.add(cursor.position() + " " + cursor.timeNs() + " " + cursor.sequence() + " " + cursor.row() + " "
                        + Arrays.hashCode(cursor.memory().asSlice(cursor.offset(), cursor.length())
                        .toArray(ValueLayout.JAVA_BYTE)));
            }
        }
        return lines;
    }

    @Test
    void shouldLoadEveryMessageOnce() throws IOException {
        LoadReport report = load(LoadOptions.defaults(), arbitrated());
        assertEquals(written.messages(), report.messages());
        assertEquals(written.messageBytes(), report.messageBytes());
        assertTrue(report.isComplete(), report::toString);
        assertEquals(0, report.refused());
        Map<String, Long> templates = new LinkedHashMap<>();
        Map<String, Long> groups = new LinkedHashMap<>();
        for (TemplateRows template : report.templates()) {
            templates.put(template.name(), template.messages());
            for (GroupRows group : template.groups()) {
                groups.put(group.table(), group.rows());
            }
        }
        assertEquals(positive(written.messagesByTemplate()), positive(templates));
        assertEquals(positive(written.entriesByGroup()), positive(groups));
        assertEquals(written.packetsByLine().stream().mapToLong(Long::longValue).sum(), report.packets());
        assertTrue(report.elapsedNs() > 0, report::toString);
        // Systems that are not asked do not tell.
        assertTrue(report.storedBytes() == -1 || report.storedBytes() > written.messageBytes(), report::toString);
        assertEquals(1, report.inputs().getFirst().channels().size());
        try (Store store = Store.open(folder)) {
            assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
            assertTrue(store.info().clean());
        }
        assertTimesAndSequences();
    }

    private static Map<String, Long> positive(Map<String, Long> counts) {
        Map<String, Long> positive = new LinkedHashMap<>(counts);
        positive.values().removeIf(count -> count == 0);
        return positive;
    }

    /// As the source says them.
    private void assertTimesAndSequences() throws IOException {
        try (MessageSource source = arbitrated(); Store store = Store.open(folder);
                JournalCursor cursor = store.journal("messages").cursor()) {
            source.drain((context, memory, offset, length) -> {
                assertTrue(cursor.next());
                assertEquals(context.timeNs(), cursor.timeNs());
                assertEquals(context.packetSequence(), cursor.sequence());
                assertEquals(length, cursor.length());
                assertEquals(-1, MemorySegment.mismatch(memory, offset, offset + length, cursor.memory(),
                        cursor.offset(), cursor.offset() + length));
            });
            assertFalse(cursor.next());
        }
    }

    @Test
    void shouldGoOnWhereItWasStopped() throws IOException {
        load(LoadOptions.defaults(), arbitrated());
        List<String> whole = journal();
        folder = temp.resolve("parts.store");
        long handled = 0;
        for (int limit : List.of(1, 777, 3_001, MESSAGES)) {
            LoadReport report = load(LoadOptions.defaults().withSkip(handled).withLimit(limit), arbitrated());
            assertEquals(handled, report.skipped());
            handled = report.handled();
        }
        assertEquals(MESSAGES, handled);
        assertEquals(whole, journal());
    }

    @Test
    void shouldStopAfterThePacketAtHand() throws IOException {
        LoadOptions single = new LoadOptions(1, Duration.ZERO, 0, Long.MAX_VALUE, Duplicates.REFUSE);
        Loader loader = new Loader(JOURNAL, single, this::open);
        try (loader; MessageSource source = arbitrated()) {
            int[] packets = {0};
            loader.load(source, () -> {
                if (++packets[0] == 1_000) {
                    loader.stop();
                }
            });
            assertTrue(loader.isStopped());
        }
        LoadReport report = loader.report();
        assertTrue(report.messages() > 0 && report.messages() < MESSAGES, report::toString);
        assertEquals(report.messages(), journal().size());
        assertEquals(1_000, report.packets());
    }

    /// A raw file: no times, no sequence; and by another name for the same bytes.
    @Test
    void shouldLoadRawFiles() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (MessageSource source = arbitrated()) {
            source.drain((_, memory, offset, length) ->
                    bytes.writeBytes(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE)));
        }
        MessageValidator validator = new MessageValidator(SampleFeed.schema());
        Framing raw = Framing.raw((memory, offset, available) -> {
            var result = validator.validate(memory, offset, available);
            return result.isOk() ? result.decodedLength() : FrameLayout.INCOMPLETE;
        });
        for (int round = 0; round < 2; round++) {
            LoadReport report = load(LoadOptions.defaults(), MessageSource.open(
                    new ByteArrayInputStream(bytes.toByteArray()), "raw", SourceOptions.of(raw)));
            assertEquals(MESSAGES, report.messages());
        }
        try (Store store = Store.open(folder); JournalCursor cursor = store.journal("messages").cursor()) {
            for (int i = 0; i < 2 * MESSAGES; i++) {
                assertTrue(cursor.next());
                assertEquals(i, cursor.sequence());
                assertEquals(0, cursor.timeNs());
            }
            assertFalse(cursor.next());
        }
    }

    @Test
    void shouldRecordWhatItCannotTakeApart() throws IOException {
        Path odd = temp.resolve("odd.pcap");
        List<byte[]> messages = List.of(new byte[] {1, 2, 3}, header(200, 4_712), header(5, 99), known(),
                header(5, 4_712));
        frames(odd, messages);
        LoadReport report = load(LoadOptions.defaults(), MessageSource.open(odd, SourceOptions.of(
                Framing.parse("length=u16le"))));
        assertEquals(messages.size(), report.messages());
        assertEquals(4, report.refused());
        assertFalse(report.isComplete());
        assertEquals(List.of(1L, 1L, 1L, 1L), List.of(count(report, Status.HEADER_TOO_LONG),
                count(report, Status.UNKNOWN_TEMPLATE), count(report, Status.OTHER_SCHEMA),
                count(report, Status.BLOCK_TOO_LONG)));
        try (Store store = Store.open(folder); JournalCursor cursor = store.journal("messages").cursor()) {
            for (byte[] message : messages) {
                assertTrue(cursor.next());
                assertEquals(-1, MemorySegment.ofArray(message).mismatch(
                        cursor.memory().asSlice(cursor.offset(), cursor.length())));
                assertEquals(message == messages.get(3), cursor.row() >= 0);
            }
        }
    }

    private static long count(LoadReport report, Status status) {
        return report.refusals().stream().filter(refusal -> refusal.status() == status)
                .mapToLong(UnsplitMessages::count).sum();
    }

    /// A message that ends with its header.
    private static byte[] header(int templateId, int schemaId) {
        return new byte[] {20, 0, (byte) templateId, 0, (byte) schemaId, (byte) (schemaId >> 8), 2, 0};
    }

    private static byte[] known() {
        byte[] heartbeat = new byte[8 + 12];
        System.arraycopy(header(1, 4_712), 0, heartbeat, 0, 8);
        heartbeat[0] = 12;
        return heartbeat;
    }

    private static void frames(Path file, List<byte[]> messages) throws IOException {
        try (PcapWriter writer = PcapWriter.create(file)) {
            for (byte[] message : messages) {
                byte[] frame = Packets.join(new byte[] {(byte) (message.length + 2), (byte) (message.length + 2 >> 8)},
                        message);
                writer.writeUdp(1_000, 1, 2, 3, 4, MemorySegment.ofArray(frame), 0, frame.length);
            }
        }
    }

    @Test
    void shouldLeaveNoTraceOfAnotherProtocol() throws IOException {
        Path other = temp.resolve("other.pcap");
        frames(other, Collections.nCopies(1_000, header(5, 99)));
        Loader loader = new Loader(JOURNAL, LoadOptions.defaults(), this::open);
        try (loader; MessageSource source = MessageSource.open(other,
                SourceOptions.of(Framing.parse("length=u16le")))) {
            loader.load(source, () -> { });
        }
        assertFalse(loader.isStoring());
        assertEquals(0, loader.report().messages());
        assertFalse(Files.exists(folder));
    }

    @Test
    void shouldGiveUpAnInputThatIsLongAndOfAnotherProtocol() throws IOException {
        Path other = temp.resolve("other.pcap");
        byte[] big = Arrays.copyOf(header(5, 99), 60_000);
        frames(other, Collections.nCopies(1_000, big));
        Loader loader = new Loader(JOURNAL, LoadOptions.defaults(), this::open);
        try (loader; MessageSource source = MessageSource.open(other,
                SourceOptions.of(Framing.parse("length=u16le")))) {
            IngestReport report = loader.load(source, () -> { });
            assertTrue(report.messages() < 300, report::toString);
        }
        assertTrue(loader.isFull());
        assertFalse(Files.exists(folder));
    }

    @Test
    void shouldCountWhatIsLongerThanAChunk() throws IOException {
        Path file = temp.resolve("long.raw");
        byte[] longest = Arrays.copyOf(known(), (1 << 18) + 1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] message : List.of(known(), longest, known())) {
            int length = message.length + 4;
            bytes.writeBytes(new byte[] {(byte) length, (byte) (length >> 8), (byte) (length >> 16), 0});
            bytes.writeBytes(message);
        }
        Files.write(file, bytes.toByteArray());
        LoadReport report = load(LoadOptions.defaults(), MessageSource.open(file,
                SourceOptions.of(Framing.parse("length=u32le"))));
        assertEquals(List.of(2L, 1L, 3L), List.of(report.messages(), report.tooLong(), report.handled()));
        assertFalse(report.isComplete());
    }

    @Test
    void shouldKeepWhatCameBeforeTheStoreFailed() throws IOException {
        // Four chunks, and no more.
        StoreOptions small = new StoreOptions(1 << 18, 1 << 21, 1 << 21, StoreOptions.defaults().durability(),
                StoreOptions.defaults().syncInterval());
        Loader loader = new Loader(JOURNAL, LoadOptions.defaults(), () -> StoreWriter.open(folder, small));
        try (loader; MessageSource source = arbitrated()) {
            assertThrows(StoreException.class, () -> loader.load(source, () -> { }));
            assertThrows(IllegalStateException.class, () -> loader.load(source, () -> { }));
        }
        assertEquals(loader.report().messages(), journal().size());
        try (Store store = Store.open(folder)) {
            assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
        }
    }

    @Test
    void shouldRefuseNothingOfAnOpenStore() throws IOException {
        try (StoreWriter writer = open()) {
            writer.define(JOURNAL);
            JournalWriter recorder = writer.journalWriter("messages");
            assertEquals((1 << 18) - 32, recorder.maxLength());
            writer.requireFit(JOURNAL);
            assertThrows(StoreException.class,
                    () -> writer.requireFit(new JournalDefinition("other", SampleFeed.schema())));
            assertThrows(IllegalArgumentException.class, () -> new JournalDefinition("Trade", SampleFeed.schema()));
        }
    }
}
