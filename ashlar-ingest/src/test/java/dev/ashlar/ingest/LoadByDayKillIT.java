// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.ChildProcess;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A load into an archive is killed wherever it is. To load the same captures again, and to leave out what is there,
/// gives every message once.
class LoadByDayKillIT {
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    private static final int MESSAGES = 3_000;
    /// So that the capture is longer than what is read ahead of it.
    private static final int FRAME_BYTES = 1_000;
    private static final int DAYS = 4;
    private static final String CAPTURE = "feed.pcap";

    @TempDir
    Path temp;

    /// Loads a capture whose input stops after a number of bytes.
    static final class Program {
        public static void main(String[] args) throws IOException {
            Path folder = Path.of(args[0]);
            load(folder, new Stalling(new ByteArrayInputStream(Files.readAllBytes(folder.resolve(CAPTURE))),
                    Integer.parseInt(args[1])));
        }
    }

    private static final class Stalling extends FilterInputStream {
        private int left;

        Stalling(InputStream in, int bytes) {
            super(in);
            left = bytes;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (left == 0) {
                System.out.println("stalled");
                // Until it is killed, or who would kill it is gone.
                while (System.in.read() >= 0) {
                    continue;
                }
                Runtime.getRuntime().halt(1);
            }
            int read = super.read(bytes, offset, Math.min(left, length));
            left -= Math.max(0, read);
            return read;
        }
    }

    private static LoadReport load(Path folder, InputStream capture) throws IOException {
        ArchiveOptions options = ArchiveOptions.daily(ZoneOffset.UTC).withStore(StoreOptions.defaults()
                .withChunkBytes(1 << 16));
        Loader loader = Loader.byDay(JOURNAL, LoadOptions.defaults().withDuplicates(Duplicates.SKIP), opener ->
                ArchiveWriter.open(folder.resolve("feed"), options, opener));
        try (loader; MessageSource source = MessageSource.open(capture, CAPTURE, SourceOptions.of(Framing
                .parse("length=u16be")))) {
            loader.load(source, () -> { });
        }
        return loader.report();
    }

    /// Heartbeats, of which some are of the day before.
    private static void write(Path capture) throws IOException {
        long start = Instant.parse("2026-01-06T00:00:00Z").getEpochSecond() * 1_000_000_000L;
        long step = (DAYS - 1) * 86_400_000_000_000L / MESSAGES;
        try (PcapWriter writer = new PcapWriter(Channels.newChannel(Files.newOutputStream(capture)))) {
            for (int i = 0; i < MESSAGES; i++) {
                ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES).putShort((short) FRAME_BYTES);
                frame.order(ByteOrder.LITTLE_ENDIAN).putShort((short) 12).putShort((short) 1);
                frame.putShort((short) SampleFeed.schema().id()).putShort((short) 2).putInt(i);
                long time = start + i * step - (i % 1_000 == 999 ? 86_400_000_000_000L : 0);
                writer.writeUdp(time, PcapWriter.address(10, 0, 0, 1), 1, PcapWriter.address(10, 0, 0, 2), 2,
                        MemorySegment.ofArray(frame.array()), 0, FRAME_BYTES);
            }
        }
    }

    private static List<Integer> stored(Path folder) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        try (Archive archive = Archive.open(folder.resolve("feed"))) {
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
            assertEquals(DAYS, archive.days().size());
            for (Archive.Day day : archive.days()) {
                try (Store store = archive.openDay(day.name()); JournalCursor cursor = store.journal("messages").cursor()) {
                    while (cursor.next()) {
                        numbers.add(cursor.memory().get(ValueLayout.JAVA_INT_UNALIGNED, cursor.offset() + 8));
                    }
                }
            }
        }
        return numbers.stream().sorted().toList();
    }

    @Test
    void shouldGoOnAfterAKill() throws Exception {
        int continued = 0;
        for (int eighth = 2; eighth <= 8; eighth += 2) {
            Path folder = Files.createDirectory(temp.resolve("killed" + eighth));
            write(folder.resolve(CAPTURE));
            int bytes = (int) (Files.size(folder.resolve(CAPTURE)) * eighth / 8) - 5;
            try (ChildProcess child = new ChildProcess(List.of("-XX:TieredStopAtLevel=1"), Program.class, folder, bytes)) {
                assertEquals("stalled", child.hear());
                child.kill();
            }
            LoadReport report = load(folder, Files.newInputStream(folder.resolve(CAPTURE)));
            assertEquals(MESSAGES, report.messages() + report.duplicates(), "eighth=" + eighth);
            continued += report.duplicates() > 0 ? 1 : 0;
            assertEquals(IntStream.range(0, MESSAGES).boxed().toList(), stored(folder), "eighth=" + eighth);
        }
        assertTrue(continued > 1, "hardly any load had stored something when it was killed: continued=" + continued);
    }
}
