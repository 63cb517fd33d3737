// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.Division.Period;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.store.internal.v1.file.Locks;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Finds the days that a retention does not keep.
///
/// @param folder of the archive
record DayRetention(Path folder, StoreDisk disk) {
    /// Days with one that is made next, if it is not among them.
    static List<Day> with(List<Day> days, Period next) {
        if (days.stream().anyMatch(day -> day.name().equals(next.name()))) {
            return days;
        }
        List<Day> more = new ArrayList<>(days);
        more.add(new Day(next, true, "", 0, List.of()));
        more.sort(Comparator.comparing(Day::period));
        return more;
    }

    /// Whether a retention would leave the newest day alone, because of a gap before it. A packet with a wrong stamp
    /// must not drop all days.
    static boolean hasJumped(List<Day> days, ArchiveRetention retention) {
        return days.size() > 1 && days.getLast().period().date().toEpochDay()
                - days.get(days.size() - 2).period().date().toEpochDay() > retention.days();
    }

    /// What a retention drops of days, oldest first: never the open one, and never the newest.
    RetentionReport report(List<Day> days, ArchiveRetention retention) {
        List<Day> kept = new ArrayList<>(days);
        List<Day> dropped = new ArrayList<>();
        while (kept.size() > 1 && !kept.getFirst().open() && exceeds(kept, retention)) {
            dropped.add(kept.removeFirst());
        }
        long held = dropped.stream().filter(day -> isHeld(folder.resolve(day.name()))).mapToLong(Day::bytes).sum();
        return new RetentionReport(dropped, bytes(dropped), held, kept, bytes(kept));
    }

    private boolean exceeds(List<Day> kept, ArchiveRetention retention) {
        long span = kept.getLast().period().date().toEpochDay() - kept.getFirst().period().date().toEpochDay();
        return span >= retention.days() || bytes(kept) > retention.bytes();
    }

    /// The open day takes what its files take now.
    private long bytes(List<Day> days) {
        return days.stream().mapToLong(day -> day.open() ? allocated(folder.resolve(day.name())) : day.bytes()).sum();
    }

    private long allocated(Path path) {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile).mapToLong(this::allocatedOfFile).sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    /// Its length where the system does not tell, as for sealed days.
    private long allocatedOfFile(Path file) {
        long bytes = disk.allocatedBytes(file);
        try {
            return bytes < 0 ? Files.size(file) : bytes;
        } catch (IOException e) {
            // It has just been deleted.
            return 0;
        }
    }

    /// Whether another process reads a sealed day.
    private static boolean isHeld(Path path) {
        Path file = path.resolve(Locks.NAME);
        try {
            // Only who may write to it can ask.
            DayFolder.unprotect(file);
            try (Locks locks = Locks.open(path.toRealPath())) {
                return locks.isReadElsewhere();
            } finally {
                DayFolder.protect(file);
            }
        } catch (IOException e) {
            return false;
        }
    }
}
