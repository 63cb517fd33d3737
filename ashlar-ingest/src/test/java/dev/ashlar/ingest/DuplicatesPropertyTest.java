// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Cuts a capture into parts that overlap, and loads them in any order.
class DuplicatesPropertyTest {
    private static final int MESSAGES = 6_000;
    private static final int HEADER_BYTES = 24;
    private static final int RECORD_BYTES = 16;
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    private static final SourceOptions SOURCE = SourceOptions.of(Framing.parse(SampleFeed.FRAMING));

    private final SplittableRandom random = Seed.random("DuplicatesPropertyTest");
    @TempDir
    Path temp;
    private byte[] capture;
    /// Where packets begin in the capture, and its end.
    private final List<Integer> packets = new ArrayList<>();
    /// Messages before each packet.
    private long[] before;

    @BeforeEach
    void writeFeed() throws IOException {
        Path file = temp.resolve("feed.pcap");
        SampleFeed.write(file, SampleFeed.Options.messages(MESSAGES));
        capture = Files.readAllBytes(file);
        ByteBuffer bytes = ByteBuffer.wrap(capture).order(ByteOrder.LITTLE_ENDIAN);
        int at = HEADER_BYTES;
        for (; at < capture.length; at += RECORD_BYTES + bytes.getInt(at + 8)) {
            packets.add(at);
        }
        packets.add(at);
        before = new long[packets.size()];
        try (MessageSource source = source(0, packets.size() - 1)) {
            source.drain((context, _, _, _) -> before[(int) context.packetIndex() + 1]++);
        }
        for (int i = 1; i < before.length; i++) {
            before[i] += before[i - 1];
        }
    }

    /// A capture of the packets `from` to `to`, exclusive.
    private MessageSource source(int from, int to) throws IOException {
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        part.write(capture, 0, HEADER_BYTES);
        part.write(capture, packets.get(from), packets.get(to) - packets.get(from));
        return MessageSource.open(new ByteArrayInputStream(part.toByteArray()), "part", SOURCE);
    }

    private LoadReport load(Path folder, Duplicates duplicates, long skip, int from, int to) throws IOException {
        return load(folder, LoadOptions.defaults().withDuplicates(duplicates).withSkip(skip), source(from, to));
    }

