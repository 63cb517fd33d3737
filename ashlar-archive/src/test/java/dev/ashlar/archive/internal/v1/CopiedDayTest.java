// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.archive.Feed;
import dev.ashlar.query.Expr;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.testkit.HostCommand;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A sealed day is copied into another archive, by programs that copy one file after the other.
class CopiedDayTest {
    private static final String DAY = "2026-01-02";
    private static final Expr ALL = Expr.of(true);
    /// For the processes that have a store open: without them all of a closed one is there.
    private static final List<Path> SHARED = List.of(Path.of("store.live"), Path.of("store.lock"));

    @TempDir
    Path temp;
    private final Random random = new Random(Seed.random("CopiedDayTest").nextLong());
    private Path source;
    private Path target;

    @BeforeEach
    void writeArchives() throws IOException {
        source = temp.resolve("source");
        target = temp.resolve("target");
        write(source, 1, 2, 3);
        write(target, 1, 3);
    }

    private static void write(Path folder, int... days) throws IOException {
        Feed feed = new Feed();
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC)
                .withStore(Feed.SMALL), feed)) {
            for (int day : days) {
                for (int i = 0; i < 300; i++) {
                    long timeNs = Feed.noon(day) + i;
                    archive.roll(timeNs);
                    feed.record(1_000 * day + i, timeNs);
                }
            }
            archive.seal();
        }
    }

    private static List<Path> files(Path day) throws IOException {
        return TestFiles.files(day).stream().map(day::relativize).toList();
    }

    private void add() throws StoreException {
        try (ArchiveWriter writer = ArchiveWriter.open(target, ArchiveOptions.asIs(), DayOpener.nothing())) {
            writer.add(DAY);
        }
    }

    /// What is not whole is in nobody's way, is reported, and cannot be added or written to.
    private void assertNotWhole(String where) throws IOException {
        try (Archive archive = Archive.open(target)) {
            assertEquals(List.of(DAY + ": not listed; no query reads it; add it (ashlar archive add) or move it away"),
                    archive.check(Optional.of(VerifyOptions.all())).stream().map(Archive.Finding::toString).toList(),
                    where);
            assertEquals(600, Feed.ids(archive, ALL).size(), where);
        }
        StoreException refused = assertThrows(StoreException.class, this::add, where);
        assertTrue(refused.getMessage().contains(target.resolve(DAY).toString()), refused::getMessage);
        try (ArchiveWriter writer = ArchiveWriter.open(target, ArchiveOptions.asIs(), DayOpener.nothing())) {
            assertThrows(StoreException.class, () -> writer.at(Feed.ns(DAY + "T12:00:00Z")), where);
        }
    }

    private void assertAdded() throws IOException {
        add();
        try (Archive archive = Archive.open(target); Archive all = Archive.open(source)) {
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
            assertEquals(Feed.ids(all, ALL), Feed.ids(archive, ALL));
        }
    }

    private void copy(Path file) throws IOException {
        Path to = target.resolve(DAY).resolve(file);
        Files.createDirectories(to.getParent());
        Files.write(to, Files.readAllBytes(source.resolve(DAY).resolve(file)));
        Files.setLastModifiedTime(to, FileTime.fromMillis(random.nextLong(2_000_000_000_000L)));
    }

    /// As rsync: each file grows under a hidden name, and is renamed when it is whole. It is interrupted in the middle
    /// of one, which stays under its hidden name, and continues.
    @Test
    void shouldAddADayOnlyWhenAllOfItWasCopied() throws IOException {
        List<Path> files = new ArrayList<>(files(source.resolve(DAY)));
        Collections.shuffle(files, random);
        int interrupted = random.nextInt(files.size());
        Files.createDirectory(target.resolve(DAY));
        for (int i = 0; i < files.size(); i++) {
            Path to = target.resolve(DAY).resolve(files.get(i));
            Path hidden = to.resolveSibling("." + to.getFileName() + ".a1B2c3");
            byte[] bytes = Files.readAllBytes(source.resolve(DAY).resolve(files.get(i)));
            Files.createDirectories(to.getParent());
            Files.write(hidden, Arrays.copyOf(bytes, bytes.length / 2));
            if (!SHARED.containsAll(files.subList(i, files.size()))) {
                assertNotWhole("hidden=" + hidden + ", files=" + i);
            }
            copy(files.get(i));
            if (i != interrupted) {
                Files.delete(hidden);
            }
        }
        assertAdded();
    }

    /// As cp: files grow under their own names.
    @Test
    void shouldRefuseADayThatLacksAFileOrPartOfOne() throws IOException {
        List<Path> files = files(source.resolve(DAY));
        for (Path wanting : files) {
            for (int left = 0; left < 2 && !SHARED.contains(wanting); left++) {
                for (Path file : files) {
                    copy(file);
                }
                // An eighth: half of the head has all that is durable in it.
                Path cut = target.resolve(DAY).resolve(wanting);
                byte[] bytes = Files.readAllBytes(cut);
                Files.delete(cut);
                if (left > 0) {
                    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 8));
                }
                assertNotWhole("cut=" + wanting + ", bytes=" + bytes.length + ", left=" + left);
                DayFolder.delete(target.resolve(DAY), new StoreDisk());
            }
        }
    }

    /// Over a day that the archive lists: it is reported with its place until it is whole again.
    @Test
    void shouldReportAListedDayWhileItIsCopiedBack() throws IOException {
        Path day = source.resolve(DAY);
        Path backup = temp.resolve("backup");
        assumeTrue(HostCommand.run("cp", "-r", day.toString(), backup.toString()), "skipped, no cp");
        DayFolder.delete(day, new StoreDisk());
        for (Path file : files(backup)) {
            if (SHARED.contains(file)) {
                continue;
            }
            try (Archive archive = Archive.open(source)) {
                assertEquals(List.of(DAY), archive.check(Optional.empty()).stream().map(Archive.Finding::day).distinct()
                        .toList(), file::toString);
                assertEquals(300, Feed.ids(archive, archive.relations().get("Order").column("_date").eq(Expr.of(
                        Instant.parse("2026-01-03T00:00:00Z")))).size());
            }
            Path to = day.resolve(file);
            Files.createDirectories(to.getParent());
            Files.copy(backup.resolve(file), to);
        }
        try (Archive archive = Archive.open(source)) {
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
            assertEquals(900, Feed.ids(archive, ALL).size());
        }
    }

    @Test
    void shouldAddADayCopiedByCp() throws IOException {
        assumeTrue(HostCommand.run("cp", "-r", source.resolve(DAY).toString(), target.toString()), "skipped, no cp");
        assertAdded();
    }

    @Test
    void shouldAddADayCopiedByRsync() throws IOException {
        assumeTrue(HostCommand.run("rsync", "--version"), "skipped, no rsync");
        assertTrue(HostCommand.run("rsync", "-a", source.resolve(DAY).toString(), target + "/"));
        assertAdded();
    }
}
