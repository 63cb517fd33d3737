// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/// A mapped file with kernel locks on bytes beyond its end, which are never written. The locks mark which process uses
/// which side of the queue in the file. They end with their process, however it dies.
///
/// **Threading**: any thread. **Ownership**: owns the mapping and the locks. A process opens a file once: the locks
/// belong to the process, and closing another channel of the file would release them.
final class LockedFile implements AutoCloseable {
    private static final int ZEROS_BYTES = 1 << 16;
    private static final Set<Path> OPEN = new HashSet<>();

    private final Path path;
    private final FileChannel channel;
    private final Arena arena;
    private final MemorySegment memory;
    private final FileLock[] locks;

    private LockedFile(Path path, FileChannel channel, Arena arena, int locks) throws IOException {
        this.path = path;
        this.channel = channel;
        this.arena = arena;
        memory = channel.map(MapMode.READ_WRITE, 0, channel.size(), arena);
        this.locks = new FileLock[locks];
    }

    /// Creates a file atomically and allocates its space, so that a store into it never finds the disk full.
    ///
    /// @param content fills in the memory, which is all zeros
    /// @throws FileAlreadyExistsException if there is a file
    /// @throws IOException                if there is no room for it, or the file system has no links
    static void create(Path path, long bytes, Consumer<MemorySegment> content) throws IOException {
        if (Files.exists(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        Path unfinished = path.resolveSibling(path.getFileName() + "-"
                + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp");
        try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
                Arena mapping = Arena.ofConfined()) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
            for (long at = 0; at < bytes; at += zeros.limit()) {
                zeros.clear().limit((int) Math.min(ZEROS_BYTES, bytes - at));
                while (zeros.hasRemaining()) {
                    file.write(zeros, at + zeros.position());
                }
            }
            content.accept(file.map(MapMode.READ_WRITE, 0, bytes, mapping));
            // Unlike a move, it fails if another process was first.
            Files.createLink(path, unfinished);
        } catch (UnsupportedOperationException e) {
            throw new IOException("file system has no hard links: path=" + path, e);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /// @param locks how many bytes may be locked
    /// @throws IllegalStateException if this process has it open
    static LockedFile open(Path path, int locks) throws IOException {
        Path real = path.toRealPath();
        synchronized (OPEN) {
            if (!OPEN.add(real)) {
                throw new IllegalStateException("this process has the file open already: path=" + path);
            }
        }
        Arena arena = Arena.ofShared();
        try {
            FileChannel channel = FileChannel.open(real, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                return new LockedFile(real, channel, arena, locks);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            arena.close();
            forget(real);
            throw e;
        }
    }

    private static void forget(Path real) {
        synchronized (OPEN) {
            OPEN.remove(real);
        }
    }

    Path path() {
        return path;
    }

    MemorySegment memory() {
        return memory;
    }

    /// @return whether this process has the lock now and had not before
    synchronized boolean lock(int index) throws IOException {
        if (locks[index] == null) {
            locks[index] = tryLock(index);
            return locks[index] != null;
        }
        return false;
    }

    /// Whether a living process, this one or another, has the lock.
    synchronized boolean isLocked(int index) throws IOException {
        if (locks[index] != null) {
            return true;
        }
        FileLock lock = tryLock(index);
        if (lock != null) {
            lock.release();
        }
        return lock == null;
    }

    private FileLock tryLock(int index) throws IOException {
        try {
            return channel.tryLock(memory.byteSize() + index, 1, false);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (!arena.scope().isAlive()) {
                return;
            }
            arena.close();
            channel.close();
        }
        forget(path);
    }
}
