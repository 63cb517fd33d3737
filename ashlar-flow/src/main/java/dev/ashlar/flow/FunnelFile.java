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
public final class FunnelFile extends QueueFile<Funnel> {
    private FunnelFile(Path path) throws IOException {
        super(path, "funnel", Funnel.MAX_LANES, memory -> Funnel.open(memory, 0));
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
        return new FunnelFile(path);
    }

    public Funnel funnel() {
        return queue;
    }

    /// Becomes the producer of the first lane that has none.
    ///
    /// @throws IOException if each has one, in this process or another; or what lies in the lane contradicts itself
    public FunnelProducer producer() throws IOException {
        int lane = lockLane(queue.producers());
        try {
            return queue.producer(lane);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage() + ", path=" + path(), e);
        }
    }

    /// Becomes the consumer.
    ///
    /// @throws IOException if there is one, in this process or another
    public FunnelConsumer consumer() throws IOException {
        lockConsumer();
        return queue.consumer();
    }
}
