// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/// Makes what was committed durable: the bytes first, then what says whose they are, then a checkpoint that counts
/// them.
///
/// **Threading**: the writer and the thread that syncs at intervals, one at a time.
///
/// **Failure**: what was not written once may be lost although a second attempt succeeds, so the first failure is the
/// last: from then on nothing is durable, and every commit says so.
final class Checkpoints {
    private final Path folder;
    private final HeadFile head;
    private final Catalog catalog;
    private final Extents extents;
    private final StoreId boot;
    private final Checkpoint first;
    private final Supplier<List<Container>> containers;
    private final List<Progress> progress = new ArrayList<>();
    private final Marks marks = new Marks();
    private final BoardSyncs boards = new BoardSyncs();
    private final BitSet entries = new BitSet();
    private long generation;
    private volatile IOException failure;

    Checkpoints(Path folder, StoreDisk disk, OpenFiles files, Supplier<List<Container>> containers) {
        this.folder = folder;
        head = files.head();
        catalog = files.catalog();
        extents = files.extents();
        first = files.checkpoint();
        boot = disk.boot();
        generation = first.generation();
        this.containers = containers;
    }

    /// Takes a container in, which comes after those that were.
    synchronized void watch(Container container, long durableEnd) {
        progress.add(new Progress(extents, container.chain(), durableEnd));
    }

    /// Takes the cells of a board in, too.
    synchronized void watch(int container, BoardSync sync) {
        boards.add(container, sync);
    }

    /// @throws StoreException if an earlier checkpoint failed
    void check() throws StoreException {
        IOException failed = failure;
        if (failed != null) {
            throw new StoreException(Reason.FAILED, folder, "nothing is durable since the disk refused; open it anew",
                    failed);
        }
    }

    /// Says that the entries of all extents have changed.
    synchronized void entriesChanged() {
        entries.set(0, extents.count());
    }

    /// Makes all durable that is committed now.
    ///
    /// @param allEntries whether the entries of all extents have changed
    synchronized void write(boolean allEntries) throws StoreException {
        write(allEntries, false);
    }

    /// Makes durable what is not, if there is any.
    synchronized void writeIfChanged() throws StoreException {
        List<Container> all = containers.get();
        boolean changed = marks.count() != all.size() || boards.areChanged();
        for (int i = 0; i < all.size() && !changed; i++) {
            Chain chain = all.get(i).chain();
            changed = marks.end(i) != chain.end() || marks.first(i) != chain.first();
        }
        if (changed) {
            write(false, false);
        }
    }

    private void write(boolean allEntries, boolean clean) throws StoreException {
        if (boards.areResumed()) {
            writeOnce(allEntries, false);
        }
        writeOnce(allEntries, clean);
    }

    private void writeOnce(boolean allEntries, boolean clean) throws StoreException {
        check();
        try {
            if (allEntries) {
                entriesChanged();
            }
            List<Container> all = containers.get();
            marks.clear();
            for (Container container : all) {
                marks.add(container.record().id(), container.chain().first(), container.chain().end(), 0);
            }
            boards.begin(marks);
            for (int i = 0; i < progress.size() && i < all.size(); i++) {
                progress.get(i).sync(marks.end(i), entries);
            }
            boards.force();
            for (int extent = entries.nextSetBit(0); extent >= 0; extent = entries.nextSetBit(extent + 1)) {
                extents.sync(extent, 0, extents.geometry().chunksOffset());
            }
            head.write(new Checkpoint(generation + 1, clean, first.id(), boot, System.currentTimeMillis(),
                    first.createdMs(), extents.geometry(), extents.count(), catalog.bytes(), marks), true);
            generation++;
            entries.clear();
            boards.complete();
        } catch (IOException e) {
            failure = e;
            check();
        }
    }

    /// How many checkpoints there were.
    synchronized long generation() {
        return generation;
    }

    /// Writes the last checkpoint, after which there is nothing to recover. It is written in both places: an older one
    /// in the other would have rows given up, should this one be damaged.
    synchronized void close() throws StoreException {
        try {
            if (failure == null) {
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
