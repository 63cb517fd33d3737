// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.ArchiveOptions.Keeping;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.archive.Division.Period;
import dev.ashlar.archive.Division;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The writer of an archive.
///
/// Each change of the head is one step from one whole state to the next. What is done before it is not seen by readers;
/// what is left to do after it is done again by the next writer.
public final class WriteArchive implements ArchiveWriter {
    /// What a new archive may find in its folder.
    private static final List<String> IGNORED = List.of(WriterLock.NAME, ArchiveHeadFile.TEMPORARY, "lost+found");

    private static final long DAY_NS = 86_400_000_000_000L;
    /// A disk with less space than this is nearly full: 1 GiB with chunks of the usual size.
    private static final int LOW_CHUNKS = 64;

    private final Path folder;
    private final StoreOptions options;
    private final DayOpener opener;
    private final StoreDisk disk;
    private final Consumer<ArchiveStep> steps;
    private final WriterLock lock;
    private final Optional<Keeping> keeping;
    private final DayRetention retaining;
    private final DroppedFolders removal;
    private final DayStores stores;
    private Head head;
    /// Of the open day, while it is open here.
    private WriteStore store;
    private Period period;
    /// The open day as it was sealed before, if it was opened again here.
    private Optional<Day> sealedBefore = Optional.empty();
    private boolean failed;
    private boolean closed;

    private WriteArchive(Path folder, ArchiveOptions options, DayOpener opener, StoreDisk disk,
            Consumer<ArchiveStep> steps, WriterLock lock, Executor deleting) {
        this.folder = folder;
        this.options = options.store();
        keeping = options.keeping();
        retaining = new DayRetention(folder, disk);
        removal = new DroppedFolders(folder, disk, steps, deleting);
        stores = new DayStores(folder, this.options, disk, steps, removal);
        this.opener = opener;
        this.disk = disk;
        this.steps = steps;
        this.lock = lock;
    }

    public static ArchiveWriter open(Path folder, ArchiveOptions options, DayOpener opener) throws StoreException {
        return open(folder, options, opener, new StoreDisk());
    }

    /// @param disk tells which boot of the machine it is
    public static ArchiveWriter open(Path folder, ArchiveOptions options, DayOpener opener, StoreDisk disk)
            throws StoreException {
        return open(folder, options, opener, disk, _ -> { }, DroppedFolders::inThread);
    }

