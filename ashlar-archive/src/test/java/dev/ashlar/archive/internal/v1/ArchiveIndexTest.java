// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.archive.Feed;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.TestFiles;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Indexes that are declared for an archive.
class ArchiveIndexTest {
    private static final ArchiveOptions DAILY = ArchiveOptions.daily(ZoneOffset.UTC).withStore(Feed.SMALL);
    private static final IndexDeclaration BY_ID = IndexDeclaration.hash("Order", "id");

    @TempDir
    Path temp;

    private Path path() {
        return temp.resolve("archive");
    }

    private void write(int day) throws StoreException {
        Feed feed = new Feed();
        try (ArchiveWriter archive = ArchiveWriter.open(path(), DAILY, feed)) {
            feed.recordAtNoon(archive, day);
            archive.seal();
        }
    }

    private ArchiveWriter writer() throws StoreException {
        return ArchiveWriter.open(path(), ArchiveOptions.asIs(), DayOpener.nothing());
    }

    /// Each day with the indexes that it has.
    private List<String> days() throws StoreException {
        List<String> days = new ArrayList<>();
        try (Archive archive = Archive.open(path())) {
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
            for (Archive.Day day : archive.days()) {
                assertFalse(day.open());
                try (Store store = archive.openDay(day.name())) {
                    days.add(day.name().substring(8) + store.indexes().stream().map(index -> " " + index.declaration())
                            .toList());
                }
            }
        }
        return days;
    }

    @Test
    void shouldDeclareInAllDaysAndLaterOnes() throws Exception {
        write(1);
        write(2);
        try (ArchiveWriter archive = writer()) {
            assertEquals(2, archive.declare(BY_ID));
            assertEquals(2, archive.declare(BY_ID), "again");
        }
        write(3);
        assertEquals(List.of("01[ id (hash)]", "02[ id (hash)]", "03[ id (hash)]"), days());
        try (Archive archive = Archive.open(path())) {
            assertEquals(List.of(BY_ID), archive.indexes());
            assertEquals(List.of(2L), Feed.ids(archive, archive.relations().get("Order").column("id").eq(2)));
        }
        try (ArchiveWriter archive = writer()) {
            assertTrue(archive.drop(BY_ID));
            assertFalse(archive.drop(BY_ID));
            assertEquals(List.of(), archive.indexes());
        }
        assertEquals(List.of("01[]", "02[]", "03[]"), days());
    }

    @Test
    void shouldDeclareInDaysThatAreAdded() throws Exception {
        write(1);
        write(2);
        TestFiles.copy(path().resolve("2026-01-02"), temp.resolve("backup"));
        try (ArchiveWriter archive = writer()) {
            archive.drop("2026-01-02");
            archive.declare(BY_ID);
            TestFiles.copy(temp.resolve("backup"), path().resolve("2026-01-02"));
            archive.add("2026-01-02");
        }
        assertEquals(List.of("01[ id (hash)]", "02[ id (hash)]"), days());
    }

    @Test
    void shouldRefuseWhatNoDayCanHave() throws Exception {
        write(1);
        try (ArchiveWriter archive = writer()) {
            assertEquals(Reason.UNKNOWN, assertThrows(StoreException.class, () -> archive.declare(IndexDeclaration.hash(
                    "Ordre", "id"))).reason());
            assertThrows(IllegalArgumentException.class, () -> archive.declare(IndexDeclaration.hash("Order", "di")));
            assertEquals(List.of(), archive.indexes());
        }
        assertEquals(List.of("01[]"), days());
    }
}
