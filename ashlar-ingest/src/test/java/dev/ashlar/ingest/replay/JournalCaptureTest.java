// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.live.ArchiveTarget;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What was recorded is read back from its capture, in each framing.
class JournalCaptureTest {
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    private static final long START = 1_767_571_200_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;
    private static final int MESSAGES = 300;
    private static final int BYTES = 20;

    @TempDir
    Path temp;

    private record Message(int number, long timeNs, long sequence) { }

    /// Three messages in each packet, one every half hour.
    private static List<Message> messages() {
        return IntStream.range(0, MESSAGES)
                .mapToObj(i -> new Message(i, START + i / 3 * (HOUR / 2), 1 + i / 3)).toList();
    }

    private Archive archive() throws StoreException {
        return archive(ArchiveOptions.daily(ZoneOffset.UTC));
    }

    private Archive archive(ArchiveOptions options) throws StoreException {
        try (ArchiveTarget target = ArchiveTarget.open(temp.resolve("feed"), options.withStore(
                StoreOptions.defaults().withChunkBytes(1 << 16)), JOURNAL, START)) {
            for (Message message : messages()) {
                ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
                bytes.putShort((short) 12).putShort((short) 1).putShort((short) SampleFeed.schema().id());
                bytes.putShort((short) 2).putInt(message.number);
                target.record(MemorySegment.ofArray(bytes.array()), 0, BYTES, message.timeNs, message.sequence);
            }
        }
        return Archive.open(temp.resolve("feed"));
    }

    private static List<Message> read(JournalCapture capture, Framing framing) throws IOException {
        List<Message> found = new ArrayList<>();
        try (MessageSource source = MessageSource.open(capture, "feed", SourceOptions.of(framing))) {
            IngestReport report = source.drain((context, memory, offset, length) -> {
                assertEquals(BYTES, length);
                found.add(new Message(memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset + 8), context.timeNs(),
                        context.packetSequence()));
            });
            assertTrue(report.isComplete(), report::toString);
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(strings = {"cme-mdp3", "cme-ilink3", "b3", "sofh", "length=u16be", "raw",
        "packet=8,sequence=u32be@0,count=u16le@4,length=u32le,counts=message,message=4,align=8"})
    void shouldGiveBackWhatWasRecorded(String name) throws Exception {
        Framing framing = Framing.parse(name, MessageLength.of(SampleFeed.schema()));
        boolean numbered = framing.packet().sequence().isPresent();
        List<Message> expected = messages().stream().map(message -> numbered ? message : new Message(message.number,
                message.timeNs, MessageContext.NO_SEQUENCE)).toList();
        try (Archive archive = archive()) {
            assertEquals(expected, read(JournalCapture.of(archive, "messages", "", "", framing), framing));
        }
    }

    @Test
    void shouldGiveARangeOfDays() throws Exception {
        Framing framing = Framing.parse("cme-mdp3");
        try (Archive archive = archive()) {
            List<Message> second = messages().stream().filter(message -> message.timeNs >= START + 24 * HOUR
                    && message.timeNs < START + 48 * HOUR).toList();
            assertEquals(144, second.size());
            assertEquals(second, read(JournalCapture.of(archive, "messages", "2026-01-06", "2026-01-06", framing), framing));
            assertThrows(StoreException.class, () -> JournalCapture.of(archive, "messages", "2026-02-01", "", framing));
            assertThrows(StoreException.class, () -> read(JournalCapture.of(archive, "others", "", "", framing), framing));
        }
        try (Archive archive = Archive.open(temp.resolve("feed"))) {
            assertEquals(144, read(JournalCapture.of(archive.openDay("2026-01-06"), "messages", framing), framing).size());
        }
    }

    /// A replay sends the days before a damaged one, and then fails with its name.
    @Test
    void shouldSayWhichDayIsDamaged() throws Exception {
        Framing framing = Framing.parse("cme-mdp3");
        archive().close();
        Path head = temp.resolve("feed/2026-01-06/store.head");
        assertTrue(head.toFile().setWritable(true));
        Files.write(head, new byte[10]);
        try (Archive archive = Archive.open(temp.resolve("feed"))) {
            StoreException damaged = assertThrows(StoreException.class, () -> read(JournalCapture.of(archive, "messages", "",
                    "", framing), framing));
            assertTrue(damaged.getMessage().contains("2026-01-06"), damaged::getMessage);
            assertEquals(MESSAGES - 288, read(JournalCapture.of(archive, "messages", "2026-01-07", "", framing), framing).size());
        }
    }

    @Test
    void shouldGiveARangeOfHours() throws Exception {
        Framing framing = Framing.parse("cme-mdp3");
        try (Archive archive = archive(ArchiveOptions.hourly(ZoneOffset.UTC))) {
            assertEquals(144, read(JournalCapture.of(archive, "messages", "2026-01-06", "2026-01-06", framing), framing).size());
            assertEquals(MESSAGES - 144, read(JournalCapture.of(archive, "messages", "2026-01-06", "", framing), framing).size());
            assertEquals(12, read(JournalCapture.of(archive, "messages", "2026-01-05T03+0000", "2026-01-05T04+0000", framing),
                    framing).size());
            for (String none : List.of("2026-1-6", "2026-01-06T25+0000", "yesterday")) {
                StoreException e = assertThrows(StoreException.class, () -> JournalCapture.of(archive, "messages", none, "",
                        framing));
                assertTrue(e.getMessage().contains("such as 2026-01-05T13+0000"), e::getMessage);
            }
        }
    }
}
