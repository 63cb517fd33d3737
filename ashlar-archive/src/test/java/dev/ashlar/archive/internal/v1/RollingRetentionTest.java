// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.Feed;
import dev.ashlar.archive.RetentionListener;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.query.Expr;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A writer drops days by itself when it rolls, and goes on whatever happens to them.
@Timeout(600)
class RollingRetentionTest {
    private static final ArchiveOptions DAILY = ArchiveOptions.daily(ZoneOffset.UTC).withStore(Feed.SMALL);

    @TempDir
    Path folder;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final Feed feed = new Feed();

    private Path path() {
        return folder.resolve("archive");
    }

    private final class Listener implements RetentionListener {
        @Override
        public void dropped(RetentionReport report) {
            heard.add("dropped " + names(report.dropped()));
        }

        @Override
        public void suspended(Day newest, long days) {
            heard.add("suspended [" + newest.period().date().getDayOfMonth() + "], days=" + days);
        }

        @Override
        public void failed(StoreException problem) {
            heard.add("failed " + problem.getMessage());
        }
    }

    private static List<String> names(List<Day> days) {
        return days.stream().map(day -> day.name().substring("2026-01-".length())).toList();
    }

    private WriteArchive open(ArchiveRetention retention, StoreDisk disk) throws StoreException {
        return WriteArchive.open(path(), DAILY.withRetention(retention, new Listener()), feed, disk, _ -> { },
                DroppedFolders::inThread);
    }

    private void assertDays(Integer... days) throws Exception {
        List<String> names = Stream.of(days).map("%02d"::formatted).toList();
        try (Archive archive = Archive.open(path()); Stream<Path> there = Files.list(path())) {
            assertEquals(names, names(archive.days()));
            assertEquals(List.of(), archive.check(Optional.empty()));
            assertEquals(Stream.of(days).map(Integer::longValue).toList(), Feed.ids(archive, Expr.of(true)));
            assertEquals(days.length, there.filter(Files::isDirectory).count());
        }
        assertEquals(List.of(), ArchiveHeadFile.read(path()).dropped());
    }

    @Test
    void shouldKeepTheLastDaysAtTheStartAndAtEachRoll() throws Exception {
        try (WriteArchive archive = WriteArchive.open(path(), DAILY, feed, new StoreDisk(), _ -> { }, Runnable::run)) {
            feed.recordAtNoon(archive, 1, 2, 3, 4);
        }
        try (WriteArchive archive = open(ArchiveRetention.days(3), new StoreDisk())) {
            assertEquals(List.of(), heard);
            archive.roll(Feed.noon(4));
            assertEquals(List.of("dropped [01]"), heard);
            // Days, not stores: 5 and 6 have none.
            feed.recordAtNoon(archive, 7);
            // What jumps back stays in the open day, and drops nothing.
            archive.roll(Feed.noon(4));
            feed.record(8, Feed.noon(4));
            assertEquals(List.of("dropped [01]", "dropped [02, 03, 04]"), heard);
        }
        try (Archive archive = Archive.open(path())) {
            assertEquals(List.of("07"), names(archive.days()));
            assertEquals(List.of(7L, 8L), Feed.ids(archive, Expr.of(true)));
        }
    }

    /// One packet with a wrong stamp must not drop all days, now or after a restart.
    @Test
    void shouldDropNothingForItsAgeWhenAClockHasJumped() throws Exception {
        for (int start = 0; start < 2; start++) {
            try (WriteArchive archive = open(ArchiveRetention.days(2), new StoreDisk())) {
                if (start == 0) {
                    feed.recordAtNoon(archive, 1, 2);
                }
                feed.recordAtNoon(archive, 20);
                assertEquals(start + 1, heard.size());
                assertEquals("suspended [20], days=2", heard.getLast());
                assertEquals(List.of("01", "02", "20"), names(archive.days()));
            }
        }
        try (WriteArchive archive = open(ArchiveRetention.days(2), new StoreDisk())) {
            feed.recordAtNoon(archive, 21);
            assertEquals("dropped [01, 02]", heard.getLast());
        }
    }

    @Test
    void shouldKeepTheOpenDayWhateverItTakes() throws Exception {
        try (WriteArchive archive = open(ArchiveRetention.bytes(0), new StoreDisk())) {
            feed.recordAtNoon(archive, 1, 2);
            assertEquals(List.of("dropped [01]"), heard);
        }
        assertDays(2);
    }

