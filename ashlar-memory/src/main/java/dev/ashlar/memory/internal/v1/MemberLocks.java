// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Kernel locks that show which processes are alive: byte n of the lock file is locked by the process in slot n. The
/// kernel releases the lock when the process dies, however it dies, but not while the process is stopped.
///
/// POSIX gives these locks to a process, not to a channel: they do not exclude within one JVM, and closing *any*
/// channel of the file drops all of them. So a process opens the file once, and one pool of a folder at a time.
///
/// **Threading**: one thread at a time.
final class MemberLocks implements AutoCloseable {
    static final String FILE = "pool.locks";
    /// The pools open in this process: static since the locks are the process's, too.
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private MemberLocks(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// @param folder a real path, so that there is one for each folder
    static MemberLocks open(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!OPEN.add(file)) {
            throw new IllegalStateException("pool is open in this process already (" + folder + ")");
        }
        try {
            return new MemberLocks(file, FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                    StandardOpenOption.WRITE));
        } catch (IOException e) {
            OPEN.remove(file);
            throw e;
        }
    }

    /// Locks a slot.
    ///
    /// @return the lock, or null if a process has it: another, or this one
    FileLock tryLock(int slot) throws IOException {
        try {
            return channel.tryLock(slot, 1, false);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /// Drops all locks of this process.
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            OPEN.remove(file);
        }
    }
}
