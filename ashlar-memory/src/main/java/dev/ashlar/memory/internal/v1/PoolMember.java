// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import dev.ashlar.memory.PoolFileException;
import dev.ashlar.memory.ReapReport;
import dev.ashlar.memory.ReapedException;
import dev.ashlar.memory.internal.Disk;
import dev.ashlar.memory.internal.FileSpace;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// This process as a member of a pool: its slot, its lock, and its cleanup after dead processes.
///
/// **Threading**: any thread.
public final class PoolMember implements AutoCloseable {
    private final DirectoryFile directory;
    private final MemberLocks signs;
    private final Slots slots;
    private final Entries entries;
    private final PoolCatalog catalog;
    private final Reaper reaper;
    /// Kept as long as this object, so that Java knows of the lock as long as the kernel does.
    private final FileLock life;
    private final int slot;
    /// The slot's word as long as nobody thinks that this process is dead.
    private final long word;
    private final ReapReport found;
    private boolean closed;

    /// Opens the pool of a folder.
    ///
    /// @param folder a real path
    /// @param wanted the sizes that the pool has to have, by which it is made if there is none; or null
    public static PoolMember open(Path folder, PoolGeometry wanted, FileSpace space, Disk disk, PoolSteps steps)
            throws IOException {
        DirectoryFile directory = DirectoryFile.open(folder, wanted, space, disk, steps);
        MemberLocks signs = null;
        try {
            signs = MemberLocks.open(folder);
            return new PoolMember(directory, signs, steps);
        } catch (IOException | RuntimeException e) {
            directory.close();
            if (signs != null) {
                signs.close();
            }
            throw e;
        }
    }

    /// Takes a slot; what its last owner left is given back first.
    private PoolMember(DirectoryFile directory, MemberLocks signs, PoolSteps steps) throws IOException {
        this.directory = directory;
        this.signs = signs;
        PoolGeometry geometry = directory.geometry();
        slots = new Slots(directory.memory(), geometry);
        entries = new Entries(directory.memory(), geometry, steps);
        catalog = new PoolCatalog(directory.memory(), geometry, slots, steps);
        reaper = new Reaper(geometry, slots, entries, catalog, steps);
        life = lockSlot();
        slot = (int) life.position();
        steps.at(PoolStep.SLOT_LOCKED);
        // Of a free slot, too: one that was thought dead may have left something after it was reaped.
        List<ReapReport.Dead> before = slots.word(slot) == 0 ? List.of() : giveBack(1L << slot);
        word = slots.take(slot);
        steps.at(PoolStep.SLOT_TAKEN);
        List<ReapReport.Dead> dead = new ArrayList<>(before);
        dead.addAll(reap().dead());
        found = new ReapReport(dead);
    }

    int slot() {
        return slot;
    }

    long word() {
        return word;
    }

    Entries entries() {
        return entries;
    }

    PoolCatalog catalog() {
        return catalog;
    }

    public DirectoryFile directory() {
        return directory;
    }

    /// What the dead had left when this process came.
    public ReapReport found() {
        return found;
    }

    /// The id of the process in a slot; 0 if none has it.
    long pid(int other) {
        return slots.isTaken(other) ? slots.pid(other) : 0;
    }

    /// Whether nobody thinks that this process is dead.
    boolean isAlive() {
        return slots.word(slot) == word;
    }

    /// Refuses to continue if others think that this process is dead.
    ///
    /// @throws ReapedException if they do, and have given its chunks away
    void check() {
        if (!isAlive()) {
            throw new ReapedException(slot, AtomicWord.epoch(word), directory.folder().toString());
        }
    }

    /// Gives back what dead processes had.
    public synchronized ReapReport reap() throws IOException {
        check();
        long dead = 0;
        List<FileLock> locks = new ArrayList<>();
        try {
            for (int other = 0; other < PoolLayout.MAX_PROCESSES; other++) {
                // Free slots are left alone: if this process is stopped while it has their locks, others find none.
                FileLock lock = other == slot || !slots.isTaken(other) ? null : signs.tryLock(other);
                if (lock != null) {
                    locks.add(lock);
                    dead |= 1L << other;
                }
            }
            return new ReapReport(giveBack(dead));
        } finally {
            for (FileLock lock : locks) {
                lock.release();
            }
        }
    }

    /// Ends a lease of this process, and frees the container if it was the last and the container is retired.
    void endLease(int record) {
        catalog.endLease(record, word);
        freeUnused(record);
    }

    /// Frees a container that is retired and that nobody has open.
    void freeUnused(int record) {
        reaper.freeUnused(record, slot);
    }

    /// Gives back all that this process has, and leaves. What others hold against it by then is left to them.
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (isAlive()) {
                giveBack(1L << slot);
            }
        } catch (IOException e) {
            // Files of extents that were not finished: the next process in the slot deletes them.
        } finally {
            directory.close();
            try {
                signs.close();
            } catch (IOException e) {
                // The kernel drops the locks when the process ends, if not before.
            }
        }
    }

    private List<ReapReport.Dead> giveBack(long dead) throws IOException {
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(directory.folder(), "extent-*.tmp")) {
            for (Path file : unfinished) {
                int maker = SharedExtents.slotOf(file);
                if (maker >= 0 && maker < PoolLayout.MAX_PROCESSES && (dead >>> maker & 1) != 0) {
                    Files.deleteIfExists(file);
                }
            }
        }
        return reaper.reap(dead, slot);
    }

    private FileLock lockSlot() throws IOException {
        for (int free = 0; free < PoolLayout.MAX_PROCESSES; free++) {
            FileLock lock = signs.tryLock(free);
            if (lock != null) {
                return lock;
            }
        }
        throw new PoolFileException(PoolFileException.Reason.NO_SLOT, directory.file(),
                "maxProcesses=" + PoolLayout.MAX_PROCESSES + ", all alive");
    }
}
