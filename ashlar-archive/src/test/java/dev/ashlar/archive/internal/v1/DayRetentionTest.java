// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.Division;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DayRetentionTest {
    private static final long DAY_NS = 86_400_000_000_000L;

    @TempDir
    Path folder;

    private static Day day(int number, boolean open, long bytes) {
        return new Day(Division.daily(ZoneOffset.UTC).periodOf(number * DAY_NS), open, "", bytes, List.of());
    }

    /// As a library without native access: of sealed days, the head then has the lengths of files.
    @Test
    void shouldCountLengthsWhereTheUseOfTheDiskIsUnknown() throws IOException {
        StoreDisk unknown = new StoreDisk() {
            @Override
            public long allocatedBytes(Path path) {
                return -1;
            }
        };
        List<Day> days = List.of(day(1, false, 500), day(2, false, 500), day(3, true, 0));
        Path extents = Files.createDirectories(folder.resolve(days.getLast().name()).resolve("extents"));
        Files.write(extents.resolve("0000.ext"), new byte[600]);
        Files.write(extents.resolveSibling("store.head"), new byte[100]);
        RetentionReport report = new DayRetention(folder, unknown).report(days, ArchiveRetention.bytes(1200));
        assertEquals(days.subList(0, 1), report.dropped());
        assertEquals(1200, report.keptBytes());
    }
}
