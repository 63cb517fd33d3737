// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
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
/// slot
/// *n*. The kernel frees them when a process dies, whatever it died of.
///
/// POSIX gives these locks to a process and drops all of them when *any* channel of the file closes. So a process opens
/// the file once, however often it has the store open, and the locks it has are noted here.
///
/// **Threading**: any thread.
public final class Locks implements AutoCloseable {
    public static final String NAME = "store.lock";
    private static final int WRITER = 0;
    private static final int WRITER_ATTEMPTS = 5;
    /// Static since the locks are the process's, too.
    private static final Map<Path, Locks> OPEN = new HashMap<>();

    private final Path file;
    private final FileChannel channel;
    private final FileLock[] held = new FileLock[StoreLayout.MAX_READERS + 1];
    private int users;

    private Locks(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// @param store its real path, so that there is one for each
    public static Locks open(Path store) throws IOException {
        Path file = store.resolve(NAME);
        synchronized (OPEN) {
            Locks locks = OPEN.get(file);
            if (locks == null) {
                locks = new Locks(file, FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                        StandardOpenOption.WRITE));
                OPEN.put(file, locks);
            }
            locks.users++;
            return locks;
        }
    }

    /// Becomes the only writer.
    void lockWriter() throws StoreException {
        boolean locked = tryLock(WRITER);
        for (int attempt = 0; attempt < WRITER_ATTEMPTS && !locked; attempt++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            locked = tryLock(WRITER);
        }
        if (!locked) {
            throw new StoreException(Reason.LOCKED, file, "another writer has it open; readers may open it");
        }
    }

    /// Whether a process, this one perhaps, has it open for writing.
    public boolean isWriterLocked() throws StoreException {
        return isLocked(WRITER);
    }

    /// Whether another living process has a slot.
    public boolean isReaderElsewhere(int slot) throws StoreException {
        synchronized (OPEN) {
            return held[slot + 1] == null && isLocked(slot + 1);
        }
    }

    /// There is no asking without taking: so a writer that finds its lock taken asks again.
    private boolean isLocked(int index) throws StoreException {
        synchronized (OPEN) {
            if (tryLock(index)) {
                unlock(index);
                return false;
            }
            return true;
        }
    }

    public void unlockWriter() {
        unlock(WRITER);
    }

    /// Takes the first slot that nobody has.
    ///
    /// @return the slot, or -1 if all are taken
    int lockReader() throws StoreException {
        for (int slot = 0; slot < StoreLayout.MAX_READERS; slot++) {
            if (tryLock(slot + 1)) {
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
        if (!tryLock(slot + 1)) {
            return false;
        }
        clear.run();
        unlock(slot + 1);
        return true;
    }

    void unlockReader(int slot) {
        unlock(slot + 1);
    }

    private boolean tryLock(int index) throws StoreException {
        synchronized (OPEN) {
            if (held[index] != null) {
                return false;
            }
            try {
                held[index] = channel.tryLock(index, 1, false);
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
                channel.close();
            }
        }
    }
}