    /// Deleting takes as long as it takes: meanwhile the feed is recorded, days roll, and readers see no dropped day.
    @Test
    void shouldNotWaitForFilesToBeDeleted() throws Exception {
        Semaphore deletions = new Semaphore(0);
        StoreDisk slow = new StoreDisk() {
            @Override
            public void delete(Path path) throws IOException {
                deletions.acquireUninterruptibly();
                super.delete(path);
            }
        };
        try (WriteArchive archive = open(ArchiveRetention.days(2), slow)) {
            feed.recordAtNoon(archive, 1, 2, 3, 4, 5);
            assertEquals(List.of("dropped [01]", "dropped [02]", "dropped [03]"), heard);
            try (Archive reader = Archive.open(path())) {
                assertEquals(List.of("04", "05"), names(reader.days()));
                assertEquals(List.of(4L, 5L), Feed.ids(reader, Expr.of(true)));
                // A writer at work has begun something; nothing is damaged.
                assertEquals(List.of(), reader.check(Optional.empty()));
            }
            assertTrue(Files.exists(path().resolve("2026-01-01.tmp")));
            deletions.release(Integer.MAX_VALUE / 2);
        }
        assertDays(4, 5);
    }

    @Test
    void shouldGoOnWhenADayCannotBeDropped() throws Exception {
        boolean[] broken = {true};
        StoreDisk disk = new StoreDisk() {
            @Override
            public void move(Path from, Path to) throws IOException {
                if (broken[0] && from.endsWith("2026-01-01")) {
                    throw new IOException("of the test");
                }
                super.move(from, to);
            }
        };
        try (WriteArchive archive = open(ArchiveRetention.days(2), disk)) {
            feed.recordAtNoon(archive, 1, 2, 3);
            assertFailed(1);
            assertEquals(List.of("02", "03"), names(archive.days()));
            broken[0] = false;
            feed.recordAtNoon(archive, 4);
            assertEquals("dropped [02]", heard.getLast());
            assertFalse(Files.exists(path().resolve("2026-01-01")));
            archive.awaitRemoval();
            feed.recordAtNoon(archive, 5);
            // What is gone is not listed for ever.
            assertEquals(List.of("2026-01-03"), ArchiveHeadFile.read(path()).dropped().stream().map(Head.Dropped::day).toList());
        }
        assertDays(4, 5);
    }

    @Test
    void shouldGoOnWhenFilesCannotBeDeleted() throws Exception {
        boolean[] broken = {true};
        Semaphore tried = new Semaphore(0);
        StoreDisk disk = new StoreDisk() {
            @Override
            public void delete(Path path) throws IOException {
                if (broken[0]) {
                    tried.release();
                    throw new IOException("of the test");
                }
                super.delete(path);
            }
        };
        try (WriteArchive archive = open(ArchiveRetention.days(2), disk)) {
            feed.recordAtNoon(archive, 1, 2, 3);
            tried.acquire();
            feed.recordAtNoon(archive, 4);
        }
        assertTrue(heard.contains("dropped [01]") && heard.contains("dropped [02]"), heard.toString());
        assertTrue(heard.stream().anyMatch(line -> line.startsWith("failed ")), heard.toString());
        try (Archive archive = Archive.open(path())) {
            assertEquals(List.of(3L, 4L), Feed.ids(archive, Expr.of(true)));
        }
        broken[0] = false;
        // The next writer.
        open(ArchiveRetention.days(2), disk).close();
        assertDays(3, 4);
    }

    /// Before and after a head has replaced the one before.
    @Test
    void shouldGoOnWhenTheHeadCannotBeWritten() throws Exception {
        for (boolean replaced : new boolean[] {false, true}) {
            boolean[] broken = {false};
            StoreDisk disk = new StoreDisk() {
                @Override
                public void move(Path from, Path to) throws IOException {
                    boolean fails = broken[0] && to.endsWith(ArchiveHeadFile.NAME)
                            && !Files.readString(from).contains("day 2026-01-01");
                    if (!fails || replaced) {
                        super.move(from, to);
                    }
                    if (fails) {
                        broken[0] = false;
                        throw new IOException("of the test");
                    }
                }
            };
            try (WriteArchive archive = open(ArchiveRetention.days(2), disk)) {
                feed.recordAtNoon(archive, 1, 2);
                broken[0] = true;
                feed.recordAtNoon(archive, 3);
                assertFailed(1);
                feed.recordAtNoon(archive, 4);
            }
            assertDays(3, 4);
            heard.clear();
            TestFiles.delete(path());
        }
    }

    private void assertFailed(int count) {
        assertEquals(count, heard.stream().filter(line -> line.startsWith("failed ") && line.contains("could not be dropped"))
                .count(), heard.toString());
    }
}
