// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// A [Funnel] in a mapped file, for several processes. In a file system in memory, such as `/dev/shm`, nothing is ever
/// written to a disk.
///
/// Kernel locks on bytes behind the file's end say who is consumer and who producer of a lane, as in a [RingFile]: a
/// lane is given to another only when the kernel has freed the lock of the one before, who can do nothing any more.
/// Nobody waits for that but who wants this very lane.
///
/// **Threading**: any thread; what it gives belongs to one each. **Ownership**: of the mapping and the locks; after
/// [#close] every use of the funnel is an exception. A process opens a file once.
public final class FunnelFile implements AutoCloseable {
    private static final int CONSUMER = 0;
    /// Of the first lane; the others follow.
    private static final int PRODUCER = 1;

    private final LockedFile file;
    private final Funnel funnel;

    private FunnelFile(LockedFile file) {
        this.file = file;
        funnel = Funnel.open(file.memory(), 0);
    }

    /// Makes a file with an empty funnel; it is there whole or not at all. For the numbers see [Funnel#create].
    ///
    /// @throws FileAlreadyExistsException if there is a file
    /// @throws IOException                if there is no room for it
    public static void create(Path path, int lanes, int laneBytes, int entries) throws IOException {
        LockedFile.create(path, Funnel.byteSize(lanes, laneBytes, entries),
                memory -> Funnel.create(memory, 0, lanes, laneBytes, entries));
    }

    /// Opens a file that is there.
    ///
    /// @throws IOException           if there is no funnel in it, or it is cut
    /// @throws IllegalStateException if this process has it open
    public static FunnelFile open(Path path) throws IOException {
        LockedFile file = LockedFile.open(path, PRODUCER + Funnel.MAX_LANES);
        try {
            return new FunnelFile(file);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            file.close();
            throw new IOException("no funnel, or cut: path=" + path + ", " + e.getMessage(), e);
        }
    }

    public Funnel funnel() {
        return funnel;
    }

    /// Becomes the producer of the first lane that has none.
    ///
    /// @throws IOException if each has one, in this process or another; or what lies in the lane contradicts itself
    public FunnelProducer producer() throws IOException {
        for (int lane = 0; lane < funnel.lanes(); lane++) {
            if (file.lock(PRODUCER + lane)) {
                try {
                    return funnel.producer(lane);
                } catch (IllegalArgumentException e) {
                    throw new IOException(e.getMessage() + ", path=" + file.path(), e);
                }
            }
        }
        throw new IOException("each lane has a producer: lanes=" + funnel.lanes() + ", path=" + file.path());
    }

    /// Becomes the consumer.
    ///
    /// @throws IOException if there is one, in this process or another
    public FunnelConsumer consumer() throws IOException {
        if (!file.lock(CONSUMER)) {
            throw new IOException("there is a consumer: path=" + file.path());
        }
        return funnel.consumer();
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
