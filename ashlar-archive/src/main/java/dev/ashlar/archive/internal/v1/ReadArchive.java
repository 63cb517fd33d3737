// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Division;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.Relations;
import dev.ashlar.query.StorePart;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.store.ReadStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// An archive that is open for reading. Nothing but its head is read before a query needs a day.
public final class ReadArchive implements Archive {
    /// Files of an archive that are no days.
    private static final List<String> OWN = List.of(ArchiveHeadFile.NAME, ArchiveHeadFile.TEMPORARY, WriterLock.NAME, "lost+found");

    /// Distinguishes a head from its replacement without reading all of it.
    ///
    /// @param end its last bytes, which have the checksum
    private record Stamp(Object key, FileTime modified, long bytes, String end) { }

    private static final int END_BYTES = 16;

    private final Path folder;
    private final ReadOptions options;
    private final StoreDisk disk;
    private final DayCache cache = new DayCache(this::openChecked, DayCache.MAX_IDLE_FILES);
    /// One object, by which relations know that they are of the same archive.
    private final Supplier<List<StorePart>> current = this::parts;
    private Stamp stamp;
    private Head head;
    private List<StorePart> parts = List.of();
    /// The last; null if nobody has asked for them.
    private volatile Relations relations;
    private boolean closed;

    private ReadArchive(Path folder, ReadOptions options, StoreDisk disk) {
        this.folder = folder;
        this.options = options;
        this.disk = disk;
    }

    public static Archive open(Path folder, ReadOptions options) throws StoreException {
        return open(folder, options, new StoreDisk());
    }

    /// @param disk tells which boot of the machine it is
    public static ReadArchive open(Path folder, ReadOptions options, StoreDisk disk) throws StoreException {
        ReadArchive archive = new ReadArchive(real(folder), options, disk);
        archive.head();
        return archive;
    }

