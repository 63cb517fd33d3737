// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Kernel locks on bytes of `store.lock`: byte 0 is the writer's, byte *n* + 1 belongs to the process with reader's
/// slot *n*, the byte after those is shared by the processes that read without a slot, and the last one is the writer's
/// once it has recovered the store. The kernel releases them when a process dies, however it dies.
///
/// POSIX gives these locks to a process and drops all of them when *any* channel of the file closes. So a process opens
/// the file once, however often it has the store open, and the locks it has are noted here.
///
/// **Threading**: any thread.
public final class Locks implements AutoCloseable {
    public static final String NAME = "store.lock";
    private static final int WRITER = 0;
    private static final int WITHOUT_SLOT = StoreLayout.MAX_READERS + 1;
    private static final int RECOVERED = WITHOUT_SLOT + 1;
    private static final int ATTEMPTS = 5;
    /// Static since the locks are the process's, too.
    private static final Map<Path, Locks> OPEN = new HashMap<>();

    private final Path file;
    private final FileLock[] held = new FileLock[RECOVERED + 1];
    /// Null while the process only shares.
    private FileChannel channel;
    /// For reading alone; null where the other one was there first.
    private FileChannel shared;
    private int users;
    private int sharers;

    private Locks(Path file) {
        this.file = file;
    }

    /// @param store its real path, so that there is one for each
    public static Locks open(Path store) throws IOException {
        synchronized (OPEN) {
            Locks locks = of(store);
            if (locks.channel == null) {
                locks.channel = FileChannel.open(locks.file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
            }
            locks.use();
            return locks;
        }
    }

    /// Lets others see that this process reads a store to which it may not write.
    ///
    /// @param store its real path
    /// @return ends it
    public static Closeable share(Path store) throws IOException {
        synchronized (OPEN) {
            Locks locks = of(store);
            if (locks.channel == null && locks.shared == null) {
                locks.shared = FileChannel.open(locks.file, StandardOpenOption.READ);
            }
            locks.use();
            locks.sharers++;
            try {
                if (locks.sharers == 1) {
                    locks.lockShared();
                }
            } catch (StoreException e) {
                locks.unshare();
                throw e;
            }
            return locks::unshare;
        }
    }

    /// Those that the process has, or new ones, which count once they are [used][#use()].
    private static Locks of(Path store) {
        Path file = store.resolve(NAME);
        return OPEN.getOrDefault(file, new Locks(file));
    }

    private void use() {
        OPEN.put(file, this);
        users++;
    }

    private void unshare() throws IOException {
        synchronized (OPEN) {
            if (--sharers == 0) {
                unlock(WITHOUT_SLOT);
            }
            close();
        }
    }

    /// Becomes the only writer.
    void lockWriter() throws StoreException {
        if (!insist(WRITER, false)) {
            throw new StoreException(Reason.LOCKED, file, "another writer has it open; readers may open it");
        }
    }

    /// Lets others see that the writer has recovered the store.
    public void lockRecovered() throws StoreException {
        insist(RECOVERED, false);
    }

    /// A lock can only be queried by taking it for a moment, so a process that finds it taken tries again.
    private boolean insist(int index, boolean sharing) throws StoreException {
        boolean locked = tryLock(index, sharing);
        for (int attempt = 0; attempt < ATTEMPTS && !locked; attempt++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            locked = tryLock(index, sharing);
        }
        return locked;
    }

    private void lockShared() throws StoreException {
        insist(WITHOUT_SLOT, true);
    }

    /// Whether a process, this one perhaps, has a store open for writing; also asked by those who may only read it.
    ///
    /// @param store its real path
    public static boolean isWriterLocked(Path store) throws IOException {
        return isLocked(store, WRITER);
    }

    /// Whether a process has a store open for writing, and has recovered it.
    ///
    /// @param store its real path
    public static boolean isRecovered(Path store) throws IOException {
        return isLocked(store, RECOVERED);
    }

    private static boolean isLocked(Path store, int index) throws IOException {
        synchronized (OPEN) {
            Locks locks = of(store);
            if (locks.users > 0) {
                return locks.isLocked(index);
            }
            try (FileChannel asked = FileChannel.open(locks.file, StandardOpenOption.READ);
                    FileLock free = asked.tryLock(index, 1, true)) {
                return free == null;
            } catch (OverlappingFileLockException e) {
                // This process has it open under another path.
                return true;
            }
        }
    }

    /// Whether another living process has a slot.
    public boolean isReaderElsewhere(int slot) throws StoreException {
        synchronized (OPEN) {
            return held[slot + 1] == null && isLocked(slot + 1);
        }
    }

    /// Whether another living process reads, in a slot or without one.
    public boolean isReadElsewhere() throws StoreException {
        synchronized (OPEN) {
            for (int slot = 0; slot < StoreLayout.MAX_READERS; slot++) {
                if (isReaderElsewhere(slot)) {
                    return true;
                }
            }
            boolean own = held[WITHOUT_SLOT] != null;
            unlock(WITHOUT_SLOT);
            boolean others = isLocked(WITHOUT_SLOT);
            if (own) {
                lockShared();
            }
            return others;
        }
    }

    private boolean isLocked(int index) throws StoreException {
        synchronized (OPEN) {
            // A channel for reading alone gives shared locks alone.
            if (tryLock(index, channel == null)) {
                unlock(index);
                return false;
            }
            return true;
        }
    }

    public void unlockWriter() {
        unlock(RECOVERED);
        unlock(WRITER);
    }

    /// Takes the first slot that nobody has.
    ///
    /// @return the slot, or -1 if all are taken
    int lockReader() throws StoreException {
        for (int slot = 0; slot < StoreLayout.MAX_READERS; slot++) {
            if (tryLock(slot + 1, false)) {
                return slot;
            }
        }
        return -1;
    }

    /// Clears up after the process that had a slot, if it is dead.
    ///
    /// @param clear done while no other can take the slot
    /// @return whether it was dead
    public boolean reap(int slot, Runnable clear) throws StoreException {
        if (!tryLock(slot + 1, false)) {
            return false;
        }
        clear.run();
        unlock(slot + 1);
        return true;
    }

    void unlockReader(int slot) {
        unlock(slot + 1);
    }

    private boolean tryLock(int index, boolean sharing) throws StoreException {
        synchronized (OPEN) {
            if (held[index] != null) {
                return false;
            }
            try {
                held[index] = (channel == null ? shared : channel).tryLock(index, 1, sharing);
                return held[index] != null;
            } catch (OverlappingFileLockException e) {
                return false;
            } catch (IOException e) {
                throw new StoreException(Reason.ACCESS, file, "cannot be locked", e);
            }
        }
    }

    private void unlock(int index) {
        synchronized (OPEN) {
            try {
                if (held[index] != null) {
                    held[index].release();
                }
            } catch (IOException e) {
                // The channel is closed, and the lock gone with it.
            }
            held[index] = null;
        }
    }

    /// Drops the locks of this process when its last user closes.
    @Override
    public void close() throws IOException {
        synchronized (OPEN) {
            if (--users == 0) {
                OPEN.remove(file);
                try (FileChannel _ = channel; FileChannel _ = shared) {
                    return;
                }
            }
        }
    }
}