    private static LoadReport load(Path folder, LoadOptions options, MessageSource source) throws IOException {
        Loader loader = new Loader(JOURNAL, options,
                () -> StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 16)));
        try (loader; source) {
            loader.load(source, () -> { });
        }
        return loader.report();
    }

    private DuplicateCheck.Found check(Path folder, int from, int to) throws IOException {
        return check(folder, LoadOptions.defaults(), from, to);
    }

    private DuplicateCheck.Found check(Path folder, LoadOptions options, int from, int to) throws IOException {
        try (Store store = Store.open(folder); MessageSource source = source(from, to);
                DuplicateCheck check = new DuplicateCheck(store.journal("messages"), options)) {
            check.check(source, () -> { });
            return check.found();
        }
    }

    private long messages(BitSet of) {
        return of.stream().mapToLong(packet -> before[packet + 1] - before[packet]).sum();
    }

    @Test
    void shouldStoreEachMessageOnceHoweverPartsOverlap() throws IOException {
        for (int round = 0; round < 8; round++) {
            Path folder = temp.resolve("skip" + round);
            BitSet stored = new BitSet();
            for (int part = 0; part < 6; part++) {
                int from = random.nextInt(packets.size() - 2);
                int to = from + 1 + random.nextInt(Math.min(packets.size() - 1 - from, 400));
                BitSet wanted = new BitSet();
                wanted.set(from, to);
                BitSet known = (BitSet) wanted.clone();
                known.and(stored);
                if (part > 0) {
                    DuplicateCheck.Found found = check(folder, from, to);
                    assertEquals(messages(known), found.duplicates(), () -> from(from, to, stored));
                }
                LoadReport report = load(folder, Duplicates.SKIP, 0, from, to);
                assertEquals(messages(known), report.duplicates(), () -> from(from, to, stored));
                assertEquals(messages(wanted) - messages(known), report.messages());
                stored.or(wanted);
            }
            assertEquals(messages(stored), sequences(folder).size());
        }
    }

    private static String from(int from, int to, BitSet stored) {
        return "from=" + from + ", to=" + to + ", stored=" + stored;
    }

    private static List<Long> sequences(Path folder) throws IOException {
        List<Long> sequences = new ArrayList<>();
        try (Store store = Store.open(folder); JournalCursor cursor = store.journal("messages").cursor()) {
            while (cursor.next()) {
                sequences.add(cursor.sequence());
            }
        }
        return sequences;
    }

    @Test
    void shouldTakeTheNextCaptureForNew() throws IOException {
        Path folder = temp.resolve("hours");
        int half = packets.size() / 2;
        load(folder, Duplicates.REFUSE, 0, 0, half);
        assertEquals(0, check(folder, half, packets.size() - 1).duplicates());
        LoadReport next = load(folder, Duplicates.REFUSE, 0, half, packets.size() - 1);
        assertEquals(before[before.length - 1], next.messages() + before[half]);
        // An hour before those that are there is new as well.
        Path later = temp.resolve("later");
        load(later, Duplicates.REFUSE, 0, half, packets.size() - 1);
        assertEquals(0, check(later, 0, half).duplicates());
        load(later, Duplicates.REFUSE, 0, 0, half);
        assertEquals(sequences(folder).stream().sorted().toList(), sequences(later).stream().sorted().toList());
    }

    @Test
    void shouldRefuseWhatIsThereAndSayHowToGoOn() throws IOException {
        int cut = 1 + random.nextInt(packets.size() - 3);
        Path folder = temp.resolve("again");
        load(folder, Duplicates.REFUSE, 0, 0, cut);
        DuplicateCheck.Found found = check(folder, 0, packets.size() - 1);
        assertEquals(before[cut], found.duplicates());
        assertEquals(before[cut], found.leading());
        assertTrue(found.isPrefix(0), found::toString);
        assertThrows(DuplicateMessageException.class,
                () -> load(folder, Duplicates.REFUSE, 0, 0, packets.size() - 1));
        assertEquals(before[cut], sequences(folder).size());
        load(folder, Duplicates.REFUSE, found.leading(), 0, packets.size() - 1);
        assertEquals(before[before.length - 1], sequences(folder).size());
    }

    /// A load that was stopped inside a packet continues inside it, though the rest of it has the same time and
    /// sequence.
    @Test
    void shouldGoOnInsideOfAPacket() throws IOException {
        Path folder = temp.resolve("inside");
        long all = before[before.length - 1];
        long first = 1 + random.nextLong(all - 1);
        load(folder, LoadOptions.defaults().withLimit(first), source(0, packets.size() - 1));
        LoadReport rest = load(folder, Duplicates.REFUSE, first, 0, packets.size() - 1);
        assertEquals(all, first + rest.messages());
        load(folder, Duplicates.KEEP, 0, 0, packets.size() - 1);
        assertEquals(2 * all, sequences(folder).size());
    }

    @Test
    void shouldTellWhetherWhatIsSkippedIsThere() throws IOException {
        Path folder = temp.resolve("skipped");
        int half = packets.size() / 2;
        long there = before[half];
        load(folder, Duplicates.REFUSE, 0, 0, half);
        for (Duplicates duplicates : List.of(Duplicates.REFUSE, Duplicates.SKIP)) {
            for (long skip : new long[] {0, 1, there, there + 1, before[before.length - 1]}) {
                LoadOptions options = LoadOptions.defaults().withDuplicates(duplicates).withSkip(skip);
                assertEquals(skip <= there, check(folder, options, 0, packets.size() - 1).skipped(),
                        () -> "skip=" + skip + ", there=" + there);
            }
        }
    }

    @Test
    void shouldFindTheSameMessageTwiceInAPacketTwice() throws IOException {
        byte[] message = new byte[20];
        ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).putShort((short) 12).putShort((short) 1)
                .putShort((short) SampleFeed.schema().id()).putShort((short) 2);
        Path folder = temp.resolve("twins");
        for (int copies : new int[] {2, 3}) {
            ByteBuffer packet = ByteBuffer.allocate(12 + copies * 22).order(ByteOrder.LITTLE_ENDIAN);
            packet.putInt(7).putLong(1);
            for (int i = 0; i < copies; i++) {
                packet.putShort((short) 22).put(message);
            }
            Path file = temp.resolve("twins.pcap");
            try (PcapWriter writer = PcapWriter.create(file)) {
                writer.writeUdp(1_000_000_000L, 1, 1, 2, 2, MemorySegment.ofArray(packet.array()), 0,
                        packet.capacity());
            }
            load(folder, LoadOptions.defaults().withDuplicates(Duplicates.SKIP), MessageSource.open(file, SOURCE));
            assertEquals(copies, sequences(folder).size());
        }
    }
}
