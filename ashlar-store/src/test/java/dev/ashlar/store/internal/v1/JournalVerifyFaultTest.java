// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.journal.FrameIndex;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One byte of a journal, of its index or of its tables is not as it was: verify says so, and names the place and no
/// other.
class JournalVerifyFaultTest {
    private static final int MESSAGES = 150;
    private static final long ROW_AT = StoreLayout.offset(StoreLayout.FRAME, "row");

    @TempDir
    Path folder;
    private Path extent;
    private final List<Long> positions = new ArrayList<>();
    /// Where frames begin in the extent, and where they end.
    private final List<Long> offsets = new ArrayList<>();
    private final List<Long> ends = new ArrayList<>();

    @BeforeEach
    void makeStore() throws StoreException {
        extent = folder.resolve("extents/0000.ext");
        try (StoreWriter writer = Orders.writer(folder, MESSAGES)) {
            try (JournalCursor cursor = writer.journal(Orders.NAME).cursor()) {
                while (cursor.next()) {
                    positions.add(cursor.position());
                    offsets.add(cursor.offset() - StoreLayout.FRAME_BYTES);
                    ends.add(cursor.offset() + cursor.length());
                }
            }
        }
    }

    @Test
    void shouldFindNothingInASoundJournal() throws StoreException {
        VerifyReport report = verify(VerifyOptions.all());
        assertTrue(report.isSound(), report::toString);
        assertEquals(MESSAGES, report.messages());
        assertEquals(0, verify(VerifyOptions.quick()).messages());
    }

    @Test
    void shouldFindEachByteOfAFrame() throws IOException {
        // The first of all, the first of a chunk, and the last of all.
        int last = 0;
        while (positions.get(last + 1) < 4096) {
            last++;
        }
        for (int n : new int[] {0, last + 1, MESSAGES - 1}) {
            for (long at = offsets.get(n); at < ends.get(n); at++) {
                TestFiles.flip(extent, at);
                List<Finding> found = findings(Orders.NAME);
                TestFiles.flip(extent, at);
                String place = "n=" + n + ", at=" + (at - offsets.get(n)) + ": " + found;
                assertEquals(1, found.size(), place);
                Finding finding = found.getFirst();
                assertEquals(positions.get(n), finding.first(), place);
                assertEquals(offsets.get(n), finding.offset(), place);
                // To the next frame, or to the end of what the chunk has in use.
                assertTrue(finding.end() >= finding.first() + ends.get(n) - offsets.get(n)
                        && (n + 1 == MESSAGES || finding.end() <= positions.get(n + 1)), place);
                assertEquals("positions", finding.unit());
                assertTrue(finding.file().endsWith("0000.ext"), place);
            }
        }
        assertTrue(verify(VerifyOptions.all()).isSound());
    }

    /// What lies between frames means nothing, and readers never look at it.
    @Test
    void shouldNotMindWhatLiesBetweenFrames() throws IOException {
        int gaps = 0;
        for (int n = 0; n + 1 < MESSAGES; n++) {
            boolean padded = ends.get(n) % 8 != 0;
            if (padded) {
                TestFiles.flip(extent, ends.get(n));
                gaps++;
            }
        }
        assertTrue(gaps > 50);
        assertTrue(verify(VerifyOptions.all()).isSound());
    }

    @Test
    void shouldTellDamagedFramesApart() throws IOException {
        TestFiles.flip(extent, offsets.get(3));
        TestFiles.flip(extent, offsets.get(9) + ROW_AT);
        TestFiles.flip(extent, offsets.get(10) + 4);
        List<Finding> found = findings(Orders.NAME);
        assertEquals(List.of(positions.get(3), positions.get(9)), found.stream().map(Finding::first).toList(),
                found::toString);
        assertEquals(List.of(positions.get(4), positions.get(11)), found.stream().map(Finding::end).toList(),
                found::toString);
    }

