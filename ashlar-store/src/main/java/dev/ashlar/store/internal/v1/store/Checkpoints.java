// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.SyncLag;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.SyncProgress;
import dev.ashlar.store.internal.v1.chunk.SyncRanges;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.file.Checkpoint;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.Marks;
import dev.ashlar.store.internal.v1.file.OpenFiles;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreId;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.journal.Boundary;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.values.ValueSync;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/// Makes committed data durable: the bytes first, then the entries that say which container they belong to, then a
/// checkpoint that includes them.
///
/// **Threading**: the writer and the thread that syncs at intervals, one at a time.
///
/// **Failure**: data that the system once failed to write may be lost even if a second attempt succeeds. So the first
/// failure is final: from then on nothing becomes durable, and every commit throws.
final class Checkpoints {
    /// Footers that lie as near as this are made durable at once, with the rows between them.
    private static final long NEAR_BYTES = 1 << 22;
    /// How long it may take until a deleted or cut file is noticed, if nothing reads it: looking takes about a third of
    /// a sync.
    private static final long LOOK_NS = 100_000_000;
    /// Detail of a journal's mark: nothing is added to its last chunk any more.
    static final long ENDED = 1;

    private final Path folder;
    private final HeadFile head;
    private final Catalog catalog;
    private final Extents extents;
    private final StoreId boot;
    private final Checkpoint first;
    private final Boundary boundary;
    /// In the order of their numbers, which begin with 1.
    private volatile Container[] containers = new Container[0];
    private final List<SyncProgress> progress = new ArrayList<>();
    private final Marks marks = new Marks();
    private final ValueSyncs allLastValues = new ValueSyncs();
    /// When it was last looked whether the files are still there.
    private long lookedNs = System.nanoTime() - LOOK_NS;
    private final BitSet entries = new BitSet();
    private final SyncRanges ranges;
    private final TableCommits commits;
    /// Footers that the next checkpoint makes durable.
    private final List<Range> footers = new ArrayList<>();
    /// Where each container began and ended at its last sync.
    private final AtomicLongArray durableFirsts = new AtomicLongArray(StoreLayout.MAX_CONTAINERS);
    private final AtomicLongArray durableEnds = new AtomicLongArray(StoreLayout.MAX_CONTAINERS);
    /// When all that was committed was last known to be durable; and for how long at most it was not.
    private volatile long durableNs = System.nanoTime();
    private volatile long longestNs;
    /// When it was last looked how far containers go.
    private long notedNs;
    private long notedMs;
    /// How many containers the last durable checkpoint has marks of.
    private int durableCount;
    /// Null where commits wait for no sync, or each does.
    private volatile GrowthBound growth;
    private long generation;
    private volatile long durableGeneration;
    /// Of the last checkpoint that another thread than the writer's has begun.
    private volatile long begunGeneration;
    /// Whether something was retired that the next commit makes durable.
    private volatile boolean retired;
    private volatile boolean busy;
    private volatile IOException failure;

    /// Bytes of an extent.
    private record Range(int extent, long from, long to) { }

    Checkpoints(Path folder, StoreDisk disk, OpenFiles files, Boundary boundary) {
        this.folder = folder;
        head = files.head();
        catalog = files.catalog();
        extents = files.extents();
        ranges = new SyncRanges(extents);
        commits = new TableCommits(extents);
        first = files.checkpoint();
        boot = disk.boot();
        generation = first.generation();
        durableGeneration = files.durable().generation();
        this.boundary = boundary;
    }

    /// Takes a container in, which comes after those that were.
    synchronized void watch(Container container, long durableEnd) {
        assert container.record().id() == containers.length + 1 : "id=" + container.record().id();
        Container[] more = Arrays.copyOf(containers, containers.length + 1);
        more[containers.length] = container;
        containers = more;
        durableFirsts.set(containers.length - 1, container.chain().first());
        durableEnds.set(containers.length - 1, durableEnd);
        progress.add(new SyncProgress(extents, container.chain(), durableEnd));
    }

