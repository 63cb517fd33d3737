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
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/// A [Ring] in a mapped file, for two processes. In a file system in memory, such as `/dev/shm`, nothing is ever
/// written to a disk.
///
/// A kernel lock on a byte of the file says who is producer and who is consumer, and is gone with its process, whatever
/// that died of. The file's space is taken when it is made, so a store into it never finds the disk full.
///
/// **Threading**: any thread; what it gives belongs to one each. **Ownership**: of the mapping and the locks; after
/// [#close] every use of the ring is an exception. A process opens a file once: the locks are the process's, and
/// closing another channel of the file would drop them.
public final class RingFile implements AutoCloseable {
    /// Bytes behind the ring that are locked; they are never written.
    private static final int PRODUCER = 0;
    private static final int CONSUMER = 1;
    private static final int ZEROS_BYTES = 1 << 16;
    private static final Set<Path> OPEN = new HashSet<>();

    private final Path path;
    private final FileChannel channel;
    private final Arena arena;
    private final Ring ring;
    private final FileLock[] locks = new FileLock[2];

    private RingFile(Path path, FileChannel channel, Arena arena, Ring ring) {
        this.path = path;
        this.channel = channel;
        this.arena = arena;
        this.ring = ring;
    }

    /// Makes a file with an empty ring; it is there whole or not at all.
    ///
    /// @throws FileAlreadyExistsException if there is a file
    /// @throws IOException                if there is no room for it
    public static void create(Path path, int capacity) throws IOException {
        long bytes = Ring.byteSize(capacity);
        Path unfinished = path.resolveSibling(path.getFileName() + ".tmp");
        if (Files.exists(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena mapping = Arena.ofConfined()) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
            for (long at = 0; at < bytes; at += zeros.limit()) {
                zeros.clear().limit((int) Math.min(ZEROS_BYTES, bytes - at));
                while (zeros.hasRemaining()) {
                    file.write(zeros, at + zeros.position());
                }
            }
            Ring.create(file.map(MapMode.READ_WRITE, 0, bytes, mapping), 0, capacity);
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
    }

    /// Opens a file that is there.
    ///
    /// @throws IOException           if it is no ring, or cut
    /// @throws IllegalStateException if this process has it open
    public static RingFile open(Path path) throws IOException {
        Path real = path.toRealPath();
        synchronized (OPEN) {
            if (!OPEN.add(real)) {
                throw new IllegalStateException("this process has it open: path=" + path);
            }
        }
        Arena arena = Arena.ofShared();
        try {
            FileChannel channel = FileChannel.open(real, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, channel.size(), arena);
                return new RingFile(real, channel, arena, Ring.open(memory, 0));
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                channel.close();
                throw new IOException("not a ring, or cut: path=" + path + ", " + e.getMessage(), e);
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

    public Ring ring() {
        return ring;
    }

    /// Becomes the producer.
    ///
    /// @throws IOException if another process is
    public synchronized RingProducer producer() throws IOException {
        lock(PRODUCER, "producer");
        return ring.producer();
    }

    /// Becomes the consumer.
    ///
    /// @throws IOException if another process is
    public synchronized RingConsumer consumer() throws IOException {
        lock(CONSUMER, "consumer");
        return ring.consumer();
    }

    /// Whether a living process is the producer.
    public synchronized boolean hasProducer() throws IOException {
        return isLocked(PRODUCER);
    }

    /// Whether a living process is the consumer.
    public synchronized boolean hasConsumer() throws IOException {
        return isLocked(CONSUMER);
    }

    private void lock(int side, String name) throws IOException {
        FileLock lock = locks[side] != null ? null : tryLock(side);
        if (lock == null) {
            throw new IOException("there is a " + name + ": path=" + path);
        }
        locks[side] = lock;
    }

    private boolean isLocked(int side) throws IOException {
        if (locks[side] != null) {
            return true;
        }
        FileLock lock = tryLock(side);
        if (lock != null) {
            lock.release();
        }
        return lock == null;
    }

    private FileLock tryLock(int side) throws IOException {
        try {
            return channel.tryLock(ring.memory.byteSize() + side, 1, false);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /// Gives up mapping and locks. Producer and consumer are to be at rest.
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