    @Test
    void shouldFindEachByteOfTheIndex() throws IOException {
        String index = Orders.NAME + "$index";
        long at = chunkOffset(index);
        int rows;
        try (ReadStore store = ReadStore.open(folder, new StoreDisk())) {
            rows = (int) store.find(index).chain().end();
        }
        assertTrue(rows > 2);
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < FrameIndex.ROW_BYTES; i++) {
                TestFiles.flip(extent, at + row * FrameIndex.ROW_BYTES + i);
                List<Finding> found = verify(VerifyOptions.all()).findings();
                TestFiles.flip(extent, at + row * FrameIndex.ROW_BYTES + i);
                assertEquals(1, found.size(), found::toString);
                assertEquals(index, found.getFirst().container());
                assertEquals(row, found.getFirst().first(), found::toString);
                assertEquals(at + row * FrameIndex.ROW_BYTES, found.getFirst().offset());
            }
        }
    }

    /// What was before the first message that is left only the index knows: a row that is wrong there may make the next
    /// one look wrong, but no others. Greatest times and sequences may be exceeded so soon that nobody can tell.
    @Test
    void shouldFindEachByteOfTheIndexWhereMessagesWereRetired() throws IOException {
        long first;
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Orders.record(writer.journalWriter(Orders.NAME), MESSAGES, 400);
            writer.retireMessagesBefore(Orders.NAME, Orders.time(250));
            first = writer.journal(Orders.NAME).firstPosition();
        }
        int begin;
        try (ReadStore store = ReadStore.open(folder, new StoreDisk())) {
            FrameIndex index = store.container(Orders.NAME, OfJournal.class).frames().index();
            begin = (int) index.lastAt(first);
            assertTrue(begin > 1 && begin + 2 < index.chain().end());
        }
        long at = chunkOffset(Orders.NAME + "$index");
        for (int row = begin - 1; row < begin + 2; row++) {
            for (int i = 0; i < FrameIndex.ROW_BYTES; i++) {
                TestFiles.flip(extent, at + row * FrameIndex.ROW_BYTES + i);
                List<Finding> found = verify(VerifyOptions.all()).findings();
                TestFiles.flip(extent, at + row * FrameIndex.ROW_BYTES + i);
                String place = "row=" + row + ", begin=" + begin + ", at=" + i + ": " + found;
                boolean doubtful = row == begin && i >= FrameIndex.TIME && i < FrameIndex.MESSAGES;
                assertTrue(doubtful || found.isEmpty() == row < begin, place);
                assertTrue(found.size() <= 2, place);
                for (Finding finding : found) {
                    assertTrue(finding.first() == row || finding.first() == row + 1, place);
                }
            }
        }
    }

    @Test
    void shouldFindEachByteOfTheEntriesOfJournalAndIndex() throws IOException {
        for (String name : List.of(Orders.NAME, Orders.NAME + "$index")) {
            long entry;
            try (ReadStore store = ReadStore.open(folder, new StoreDisk())) {
                entry = store.find(name).chain().links()[0].entry().at();
            }
            for (int i = 0; i < StoreLayout.ENTRY_BYTES; i += name.equals(Orders.NAME) ? 1 : 3) {
                TestFiles.flip(extent, entry + i);
                VerifyReport report = verify(VerifyOptions.all().withoutReplay());
                TestFiles.flip(extent, entry + i);
                assertTrue(!report.isSound(), name + " at " + i);
            }
        }
    }

    /// Zeros where a journal was, and a chunk full of what looks like long frames: told in time.
    @Test
    void shouldTellOfAWholeChunkAtOnce() throws IOException {
        long chunk = chunkOffset(Orders.NAME);
        for (byte[] piece : new byte[][] {new byte[8], {0, 1, 0, 0, 0, 0, 0, 0}}) {
            try (RandomAccessFile file = new RandomAccessFile(extent.toFile(), "rw")) {
                file.seek(chunk);
                for (int i = 0; i < 4096 / 8; i++) {
                    file.write(piece);
                }
            }
            List<Finding> found = findings(Orders.NAME);
            assertEquals(0, found.getFirst().first(), found::toString);
            assertTrue(found.stream().allMatch(finding -> finding.end() <= 4096), found::toString);
            try (Store store = Store.open(folder); JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
                assertTrue(cursor.seekPosition(4096));
            }
        }
    }

    private long chunkOffset(String container) throws StoreException {
        try (ReadStore store = ReadStore.open(folder, new StoreDisk())) {
            Link link = store.find(container).chain().links()[0];
            return link.offset();
        }
    }

    private VerifyReport verify(VerifyOptions options) throws StoreException {
        try (Store store = Store.open(folder)) {
            return store.verify(options);
        }
    }

    /// All that is found; of one container, or it is too much.
    private List<Finding> findings(String container) throws StoreException {
        VerifyReport report = verify(VerifyOptions.all());
        assertEquals(List.of(container), report.findings().stream().map(Finding::container).distinct()
                .collect(Collectors.toList()), report::toString);
        return report.findings();
    }
}