    /// Has writers wait where more than this was committed since the last sync began.
    ///
    /// @param soon has a sync begin at once
    void bound(long bytes, Runnable soon) {
        GrowthBound bound = new GrowthBound(bytes, this);
        bound.start(soon);
        synchronized (this) {
            growth = bound;
        }
    }

    /// The writer's: more is about to be committed.
    void grow(long bytes) throws StoreException {
        if (growth != null) {
            growth.grow(bytes);
        }
    }

    boolean isFailed() {
        return failure != null;
    }

    /// From any thread.
    SyncLag lag() {
        // Before it is looked how far containers go: what comes after was not undurable for longer.
        long now = System.nanoTime();
        long sinceNs = durableNs;
        long bytes = allLastValues.undurableBytes();
        Container[] all = containers;
        for (int i = 0; i < all.length; i++) {
            Link last = all[i].chain().last();
            if (last != null && all[i].record().source() == 0) {
                bytes += Math.max(0, all[i].chain().end() - durableEnds.get(i)) * last.identity().stride();
            }
        }
        long undurableNs = bytes == 0 ? 0 : Math.max(0, now - sinceNs);
        GrowthBound bound = growth;
        return new SyncLag(bytes, undurableNs, Math.max(longestNs, undurableNs), bound == null ? 0 : bound.waitedNs());
    }

    /// Takes the cells of a last-value table in, too.
    synchronized void watch(int container, ValueSync sync) {
        allLastValues.add(container, sync);
    }

    /// @throws StoreException if an earlier checkpoint failed
    void check() throws StoreException {
        IOException failed = failure;
        if (failed != null) {
            throw refusal(failed);
        }
    }

    private StoreException refusal(IOException failed) {
        return new StoreException(Reason.FAILED, folder,
                "nothing is durable since a write to the disk failed; open the store again", failed);
    }

    /// Notes a failure to make something durable, after which nothing is. A thread that syncs may end with it, and
    /// nobody would know.
    ///
    /// @return what to throw, unless the failure is thrown itself: a defect of ours
    private StoreException failed(Throwable e) {
        failure = e instanceof IOException known ? known : new IOException(e);
        switch (e) {
            case InternalError fault -> failure = extents.fault(fault);
            case RuntimeException defect -> throw defect;
            case Error defect -> throw defect;
            default -> {
            }
        }
        return refusal(failure);
    }

    /// Takes no more checkpoints, since a publication was not ended: what opens the store again ends it.
    void fail(Throwable cause) {
        failure = cause instanceof IOException known ? known : new IOException("publication did not complete", cause);
        boundary.abandon();
    }

    /// Says that the entries of all extents have changed.
    synchronized void entriesChanged() {
        entries.set(0, extents.count());
    }

    /// Says that a container begins later.
    void retired() {
        retired = true;
    }

    /// Adds a footer that the next checkpoint makes durable.
    ///
    /// @return the generation of that
    synchronized long sealed(int extent, long from, long to) {
        Range last = footers.isEmpty() ? null : footers.getLast();
        entries.set(extent);
        if (last != null && last.extent == extent && Math.max(to, last.to) - Math.min(from, last.from) <= NEAR_BYTES) {
            footers.removeLast();
            footers.add(new Range(extent, Math.min(from, last.from), Math.max(to, last.to)));
        } else {
            footers.add(new Range(extent, from, to));
        }
        return generation + 1;
    }

    /// Makes all durable that is committed now.
    ///
    /// @param allEntries whether the entries of all extents have changed
    synchronized void write(boolean allEntries) throws StoreException {
        fill();
        write(allEntries, false);
    }

    /// Makes durable what is not, if there is any; for another thread than the writer's.
    synchronized void writeIfChanged() throws StoreException {
        try {
            if (isChanged()) {
                writeChanged();
            }
        } catch (InternalError e) {
            fail(extents.fault(e));
            check();
        } catch (CorruptChunkException e) {
            fail(new StoreException(Reason.CORRUPT, folder, "entries cannot be read", e));
            check();
        }
    }