    private static Path real(Path folder) throws StoreException {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw new StoreException(Reason.NOT_A_STORE, folder, Files.exists(folder) ? "cannot be read"
                    : "no such folder", e);
        }
    }

    public static boolean isArchive(Path folder) {
        // A writer leaves its lock file, also where the head was lost. A new archive may have nothing else.
        return Files.exists(folder.resolve(ArchiveHeadFile.NAME)) || Files.exists(folder.resolve(WriterLock.NAME))
                && ArchiveHeadFile.dayWithoutHead(folder).isPresent();
    }

    /// The head as it is now.
    private Head head() throws StoreException {
        Head before;
        Head now;
        synchronized (this) {
            before = head;
            now = read();
        }
        if (now != before) {
            // Not under the lock: whoever opens a day looks at the head.
            cache.retainOnly(now.days());
        }
        return now;
    }

    private Head read() throws StoreException {
        if (closed) {
            throw new IllegalStateException("archive is closed (" + folder + ")");
        }
        Stamp now = stamp();
        if (head == null || !now.equals(stamp)) {
            // What replaces the file after this is seen the next time.
            head = ArchiveHeadFile.read(folder);
            stamp = now;
            parts = head.days().stream().map(day -> (StorePart) new DayPart(day, cache)).toList();
        }
        return head;
    }

    private Stamp stamp() throws StoreException {
        try {
            Path path = folder.resolve(ArchiveHeadFile.NAME);
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            ByteBuffer end = ByteBuffer.allocate(END_BYTES);
            try (StoreFile opened = disk.open(path, false)) {
                disk.read(opened, end, Math.max(0, file.size() - END_BYTES));
            }
            return new Stamp(file.fileKey(), file.lastModifiedTime(), file.size(), new String(end.array(),
                    StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            ArchiveHeadFile.requireNotLost(folder);
            throw new StoreException(Reason.NOT_A_STORE, folder, "no archive in it: " + ArchiveHeadFile.NAME
                    + " cannot be read", e);
        }
    }

    private List<StorePart> parts() {
        try {
            head();
            synchronized (this) {
                return parts;
            }
        } catch (StoreException e) {
            throw new QueryException(QueryException.Reason.CORRUPT, e.getMessage(), e);
        }
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public synchronized Division division() {
        return head.division();
    }

    @Override
    public List<Day> days() throws StoreException {
        return head().days();
    }

    @Override
    public List<IndexDeclaration> indexes() throws StoreException {
        return head().indexes();
    }

    @Override
    public Relations relations() throws StoreException {
        head();
        // Not under the lock: it opens days.
        Relations before = relations;
        Relations found = before == null ? Relations.ofParts(current) : Relations.ofParts(current, before);
        relations = found;
        return found;
    }

    /// How many stores were opened.
    long openedCount() {
        return cache.openedCount();
    }

    @Override
    public Store openDay(String name) throws StoreException {
        Day day = head().day(name).orElseThrow(() -> new StoreException(Reason.UNKNOWN, folder,
                "archive has no such day: day=" + name));
        ReadStore store = openStore(day);
        boolean done = false;
        try {
            OpenedDay.require(day, store);
            done = true;
            return store;
        } finally {
            if (!done) {
                store.close();
            }
        }
    }

    private OpenedDay openChecked(Day day) throws StoreException {
        ReadStore store = openStore(day);
        OpenedDay opened = null;
        try {
            opened = new OpenedDay(day, store);
            return opened;
        } catch (StoreException e) {
            throw changed(day) ? gone(day, e) : e;
        } finally {
            if (opened == null) {
                store.close();
            }
        }
    }

    private ReadStore openStore(Day day) throws StoreException {
        try {
            return ReadStore.open(folder.resolve(day.name()), options, disk);
        } catch (StoreException e) {
            throw changed(day) ? gone(day, e) : e;
        }
    }

    /// Whether the head now says something else about a day.
    private boolean changed(Day day) {
        try {
            return !Objects.equals(head().day(day.name()).orElse(null), day);
        } catch (StoreException e) {
            return false;
        }
    }

    private StoreException gone(Day day, StoreException e) {
        return new StoreException(Reason.REVOKED, folder.resolve(day.name()), "day was dropped or written since the query "
                + "began; retry: day=" + day.name(), e);
    }

    @Override
    public List<Finding> check(Optional<VerifyOptions> deep) throws StoreException {
        Head now = head();
        List<Finding> found = new ArrayList<>();
        for (Day day : now.days()) {
            check(day, deep, found);
        }
        // Unfinished steps of an active writer are not damage.
        boolean atWork = WriterLock.isHeld(folder);
        for (Head.Dropped dropped : now.dropped()) {
            if (!atWork && Files.exists(folder.resolve(dropped.day())) && now.day(dropped.day()).isEmpty()) {
                found.add(new Finding(dropped.day(), "dropped, but still there: its writer died",
                        "the next writer removes it"));
            }
        }
        for (String name : names()) {
            boolean dropped = now.dropped().stream().anyMatch(day -> day.day().equals(name));
            if (OWN.contains(name) || now.day(name).isPresent() || dropped) {
                continue;
            }
            if (name.endsWith(DayFolder.TEMPORARY)) {
                if (!atWork) {
                    found.add(new Finding(name, "incomplete: its writer died", "the next writer removes it"));
                }
            } else {
                found.add(new Finding(name, "not listed", "no query reads it; add it (ashlar archive add) or move it away"));
            }
        }
        return found;
    }

    private void check(Day day, Optional<VerifyOptions> deep, List<Finding> found) {
        try (Store store = openDay(day.name())) {
            if (!day.open() && !store.info().clean()) {
                found.add(new Finding(day.name(), "sealed, and its store was not closed",
                        "it was changed, or copied while a writer wrote; restore it from a backup"));
            }
            store.unreadable().forEach((name, why) -> found.add(new Finding(day.name(), name + ": " + why.getMessage(),
                    "queries that need it fail")));
            if (deep.isEmpty()) {
                // Verifying the store looks at these, too.
                ((ReadStore) store).extents().damage().forEach(problem -> found.add(new Finding(day.name(),
                        problem.getMessage(), "queries that need the lost data fail; restore the day from a backup")));
            } else {
                VerifyReport report = store.verify(deep.get());
                report.findings().forEach(finding -> found.add(new Finding(day.name(), finding.found(),
                        finding.meaning() + " (" + finding.file() + " at " + finding.offset() + ")")));
            }
        } catch (StoreException e) {
            if (!changed(day)) {
                found.add(new Finding(day.name(), e.getMessage(), "queries that need the day fail; restore it, or drop it"));
            }
        }
    }

    private List<String> names() throws StoreException {
        try (Stream<Path> there = Files.list(folder)) {
            return there.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, folder, "folder cannot be read", e);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        cache.close();
    }
}
