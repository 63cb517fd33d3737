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
/// Kernel locks on bytes behind the file's end say who is consumer and who producer of a lane, and are gone with their
/// process, whatever that died of. The file's space is taken when it is made, so a store into it never finds the disk
/// full.
///
/// **Threading**: any thread; what it gives belongs to one each. **Ownership**: of the mapping and the locks; after
/// [#close] every use of the lanes is an exception. A process opens a file once: the locks are the process's, and
/// closing another channel of the file would drop them.
public final class RingFile implements AutoCloseable {
    private static final int CONSUMER = 0;
    /// Of the first lane; the others follow.
    private static final int PRODUCER = 1;
    private static final int ZEROS_BYTES = 1 << 16;
    private static final Set<Path> OPEN = new HashSet<>();

    private final Path path;
    private final FileChannel channel;
    private final Arena arena;
    private final Lanes lanes;
    /// Where the bytes begin that are locked, which are never written.
    private final long end;
    private final FileLock[] locks;

    private RingFile(Path path, FileChannel channel, Arena arena, MemorySegment memory) {
        this.path = path;
        this.channel = channel;
        this.arena = arena;
        lanes = Lanes.open(memory, 0);
        end = memory.byteSize();
        locks = new FileLock[PRODUCER + lanes.count()];
    }

    /// Makes a file with empty lanes; it is there whole or not at all.
    ///
    /// @param lanes    how many
    /// @param capacity bytes of the records of each, a power of two
    /// @throws FileAlreadyExistsException if there is a file
    /// @throws IOException                if there is no room for it
    public static void create(Path path, int lanes, int capacity) throws IOException {
        long bytes = Lanes.byteSize(lanes, capacity);
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
            Lanes.create(file.map(MapMode.READ_WRITE, 0, bytes, mapping), 0, lanes, capacity);
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
    }

    /// Opens a file that is there.
    ///
    /// @throws IOException           if there are no lanes in it, or it is cut
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
                return new RingFile(real, channel, arena, memory);
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                channel.close();
                throw new IOException("no ring, or cut: path=" + path + ", " + e.getMessage(), e);
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

    public Lanes lanes() {
        return lanes;
    }

    /// Becomes the producer of the first lane that has none.
    ///
    /// @throws IOException if each has one, in this process or another
    public synchronized RingProducer producer() throws IOException {
        for (int lane = 0; lane < lanes.count(); lane++) {
            if (lock(PRODUCER + lane)) {
                return lanes.ring(lane).producer();
            }
        }
        throw new IOException("each lane has a producer: lanes=" + lanes.count() + ", path=" + path);
    }

    /// Becomes the consumer.
    ///
    /// @throws IOException if there is one, in this process or another
    public synchronized LanesConsumer consumer() throws IOException {
        if (!lock(CONSUMER)) {
            throw new IOException("there is a consumer: path=" + path);
        }
        return lanes.consumer();
    }

    /// Whether a living process is the producer of a lane.
    public synchronized boolean hasProducer(int lane) throws IOException {
        return isLocked(PRODUCER + lane);
    }

    /// Whether a living process is the consumer.
    public synchronized boolean hasConsumer() throws IOException {
        return isLocked(CONSUMER);
    }

    private boolean lock(int index) throws IOException {
        if (locks[index] == null) {
            locks[index] = tryLock(index);
            return locks[index] != null;
        }
        return false;
    }

    private boolean isLocked(int index) throws IOException {
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
            return channel.tryLock(end + index, 1, false);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /// Gives up mapping and locks. Producers and the consumer are to be at rest.
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