    /// Whether there is something that is not durable; notes when there is nothing.
    private boolean isChanged() {
        long now = System.nanoTime();
        if (growth != null) {
            growth.note();
        }
        Container[] all = containers;
        boolean changed = durableCount != all.length || !footers.isEmpty() || allLastValues.areChanged();
        for (int i = 0; i < all.length && !changed; i++) {
            Chain chain = all[i].chain();
            // Not the marks, which may be of a checkpoint that is not durable.
            changed = durableEnds.get(i) != chain.end() || durableFirsts.get(i) != chain.first();
        }
        if (!changed) {
            durableNs = now;
            if (growth != null) {
                growth.settle();
            }
        }
        return changed;
    }

    private void writeChanged() throws StoreException {
        busy = true;
        // Before it is looked how far containers go: whoever changes that and sees this number after may be too late.
        begunGeneration = generation + 1;
        try {
            if (boundary.at(this::fill)) {
                write(false, false);
            }
        } finally {
            busy = false;
        }
    }

    /// Notes how far each container goes, at a boundary.
    private void fill() {
        notedNs = System.nanoTime();
        notedMs = System.currentTimeMillis();
        if (growth != null) {
            growth.note();
        }
        marks.clear();
        for (Container container : containers) {
            marks.add(container.record().id(), container.chain().first(), container.chain().end(),
                    container instanceof OfJournal journal && journal.frames().ended() ? ENDED : 0);
        }
        allLastValues.note(marks);
    }

    /// Makes a journal durable up to its end, and nothing else: its tables follow from it.
    synchronized void sync(int container) throws StoreException {
        check();
        try {
            long end = containers[container - 1].chain().end();
            progress.get(container - 1).collect(end, ranges);
            ranges.sync();
            durableEnds.set(container - 1, end);
            requireFiles(false);
        } catch (IOException | RuntimeException | Error e) {
            throw failed(e);
        }
    }

    /// Makes the rows of a table durable that no journal fills.
    ///
    /// @param rows what was committed, if that is at hand; else null
    synchronized void commit(int container, ByteBuffer rows) throws StoreException {
        commit(container, container, rows);
    }

    /// Makes durable what was committed to all containers, with one sync of each extent that has some of it.
    synchronized void commitAll() throws StoreException {
        commit(1, containers.length, null);
    }

    private void commit(int from, int to, ByteBuffer rows) throws StoreException {
        check();
        boolean enough = commits.isReady() && !retired && durableCount == containers.length
                && !allLastValues.areChanged();
        try {
            long startNs = System.nanoTime();
            for (int i = from - 1; i < to && enough; i++) {
                enough = collect(i, rows);
            }
            ranges.sync();
            if (enough) {
                settleCommit(from, to, startNs);
                requireFiles(false);
            }
        } catch (IOException | RuntimeException | Error e) {
            throw failed(e);
        }
        if (!enough || commits.isLong()) {
            write(false);
        }
    }

    /// @return whether a record could be made of it
    private boolean collect(int index, ByteBuffer rows) {
        Container container = containers[index];
        long end = container.chain().end();
        long durable = durableEnds.get(index);
        if (container.record().source() != 0 || end == durable) {
            return true;
        }
        boolean done = switch (container) {
            case OfTable table -> commits.add(index + 1, table.chain(), durable, rows, ranges);
            case OfJournal _ -> true;
            default -> false;
        };
        if (done) {
            progress.get(index).collect(end, ranges);
        }
        return done;
    }

    private void settleCommit(int from, int to, long startNs) {
        for (int i = from - 1; i < to; i++) {
            if (containers[i].record().source() == 0) {
                durableEnds.set(i, containers[i].chain().end());
            }
        }
        longestNs = Math.max(longestNs, System.nanoTime() - durableNs);
        durableNs = startNs;
    }

