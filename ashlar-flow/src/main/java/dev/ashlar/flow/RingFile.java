// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

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

    private final LockedFile file;
    private final Lanes lanes;

    private RingFile(LockedFile file) {
        this.file = file;
        lanes = Lanes.open(file.memory(), 0);
    }

    /// Makes a file with empty lanes; it is there whole or not at all.
    ///
    /// @param lanes    how many
    /// @param capacity bytes of the records of each, a power of two
    /// @throws FileAlreadyExistsException if there is a file
    /// @throws IOException                if there is no room for it
    public static void create(Path path, int lanes, int capacity) throws IOException {
        LockedFile.create(path, Lanes.byteSize(lanes, capacity),
                memory -> Lanes.create(memory, 0, lanes, capacity));
    }

    /// Opens a file that is there.
    ///
    /// @throws IOException           if there are no lanes in it, or it is cut
    /// @throws IllegalStateException if this process has it open
    public static RingFile open(Path path) throws IOException {
        LockedFile file = LockedFile.open(path, PRODUCER + Lanes.MAX_LANES);
        try {
            return new RingFile(file);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            file.close();
            throw new IOException("no ring, or cut: path=" + path + ", " + e.getMessage(), e);
        }
    }

    public Lanes lanes() {
        return lanes;
    }

    /// Becomes the producer of the first lane that has none.
    ///
    /// @throws IOException if each has one, in this process or another
    public RingProducer producer() throws IOException {
        for (int lane = 0; lane < lanes.count(); lane++) {
            if (file.lock(PRODUCER + lane)) {
                return lanes.ring(lane).producer();
            }
        }
        throw new IOException("each lane has a producer: lanes=" + lanes.count() + ", path=" + file.path());
    }

    /// Becomes the consumer.
    ///
    /// @throws IOException if there is one, in this process or another
    public LanesConsumer consumer() throws IOException {
        if (!file.lock(CONSUMER)) {
            throw new IOException("there is a consumer: path=" + file.path());
        }
        return lanes.consumer();
    }

    /// Whether a living process is the producer of a lane.
    public boolean hasProducer(int lane) throws IOException {
        return file.isLocked(PRODUCER + lane);
    }

    /// Whether a living process is the consumer.
    public boolean hasConsumer() throws IOException {
        return file.isLocked(CONSUMER);
    }

    /// Gives up mapping and locks. Producers and the consumer are to be at rest.
    @Override
    public void close() throws IOException {
        file.close();
    }
}
