// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.archive.Feed;
import dev.ashlar.query.Expr;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An open day that is lost or damaged is given up by an explicit word, and writing goes on.
class LostOpenDayTest {
    private static final ArchiveOptions DAILY = ArchiveOptions.daily(ZoneOffset.UTC).withStore(Feed.SMALL);
    private static final String OPEN = "2026-01-02";

    @TempDir
    Path folder;
    private Path path;
    private Path day;

    @BeforeEach
    void record() throws IOException {
        path = folder.resolve("archive");
        day = path.resolve(OPEN);
        write(1, 2);
    }

    private void write(int... days) throws StoreException {
        Feed feed = new Feed();
        try (ArchiveWriter archive = ArchiveWriter.open(path, DAILY, feed)) {
            feed.recordAtNoon(archive, days);
        }
    }

    private void assertGivenUp() throws StoreException {
        for (int next : new int[] {2, 3}) {
            StoreException lost = assertThrows(StoreException.class, () -> write(next));
            assertTrue(lost.getMessage().contains("ashlar archive drop --force " + path + " " + OPEN), lost::getMessage);
        }
        try (ArchiveWriter writer = ArchiveWriter.open(path, DAILY, DayOpener.nothing())) {
            assertEquals(Reason.LOCKED, assertThrows(StoreException.class, () -> writer.drop(OPEN)).reason());
            StoreException seal = assertThrows(StoreException.class, writer::seal);
            assertTrue(seal.getMessage().contains("ashlar archive drop --force"), seal::getMessage);
            writer.dropDamaged(OPEN);
        }
        write(2, 3);
        try (Archive archive = Archive.open(path)) {
            assertEquals(List.of(1L, 2L, 3L), Feed.ids(archive, Expr.of(true)));
            assertEquals(List.of(), archive.check(Optional.empty()));
        }
    }

    @Test
    void shouldGiveUpADayWhoseFolderIsGone() throws Exception {
        DayFolder.delete(day, new StoreDisk());
        assertGivenUp();
    }

    @Test
    void shouldGiveUpADayWhoseHeadIsGone() throws Exception {
        Files.delete(day.resolve("store.head"));
        assertGivenUp();
    }

    @Test
    void shouldGiveUpADayWhoseHeadIsZero() throws Exception {
        Files.write(day.resolve("store.head"), new byte[(int) Files.size(day.resolve("store.head"))]);
        assertGivenUp();
    }

    @Test
    void shouldGiveUpADayWithoutItsExtents() throws Exception {
        DayFolder.delete(day.resolve("extents"), new StoreDisk());
        assertGivenUp();
    }

    @Test
    void shouldNotGiveUpADayThatCanBeSealed() throws Exception {
        Feed feed = new Feed();
        try (ArchiveWriter writer = ArchiveWriter.open(path, DAILY, feed)) {
            StoreException whole = assertThrows(StoreException.class, () -> writer.dropDamaged(OPEN));
            assertTrue(whole.getMessage().contains("seal it first: ashlar archive seal " + path), whole::getMessage);
            writer.roll(Feed.noon(2));
            assertEquals(Reason.LOCKED, assertThrows(StoreException.class, () -> writer.dropDamaged(OPEN)).reason());
            feed.record(20, Feed.noon(2));
            writer.seal();
            writer.dropDamaged("2026-01-01");
        }
        try (Archive archive = Archive.open(path)) {
            assertEquals(List.of(2L, 20L), Feed.ids(archive, Expr.of(true)));
        }
    }

    /// Otherwise one damaged day would stop all that comes after it.
    @Test
    void shouldNotOpenADamagedDayAgain() throws Exception {
        try (ArchiveWriter writer = ArchiveWriter.open(path, DAILY, DayOpener.nothing())) {
            writer.seal();
        }
        DayFolder.unprotect(day);
        Files.write(day.resolve("store.head"), new byte[10]);
        StoreException damaged = assertThrows(StoreException.class, () -> write(2));
        assertTrue(damaged.getMessage().contains("drop it: ashlar archive drop " + path + " " + OPEN), damaged::getMessage);
        write(3);
        try (Archive archive = Archive.open(path)) {
            assertFalse(archive.days().get(1).open());
            assertEquals(List.of("2026-01-01", OPEN, "2026-01-03"), archive.days().stream().map(Day::name).toList());
        }
    }
}