    /// Notes how far all containers go, for as long as the machine is up; the writer's, at a boundary.
    ///
    /// @return whether it was done; false if another thread is busy with a checkpoint
    boolean mark() throws StoreException {
        return !busy && writeFleeting();
    }

    private synchronized boolean writeFleeting() throws StoreException {
        check();
        fill();
        try {
            head.write(checkpoint(false), false);
            generation++;
            return true;
        } catch (IOException e) {
            // It only saves work, and a disk without room for it has lost nothing.
            return false;
        }
    }

    private void write(boolean allEntries, boolean clean) throws StoreException {
        if (allLastValues.areResumed()) {
            writeOnce(allEntries, false);
        }
        writeOnce(allEntries, clean);
    }

    private void writeOnce(boolean allEntries, boolean clean) throws StoreException {
        check();
        busy = true;
        try {
            if (allEntries) {
                entriesChanged();
            }
            boolean behind = isBehind();
            allLastValues.begin(marks);
            for (int i = 0; i < marks.count(); i++) {
                progress.get(i).sync(marks.end(i), entries);
            }
            allLastValues.force();
            for (Range footer : footers) {
                extents.sync(footer.extent, footer.from, footer.to - footer.from);
            }
            syncEntries(entries);
            head.write(checkpoint(clean), true);
            generation++;
            durableGeneration = generation;
            commits.restart(generation);
            footers.clear();
            allLastValues.complete();
            settle(behind);
            requireFiles(clean);
        } catch (IOException | RuntimeException | Error e) {
            throw failed(e);
        } finally {
            busy = false;
        }
    }

    /// Looks whether the files are still there: from time to time, and when the store is closed.
    private void requireFiles(boolean now) throws StoreException {
        long time = System.nanoTime();
        if (now || time - lookedNs >= LOOK_NS) {
            lookedNs = time;
            extents.requireFiles();
            head.requireFile();
        }
    }

    /// Whether something is about to become durable that follows from nothing else that is.
    private boolean isBehind() {
        boolean behind = allLastValues.areChanged();
        for (int i = 0; i < marks.count(); i++) {
            behind |= containers[i].record().source() == 0 && marks.end(i) > durableEnds.get(i);
        }
        return behind;
    }

    private void settle(boolean behind) {
        retired = false;
        durableCount = marks.count();
        for (int i = 0; i < marks.count(); i++) {
            durableFirsts.set(i, marks.first(i));
            durableEnds.set(i, marks.end(i));
        }
        if (behind) {
            longestNs = Math.max(longestNs, System.nanoTime() - durableNs);
        }
        durableNs = notedNs;
        if (growth != null) {
            growth.settle();
        }
    }

    private void syncEntries(BitSet of) throws IOException {
        for (int extent = of.nextSetBit(0); extent >= 0; extent = of.nextSetBit(extent + 1)) {
            extents.sync(extent, 0, extents.geometry().chunksOffset());
        }
        of.clear();
    }

    private Checkpoint checkpoint(boolean clean) {
        return new Checkpoint(generation + 1, clean, first.id(), boot, notedMs, first.createdMs(),
                extents.geometry(), extents.count(), catalog.bytes(), marks);
    }

    /// The number of the last durable checkpoint.
    long generation() {
        return durableGeneration;
    }

    /// The number of a checkpoint after which all know what the writer has changed up to now: one that is under way may
    /// have looked before.
    long generationUnaware() {
        return Math.max(durableGeneration, begunGeneration);
    }

    /// Writes the last checkpoint, after which there is nothing to recover. It is written in both places: an older one
    /// in the other would have rows given up, should this one be damaged.
    synchronized void close() throws StoreException {
        try {
            if (failure == null) {
                fill();
                write(true, true);
                write(false, true);
            }
        } finally {
            try {
                head.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        check();
    }
}
