// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.archive.Feed;
import dev.ashlar.store.StoreException;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The head has the times of all messages, also of those without rows, and no journal is read for it: a feed waits
/// while a day is sealed.
class JournalTimesTest {
    private static final ArchiveOptions DAILY = ArchiveOptions.daily(ZoneOffset.UTC).withStore(Feed.SMALL);
    private static final long NOON = Feed.ns("2026-01-01T12:00:00Z");

    @TempDir
    Path folder;
    private final Feed feed = new Feed();

    private ArchiveWriter open() throws StoreException {
        return ArchiveWriter.open(folder.resolve("archive"), DAILY, feed);
    }

    /// Times less noon; empty if unknown.
    private List<Long> times() throws StoreException {
        try (Archive archive = Archive.open(folder.resolve("archive"))) {
            Archive.Table journal = archive.days().getFirst().tables().stream().filter(table -> table.kind()
                    .equals("journal")).findFirst().orElseThrow();
            return Stream.of(journal.minTime(), journal.maxTime()).flatMap(time -> time.stream().boxed())
                    .map(time -> time - NOON).toList();
        }
    }

    /// A journal that nobody can read any more.
    private void damageFrames() throws IOException {
        for (Path extent : TestFiles.files(folder.resolve("archive/2026-01-01/extents"))) {
            byte[] bytes = Files.readAllBytes(extent);
            try (FileChannel file = FileChannel.open(extent, StandardOpenOption.WRITE)) {
                // A frame of an unknown template, whose bytes are like nothing else.
                for (int i = 0; i < bytes.length - 1; i++) {
                    if (bytes[i] == 0x7f && bytes[i + 1] == 0x7f) {
                        file.write(ByteBuffer.wrap(new byte[] {0x7e}), i);
                    }
                }
            }
        }
    }

    @Test
    void shouldKnowTimesWithoutReadingTheJournal() throws Exception {
        try (ArchiveWriter archive = open()) {
            archive.roll(NOON);
            feed.recordUnknown(1, NOON + 7);
            feed.record(2, NOON + 3);
            feed.recordUnknown(3, NOON - 1);
            damageFrames();
            archive.seal();
        }
        assertEquals(List.of(-1L, 7L), times());
        // What is opened again adds to what was listed.
        try (ArchiveWriter archive = open()) {
            archive.roll(NOON);
            feed.recordUnknown(4, NOON + 9);
            archive.seal();
            assertEquals(List.of(-1L, 9L), times());
            archive.roll(NOON);
            archive.seal();
        }
        assertEquals(List.of(-1L, 9L), times());
    }

    /// What another writer recorded and did not seal is unknown.
    @Test
    void shouldNotKnowTimesOfAWriterThatDied() throws Exception {
        try (ArchiveWriter archive = open()) {
            archive.roll(NOON);
            feed.recordUnknown(1, NOON + 7);
        }
        try (ArchiveWriter archive = ArchiveWriter.open(folder.resolve("archive"), DAILY, DayOpener.nothing())) {
            archive.seal();
        }
        assertEquals(List.of(), times());
    }

    @Test
    void shouldTakeTimesFromRowsWhereAllMessagesHaveThem() throws Exception {
        try (ArchiveWriter archive = open()) {
            archive.roll(NOON);
            feed.record(1, NOON + 7);
            feed.record(2, NOON + 3);
        }
        try (ArchiveWriter archive = ArchiveWriter.open(folder.resolve("archive"), DAILY, DayOpener.nothing())) {
            archive.seal();
        }
        assertEquals(List.of(3L, 7L), times());
    }
}
