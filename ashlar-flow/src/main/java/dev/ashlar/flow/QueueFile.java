// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/// A queue in a mapped file, for several processes. In a file system in memory, such as `/dev/shm`, nothing is ever
/// written to a disk.
///
/// Kernel locks on bytes beyond the end of the file mark the consumer and the producer of each lane. They end with
/// their process, however it dies. The file's space is allocated at creation, so a store into it never finds the disk
/// full.
///
/// @param <Q> what the file holds
abstract sealed class QueueFile<Q> implements AutoCloseable permits OneToOneRingFile, FixedLengthRingFile,
        ManyToOneRingFile {
    private static final int CONSUMER = 0;
    /// Of the first lane; the others follow.
    private static final int PRODUCER = 1;
    /// A process that checks whether a side is there holds its lock for a moment, so opening is retried.
    private static final int ATTEMPTS = 50;
    private static final long ATTEMPT_NS = 2_000_000;

    final Q queue;
    private final LockedFile file;

    /// Opens an existing file.
    ///
    /// @param kind      of the queue, for errors
    /// @param mostLanes maximum number of lanes
    /// @param opened    opens the queue in the memory; throws if there is none
    /// @throws IOException           if it has no such queue, or is truncated
    /// @throws IllegalStateException if this process has it open
    QueueFile(Path path, String kind, int mostLanes, Function<MemorySegment, Q> opened) throws IOException {
        file = LockedFile.open(path, PRODUCER + mostLanes);
        try {
            queue = opened.apply(file.memory());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            file.close();
            throw new IOException("file has no " + kind + ", or is truncated: path=" + path + ", " + e.getMessage(), e);
        }
    }

    final Path path() {
        return file.path();
    }

    /// Becomes the producer of the first lane that has none.
    ///
    /// @return that lane
    /// @throws IOException if each has one, in this process or another
    final int lockLane(int lanes) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            for (int lane = 0; lane < lanes; lane++) {
                if (file.lock(PRODUCER + lane)) {
                    return lane;
                }
            }
            LockSupport.parkNanos(ATTEMPT_NS);
        }
        throw new IOException("each lane has a producer already: lanes=" + lanes + ", path=" + path());
    }

    /// Becomes the consumer.
    ///
    /// @throws IOException if there is one, in this process or another
    final void lockConsumer() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (file.lock(CONSUMER)) {
                return;
            }
            LockSupport.parkNanos(ATTEMPT_NS);
        }
        throw new IOException("ring has a consumer already: path=" + path());
    }

    /// Whether a living process is the producer of a lane.
    public final boolean hasProducer(int lane) throws IOException {
        return file.isLocked(PRODUCER + lane);
    }

    /// Whether a living process is the consumer.
    public final boolean hasConsumer() throws IOException {
        return file.isLocked(CONSUMER);
    }

    /// Unmaps the file and releases the locks. Its producers and its consumer must not be in use.
    @Override
    public final void close() throws IOException {
        file.close();
    }
}
