// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.archive.Feed;
import dev.ashlar.archive.RetentionListener;
import dev.ashlar.query.Expr;
import dev.ashlar.store.Durability;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.SmallDisk;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk without a free page: days can be dropped all the same, which is what makes room.
class FullDiskTest {
    private static final ArchiveOptions DAILY = ArchiveOptions.daily(ZoneOffset.UTC).withStore(Feed.SMALL
            .withDurability(Durability.NONE));
    private static final int PAGES = 4096;

    @TempDir
    Path folder;
    private final Feed feed = new Feed();
    private final List<String> heard = new ArrayList<>();
    private SmallDisk disk;
    private Path path;

    @BeforeEach
    void mount() throws Exception {
        disk = SmallDisk.mount(folder, PAGES);
        path = folder.resolve("archive");
        try (ArchiveWriter writer = ArchiveWriter.open(path, DAILY, feed)) {
            feed.recordAtNoon(writer, 1, 2, 3);
            writer.seal();
        }
        disk.leave(0);
    }

    @AfterEach
    void unmount() throws Exception {
        // Absent where the tests are skipped.
        if (disk != null) {
            disk.close();
        }
    }

    private ArchiveOptions keeping(int days) {
        return DAILY.withRetention(ArchiveRetention.days(days), new RetentionListener() {
            @Override
            public void failed(StoreException problem) {
                heard.add(problem.getMessage());
            }
        });
    }

    private void assertDays(Long... days) throws StoreException {
        try (Archive archive = Archive.open(path)) {
            assertEquals(List.of(days), Feed.ids(archive, Expr.of(true)));
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
        }
        assertEquals(List.of(), heard);
    }

    @Test
    void shouldDropDays() throws Exception {
        try (ArchiveWriter writer = ArchiveWriter.open(path, DAILY, DayOpener.nothing())) {
            writer.drop("2026-01-01");
            disk.leave(0);
            writer.retain(ArchiveRetention.days(1), false);
        }
        assertDays(3L);
    }

    @Test
    void shouldMakeRoomForTheNextDay() throws Exception {
        try (ArchiveWriter writer = ArchiveWriter.open(path, keeping(2), feed)) {
            feed.recordAtNoon(writer, 4);
        }
        assertDays(3L, 4L);
    }

    /// As at midnight: the day before is open until then.
    @Test
    void shouldMakeRoomWhenItRolls() throws Exception {
        disk.leave(PAGES);
        try (ArchiveWriter writer = ArchiveWriter.open(path, keeping(3), feed)) {
            feed.recordAtNoon(writer, 4);
            disk.leave(0);
            feed.recordAtNoon(writer, 5);
        }
        assertDays(3L, 4L, 5L);
    }

    /// Without a retention nothing makes room: what is there stays whole, and the archive goes on when there is some.
    @Test
    void shouldGoOnWhenThereIsRoomAgain() throws Exception {
        for (int pages = 0; pages < 40; pages++) {
            int left = pages;
            disk.leave(left);
            try (ArchiveWriter writer = ArchiveWriter.open(path, DAILY, feed)) {
                feed.recordAtNoon(writer, 4);
                break;
            } catch (StoreException _) {
                // Full.
            }
            try (Archive archive = Archive.open(path)) {
                assertEquals(List.of(1L, 2L, 3L), Feed.ids(archive, Expr.of(true)).subList(0, 3), "pages=" + left);
            }
        }
        disk.leave(PAGES);
        try (ArchiveWriter writer = ArchiveWriter.open(path, DAILY, feed)) {
            feed.recordAtNoon(writer, 5);
            assertEquals(List.of("2026-01-01", "2026-01-02", "2026-01-03", "2026-01-05"), writer.days().stream()
                    .map(Day::name).filter(name -> !name.equals("2026-01-04")).toList());
        }
        disk.leave(0);
        // A day that is not there needs nothing.
        try (ArchiveWriter writer = ArchiveWriter.open(path, DAILY, feed)) {
            assertThrows(StoreException.class, () -> writer.drop("2026-01-09"));
        }
    }
}
