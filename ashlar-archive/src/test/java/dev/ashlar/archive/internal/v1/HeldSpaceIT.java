// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.Feed;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.store.Store;
import dev.ashlar.testkit.ChildProcess;
import dev.ashlar.testkit.ReadOnlyFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Days that are dropped while other processes read them, with and without write access.
class HeldSpaceIT {
    @TempDir
    Path temp;

    /// Opens a day, and reads it until it is killed.
    static final class Reader {
        public static void main(String[] args) throws IOException {
            try (Store store = Store.open(Path.of(args[0]))) {
                System.out.println(store.tables().getFirst().rowCount());
                while (System.in.read() >= 0) {
                    continue;
                }
            }
        }
    }

    private Path archive() throws IOException {
        Path folder = temp.resolve("feed");
        Feed feed = new Feed();
        try (ArchiveWriter writer = ArchiveWriter.open(folder, ArchiveOptions.daily(ZoneOffset.UTC), feed)) {
            feed.recordAtNoon(writer, 1, 2, 3);
            writer.seal();
        }
        return folder;
    }

    private static RetentionReport retain(Path folder, boolean dryRun) throws IOException {
        try (ArchiveWriter writer = ArchiveWriter.open(folder, ArchiveOptions.asIs(), (_, _) -> { })) {
            return writer.retain(ArchiveRetention.days(1), dryRun);
        }
    }

    /// @param seen path at which the reader finds the archive
    private static void assertHeld(Path folder, Path seen) throws Exception {
        assertEquals(0, retain(folder, true).heldBytes());
        Day held;
        try (ChildProcess child = new ChildProcess(List.of(), Reader.class, seen.resolve("2026-01-02"))) {
            assertEquals("1", child.hear());
            try (Archive archive = Archive.open(folder)) {
                held = archive.days().get(1);
            }
            // Read by this process, too, which is none of the others.
            try (Store _ = Store.open(folder.resolve("2026-01-01"))) {
                assertEquals(held.bytes(), retain(folder, true).heldBytes());
            }
            child.kill();
        }
        assertEquals(0, retain(folder, true).heldBytes());
        try (ChildProcess child = new ChildProcess(List.of(), Reader.class, seen.resolve("2026-01-02"))) {
            assertEquals("1", child.hear());
            RetentionReport report = retain(folder, false);
            assertEquals(held.bytes(), report.heldBytes());
            assertEquals(List.of("2026-01-01", "2026-01-02"), report.dropped().stream().map(Day::name).toList());
            assertTrue(Files.notExists(folder.resolve("2026-01-02")));
        }
    }

    @Test
    void shouldReportTheSpaceThatReadersHold() throws Exception {
        Path folder = archive();
        assertHeld(folder, folder);
    }

    /// As from another user, or over a mount that is read-only.
    @Test
    void shouldReportTheSpaceThatReadersWithoutWriteAccessHold() throws Exception {
        assumeTrue(File.separatorChar == '/', "needs the permissions of POSIX");
        Path folder = archive();
        if (!Files.isWritable(folder.resolve("2026-01-02"))) {
            assertHeld(folder, folder);
            return;
        }
        // Root may write to everything.
        try (ReadOnlyFolder seen = ReadOnlyFolder.of(folder)) {
            assertHeld(folder, seen.path());
        }
    }
}