    /// @param deleting runs what deletes the files of days that a roll has dropped
    static WriteArchive open(Path folder, ArchiveOptions options, DayOpener opener, StoreDisk disk,
            Consumer<ArchiveStep> steps, Executor deleting) throws StoreException {
        WriterLock lock = null;
        WriteArchive opened = null;
        try {
            requireOwn(folder);
            disk.createFolder(folder);
            Path real = folder.toRealPath();
            lock = WriterLock.take(real);
            WriteArchive archive = new WriteArchive(real, options, opener, disk, steps, lock, deleting);
            archive.takeUp(options.division());
            opened = archive;
            return opened;
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, folder, "archive cannot be created or opened", e);
        } finally {
            if (opened == null && lock != null) {
                lock.close();
            }
        }
    }

    /// Checks that a folder is empty or already an archive.
    private static void requireOwn(Path folder) throws IOException {
        if (!Files.exists(folder) || Files.exists(folder.resolve(ArchiveHeadFile.NAME))) {
            return;
        }
        if (!Files.isDirectory(folder)) {
            throw new StoreException(Reason.NOT_A_STORE, folder, "not a folder");
        }
        List<String> foreign = names(folder).stream().filter(name -> !IGNORED.contains(name)).toList();
        if (!foreign.isEmpty()) {
            ArchiveHeadFile.requireNotLost(folder);
            String found = foreign.contains("store.head") ? "folder is a store, not an archive"
                    : "folder has other files in it and no " + ArchiveHeadFile.NAME + ": first=" + foreign.getFirst();
            throw new StoreException(Reason.NOT_A_STORE, folder, found + "; give an archive, an empty or a new folder");
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> there = Files.list(folder)) {
            return there.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /// Reads the head or makes the first one, and finishes what another writer has begun.
    private void takeUp(Optional<Division> wanted) throws IOException {
        if (Files.notExists(folder.resolve(ArchiveHeadFile.NAME))) {
            write(new Head(UUID.randomUUID().toString(), 1, wanted.orElse(Division.daily(ZoneOffset.UTC)), List.of(),
                    List.of(), List.of()));
            return;
        }
        head = ArchiveHeadFile.read(folder);
        if (wanted.isPresent() && !wanted.get().equals(head.division())) {
            throw new StoreException(Reason.SCHEMA, folder, "archive is divided differently: division=" + head.division()
                    + ", wanted=" + wanted.get() + "; leave it as it is, or make another archive");
        }
        for (String name : names(folder)) {
            if (name.endsWith(DayFolder.TEMPORARY) && !name.equals(ArchiveHeadFile.TEMPORARY)
                    && DayFolder.isRemovable(folder.resolve(name))) {
                DayFolder.delete(folder.resolve(name), disk);
            }
        }
        ArchiveHeadFile.keepSpare(folder, disk);
        removeDropped();
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public Division division() {
        return head.division();
    }

    @Override
    public List<Day> days() {
        return head.days();
    }

    @Override
    public long endNs() {
        return store == null ? Long.MIN_VALUE : period.endNs();
    }

    @Override
    public Optional<Period> openDay() {
        return head.open().map(Day::period);
    }

    @Override
    public StoreWriter roll(long timeNs) throws StoreException {
        if (store != null && timeNs < period.endNs()) {
            return store;
        }
        requireUsable();
        Period wanted = nextDay(head.division().periodOf(timeNs));
        if (keeping.isPresent() && (store == null || !wanted.name().equals(period.name()))) {
            makeRoom(keeping.get(), wanted);
        }
        return moveTo(wanted);
    }

    /// Time only moves forward: from the day that is open here, or the newest. A newest day that only a clock with a
    /// wrong date can have made, between days that are past and one to come, is left as it is.
    private Period nextDay(Period wanted) {
        List<Day> days = head.days();
        if (store != null || days.isEmpty() || days.getLast().period().compareTo(wanted) <= 0) {
            return wanted;
        }
        Period newest = days.getLast().period();
        boolean wrong = newest.startNs() - wanted.endNs() >= DAY_NS && days.size() > 1
                && days.get(days.size() - 2).period().compareTo(wanted) <= 0;
        return wrong ? wanted : newest;
    }

    /// Drops what a retention does not keep before the next day takes space. Files are deleted while the feed goes on,
    /// unless the disk is nearly full.
    private void makeRoom(Keeping kept, Period wanted) throws StoreException {
        if (isLow()) {
            // To seal a day may take space, too.
            keep(kept, wanted);
            removal.await();
        }
        sealOther(wanted);
        keep(kept, wanted);
        if (isLow()) {
            removal.await();
        }
    }

    private boolean isLow() {
        try {
            return Files.getFileStore(folder).getUsableSpace() < LOW_CHUNKS * (long) options.chunkBytes();
        } catch (IOException e) {
            return false;
        }
    }

    /// Drops what a retention does not keep. The feed goes on, whatever happens here.
    ///
    /// @param wanted the day that is made next, if it is not there
    private void keep(Keeping kept, Period wanted) {
        try {
            if (!head.dropped().isEmpty() && !removal.isBusy() && removal.isDone(head)) {
                clearDropped();
            }
            List<Day> days = DayRetention.with(head.days(), wanted);
            ArchiveRetention retention = kept.retention();
            if (DayRetention.hasJumped(days, retention)) {
                kept.listener().suspended(days.getLast(), retention.days());
                retention = ArchiveRetention.bytes(retention.bytes());
            }
            RetentionReport report = retaining.report(days, retention);
            if (!report.dropped().isEmpty()) {
                requireRemovable(report.dropped());
                write(head.without(report.dropped()));
                steps.accept(ArchiveStep.DROP_LISTED);
                kept.listener().dropped(report);
            }
            // Those that could not be deleted before are among them.
            removal.start(removal.rename(head), problem -> kept.listener().failed(undone(problem)));
        } catch (IOException e) {
            goOn();
            kept.listener().failed(undone(e));
        }
    }

    /// For tests.
    void awaitRemoval() {
        removal.await();
    }

    private StoreException undone(IOException problem) {
        return problem instanceof StoreException known ? known : new StoreException(Reason.ACCESS, folder,
                "expired days could not be dropped, or their files could not be deleted; the next attempt is when the next day "
                + "begins", problem);
    }

    /// A head that could not be written may have replaced the one before all the same. Either is whole, and no folder
    /// is touched before its head is durable.
    private void goOn() {
        try {
            head = ArchiveHeadFile.read(folder);
        } catch (StoreException _) {
            failed = true;
        }
    }

    @Override
    public StoreWriter at(long timeNs) throws StoreException {
        if (store != null && period.contains(timeNs)) {
            return store;
        }
        return moveTo(head.division().periodOf(timeNs));
    }

    private StoreWriter moveTo(Period wanted) throws StoreException {
        requireUsable();
        if (store != null && wanted.name().equals(period.name())) {
            return store;
        }
        sealOther(wanted);
        return open(wanted, opener);
    }

    private void sealOther(Period wanted) throws StoreException {
        if (head.open().isPresent() && !head.open().get().name().equals(wanted.name())) {
            seal();
        }
    }

    private StoreWriter open(Period wanted, DayOpener prepared) throws StoreException {
        Optional<Day> listed = head.day(wanted.name());
        sealedBefore = listed.filter(day -> !day.open());
        attempt("day cannot be opened: day=" + wanted.name(), () -> {
            if (listed.isEmpty()) {
                String id = stores.make(wanted);
                write(head.with(new Day(wanted, true, id, 0, List.of())));
                steps.accept(ArchiveStep.DAY_LISTED);
            } else if (!listed.get().open()) {
                Day day = listed.get();
                stores.requireWhole(day);
                stores.requireWritable(day);
                write(head.with(new Day(day.period(), true, day.storeId(), 0, List.of())));
                steps.accept(ArchiveStep.DAY_REOPENED);
            }
        });
        WriteStore opened = stores.recover(head.day(wanted.name()).orElseThrow());
        boolean done = false;
        try {
            steps.accept(ArchiveStep.DAY_OPENED);
            prepared.opened(wanted, opened);
            DayIndexes.declare(head.indexes(), opened);
            store = opened;
            period = wanted;
            done = true;
            return opened;
        } finally {
            if (!done) {
                DayStores.closeQuietly(opened);
            }
        }
    }

    @Override
    public void seal() throws StoreException {
        requireUsable();
        Optional<Day> open = head.open();
        if (open.isEmpty()) {
            return;
        }
        Path path = folder.resolve(open.get().name());
        attempt("day cannot be sealed: day=" + open.get().name(), () -> {
            if (store == null) {
                store = stores.recover(open.get());
                period = open.get().period();
                sealedBefore = Optional.empty();
            }
            Map<String, Span> times = Span.recorded(store, sealedBefore);
            closeStore();
            steps.accept(ArchiveStep.DAY_CLOSED);
            Day sealed;
            try (Store closed = ReadStore.open(path, disk)) {
                sealed = DaySummary.of(closed, open.get().period(), times);
            }
            DayFolder.protect(path);
            steps.accept(ArchiveStep.DAY_PROTECTED);
            write(head.with(sealed));
            steps.accept(ArchiveStep.DAY_SEALED);
        });
    }

    private void closeStore() throws StoreException {
        // Closed it is in any case; if it could not be made durable, the next to open it recovers it.
        try (WriteStore closing = store) {
            store = null;
            // Tables that came since it was opened.
            DayIndexes.declare(head.indexes(), closing);
        }
    }

    @Override
    public List<IndexDeclaration> indexes() {
        return head.indexes();
    }

    @Override
    public int declare(IndexDeclaration index) throws StoreException {
        requireUsable();
        int[] have = new int[1];
        inEachDay(day -> {
            // The newest day that has the table decides whether the fields can be a key.
            have[0] += have[0] == 0 ? DayIndexes.declareFirst(index, day) : DayIndexes.declare(List.of(index), day);
        });
        if (have[0] == 0) {
            throw new StoreException(Reason.UNKNOWN, folder, "no day of the archive has such a table: table=" + index.table());
        }
        if (!head.indexes().contains(index)) {
            List<IndexDeclaration> more = new ArrayList<>(head.indexes());
            more.add(index);
            attempt("index cannot be listed: index=" + index, () -> write(head.indexedBy(more)));
        }
        return have[0];
    }

    @Override
    public boolean drop(IndexDeclaration index) throws StoreException {
        requireUsable();
        boolean[] had = {head.indexes().contains(index)};
        if (had[0]) {
            attempt("index cannot be dropped: index=" + index, () -> write(head.indexedBy(head.indexes().stream()
                    .filter(other -> !other.equals(index)).toList())));
        }
        inEachDay(day -> had[0] |= day.drop(index));
        return had[0];
    }

    /// A change to the store of a day.
    @FunctionalInterface
    private interface DayChange {
        void run(WriteStore day) throws StoreException;
    }

    /// Opens one day after the other, the newest first, and seals it.
    private void inEachDay(DayChange change) throws StoreException {
        seal();
        for (Day day : head.days()) {
            stores.requireWritable(day);
        }
        for (Day day : head.days().reversed()) {
            reopen(day.period(), opened -> {
                change.run(opened);
                steps.accept(ArchiveStep.INDEX_CHANGED);
            });
        }
    }

    private void reopen(Period sealed, DayChange change) throws StoreException {
        try {
            open(sealed, DayOpener.nothing());
            change.run(store);
        } finally {
            if (store != null) {
                seal();
            }
        }
    }

    @Override
    public Day add(String name) throws StoreException {
        requireUsable();
        Period added = period(name);
        Path path = folder.resolve(added.name());
        if (head.day(name).isPresent()) {
            throw new StoreException(Reason.EXISTS, path, "day is in the archive already: day=" + name + "; drop it first");
        }
        if (Files.notExists(path)) {
            throw new StoreException(Reason.MISSING, path, "no such folder; copy the day into the archive first, such as "
                    + "with cp -a --sparse=always or rsync -aS");
        }
        Day[] day = new Day[1];
        attempt("day cannot be added: day=" + name, () -> {
            try (ReadStore found = ReadStore.open(path, disk)) {
                requireNew(found, path);
                if (!found.info().clean()) {
                    throw new StoreException(Reason.CORRUPT, path, "store was not closed by its writer, or copied while it "
                            + "wrote; open it for writing once, or copy it again");
                }
                VerifyReport report = found.verify(VerifyOptions.quick());
                if (!report.isSound()) {
                    throw new StoreException(Reason.CORRUPT, path, "day is damaged: " + report.findings().getFirst()
                            + ", findings=" + report.findings().size());
                }
                day[0] = DaySummary.of(found, added, Map.of());
            }
            if (!head.indexes().isEmpty()) {
                DayFolder.requireWritable(path);
            }
            DayFolder.sync(path, disk);
            DayFolder.protect(path);
            disk.syncFolder(folder);
            steps.accept(ArchiveStep.DAY_PROTECTED);
            write(head.with(day[0]));
            steps.accept(ArchiveStep.DAY_ADDED);
        });
        if (!head.indexes().isEmpty()) {
            // As any day that is opened again, so that the next writer goes on wherever this one dies.
            seal();
            reopen(added, _ -> { });
        }
        return head.day(name).orElseThrow();
    }

    /// Checks that the rows of a store are not in the archive already, under the name of another day.
    private void requireNew(ReadStore found, Path path) throws StoreException {
        for (Day day : head.days()) {
            if (day.storeId().equals(found.id())) {
                throw new StoreException(Reason.EXISTS, path, "store is in the archive already, as the day " + day.name()
                        + "; a day keeps its name when it is copied");
            }
        }
    }

    private Period period(String name) throws StoreException {
        try {
            return head.division().parsePeriod(name);
        } catch (IllegalArgumentException e) {
            throw new StoreException(Reason.UNKNOWN, folder, e.getMessage());
        }
    }

    @Override
    public void drop(String name) throws StoreException {
        Day day = listed(name);
        if (day.open()) {
            throw open(day);
        }
        drop(List.of(day));
    }

    private Day listed(String name) throws StoreException {
        requireUsable();
        Optional<Day> day = head.day(name);
        return day.isPresent() ? day.get() : head.day(period(name).name()).orElseThrow(() -> new StoreException(
                Reason.UNKNOWN, folder, "archive has no such day: day=" + name));
    }

    private StoreException open(Day day) {
        return new StoreException(Reason.LOCKED, folder.resolve(day.name()), "day is open for writing; seal it first: "
                + "ashlar archive seal " + folder);
    }

    @Override
    public void dropDamaged(String name) throws StoreException {
        Day day = listed(name);
        if (day.open()) {
            requireDamaged(day);
        }
        drop(List.of(day));
    }

    private void requireDamaged(Day day) throws StoreException {
        if (store == null) {
            try {
                stores.recover(day).close();
            } catch (StoreException e) {
                if (DayStores.mayRecover(e) && e.reason() != Reason.ACCESS) {
                    throw e;
                }
                return;
            }
        }
        throw open(day);
    }

    /// Not listed first: whoever reads the head from here on does not look for them.
    private void drop(List<Day> days) throws StoreException {
        attempt("days cannot be dropped: first=" + days.getFirst().name(), () -> {
            requireRemovable(days);
            write(head.without(days));
            steps.accept(ArchiveStep.DROP_LISTED);
            removeDropped();
        });
    }

    private void requireRemovable(List<Day> days) throws IOException {
        for (Day day : days) {
            Path path = folder.resolve(day.name());
            if (Files.exists(path)) {
                DayFolder.requireRemovable(path);
            }
        }
    }

    private void removeDropped() throws IOException {
        if (head.dropped().isEmpty()) {
            return;
        }
        removal.await();
        removal.delete(removal.rename(head));
        if (!removal.hasLeft()) {
            clearDropped();
        }
    }

    private void clearDropped() throws IOException {
        disk.syncFolder(folder);
        write(head.cleared());
        steps.accept(ArchiveStep.DROP_DONE);
    }

    @Override
    public RetentionReport retain(ArchiveRetention retention, boolean dryRun) throws StoreException {
        requireUsable();
        RetentionReport report = retaining.report(head.days(), retention);
        if (!dryRun && !report.dropped().isEmpty()) {
            drop(report.dropped());
        }
        return report;
    }

    private void write(Head next) throws IOException {
        ArchiveHeadFile.write(folder, next, disk, steps);
        head = next;
    }

    /// A change that writes the head.
    @FunctionalInterface
    private interface Change {
        void run() throws IOException;
    }

    /// If a change fails, the state on disk is unknown until the next writer recovers it.
    private void attempt(String what, Change change) throws StoreException {
        Head before = head;
        try {
            change.run();
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            failed = true;
            throw new StoreException(Reason.ACCESS, folder, what + ", generation=" + before.generation(), e);
        }
    }

    private void requireUsable() throws StoreException {
        if (closed) {
            throw new IllegalStateException("archive is closed (" + folder + ")");
        }
        if (failed) {
            throw new StoreException(Reason.FAILED, folder, "an earlier write to the archive failed; reopen it");
        }
    }

    @Override
    public void close() throws StoreException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (store != null) {
                closeStore();
            }
        } finally {
            keeping.ifPresent(this::finishDropping);
            lock.close();
        }
    }

    /// If this fails, the next writer completes it.
    private void finishDropping(Keeping kept) {
        removal.await();
        try {
            if (!failed) {
                removeDropped();
            }
        } catch (IOException e) {
            kept.listener().failed(undone(e));
        }
    }
}
