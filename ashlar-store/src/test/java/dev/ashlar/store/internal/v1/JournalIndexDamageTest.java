// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.journal.FrameIndex;
import dev.ashlar.store.internal.v1.journal.Frames;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bytes of the entries and rows of a journal's index are not as they were: whoever reads the journal learns so by a
/// [CorruptChunkException], or gets an answer.
class JournalIndexDamageTest {
    private static final int MESSAGES = 600;

    @TempDir
    Path folder;
    private final SplittableRandom random = Seed.random("JournalIndexDamageTest");

    @BeforeEach
    void makeStore() throws StoreException {
        Orders.writer(folder, MESSAGES).close();
    }

    private record Place(long entry, long rows, int bytes) { }

    private Place index() throws StoreException {
        try (ReadStore store = ReadStore.open(folder, new StoreDisk())) {
            Chain.Link link = ((Frames) store.journal(Orders.NAME)).index().chain().links()[0];
            return new Place(store.extents.geometry().entryOffset(link.chunk()), link.offset(),
                    (int) (link.count() * FrameIndex.ROW_BYTES));
        }
    }

    @Test
    void shouldSayThatItIsDamagedOrAnswer() throws IOException {
        Place place = index();
        for (int round = 0; round < 400; round++) {
            long at = random.nextInt(3) == 0 ? place.rows + random.nextInt(place.bytes)
                    : place.entry + random.nextInt(StoreLayout.ENTRY_BYTES);
            int was = swap(at, random.nextInt(256));
            try (Store store = Store.open(folder)) {
                ask(store.journal(Orders.NAME), at);
            }
            swap(at, was);
        }
    }

    @Test
    void shouldSayThatItIsDamagedWhereAllOfItIsMissing() throws IOException {
        Place place = index();
        for (int i = 0; i < StoreLayout.ENTRY_BYTES; i++) {
            swap(place.entry + i, 0);
        }
        try (Store store = Store.open(folder)) {
            ask(store.journal(Orders.NAME), place.entry);
        }
        // A writer continues from the last row of the index.
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Orders.record(writer.journalWriter(Orders.NAME), MESSAGES, MESSAGES + 1);
        } catch (StoreException e) {
            assertTrue(e.getMessage().contains(Orders.NAME + "$index"), e.getMessage());
        }
    }

    private void ask(Journal journal, long at) {
        long time = Orders.time(MESSAGES / 2);
        long sequence = Orders.sequence(MESSAGES / 2);
        List<ToLongFunction<JournalCursor>> questions = List.of(_ -> journal.messageCount(),
                cursor -> cursor.seekTime(time) ? cursor.position() : -1,
                cursor -> cursor.seekSequence(sequence) ? cursor.position() : -1,
                cursor -> cursor.seekTime(Long.MAX_VALUE) ? 1 : 0,
                cursor -> cursor.next() && cursor.previous() ? 1 : 0,
                cursor -> cursor.seekPositionOrAfter(journal.endPosition() / 2) && cursor.previous() ? 1 : 0);
        for (ToLongFunction<JournalCursor> question : questions) {
            try (JournalCursor cursor = journal.cursor()) {
                question.applyAsLong(cursor);
            } catch (CorruptChunkException e) {
                assertTrue(e.getMessage().contains(Orders.NAME), e.getMessage());
            } catch (RuntimeException e) {
                throw new AssertionError("at=" + at + ", question=" + questions.indexOf(question), e);
            }
        }
    }

    private int swap(long at, int value) throws IOException {
        try (RandomAccessFile content = new RandomAccessFile(folder.resolve("extents/0000.ext").toFile(), "rw")) {
            content.seek(at);
            int was = content.read();
            content.seek(at);
            content.write(value);
            return was;
        }
    }
}
