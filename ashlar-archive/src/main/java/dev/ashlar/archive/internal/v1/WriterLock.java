// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// The kernel lock on byte 0 of `archive.lock`, which the writer of an archive holds. The kernel releases it when the
/// process dies.
///
/// **Threading**: any thread.
final class WriterLock implements AutoCloseable {
    static final String NAME = "archive.lock";
    private static final int MOST_TRIES = 20;
    private static final long PAUSE_NS = 5_000_000;
    /// Static because kernel locks belong to the process, and closing any channel of the file releases all of them.
    private static final Set<Path> HELD = new HashSet<>();

    private final Path file;
    private final FileChannel channel;

    private WriterLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// @param folder of the archive, its real path
    /// @throws StoreException if a writer already holds the lock
    static WriterLock take(Path folder) throws StoreException {
        Path file = folder.resolve(NAME);
        synchronized (HELD) {
            if (HELD.contains(file)) {
                throw new StoreException(Reason.LOCKED, file, "this process already has the archive open for writing");
            }
            FileChannel channel = null;
            boolean taken = false;
            try {
                channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = tryLock(channel);
                if (lock == null) {
                    throw new StoreException(Reason.LOCKED, file, "another process writes to the archive; readers may "
                            + "open it");
                }
                taken = true;
                HELD.add(file);
                return new WriterLock(file, channel);
            } catch (StoreException e) {
                throw e;
            } catch (IOException e) {
                throw new StoreException(Reason.ACCESS, file, "archive cannot be locked", e);
            } finally {
                if (!taken) {
                    closeQuietly(channel);
                }
            }
        }
    }

    /// A process that checks whether there is a writer holds the lock for a moment.
    private static FileLock tryLock(FileChannel channel) throws IOException {
        FileLock lock = channel.tryLock(0, 1, false);
        for (int tries = 1; lock == null && tries < MOST_TRIES; tries++) {
            LockSupport.parkNanos(PAUSE_NS);
            lock = channel.tryLock(0, 1, false);
        }
        return lock;
    }

    /// Whether a writer has the lock of an archive, in this process or another.
    ///
    /// @param folder of the archive, its real path
    static boolean isHeld(Path folder) {
        Path file = folder.resolve(NAME);
        synchronized (HELD) {
            // To close a channel of the file would free this process's lock.
            if (HELD.contains(file)) {
                return true;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                    FileLock lock = channel.tryLock(0, 1, true)) {
                return lock == null;
            } catch (IOException e) {
                return false;
            }
        }
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException _) {
            // What led here is reported.
        }
    }

    @Override
    public void close() {
        synchronized (HELD) {
            HELD.remove(file);
            closeQuietly(channel);
        }
    }
}
