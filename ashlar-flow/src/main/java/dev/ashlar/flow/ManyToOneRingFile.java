// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// A [ManyToOneRing] in a mapped file, for several processes. In a file system in memory, such as `/dev/shm`, nothing
/// is ever written to a disk.
///
/// Kernel locks on bytes beyond the end of the file mark the consumer and the producer of each lane, as in a
/// [OneToOneRingFile]. A lane gets a new producer only after the kernel has released the lock of the last one, which
/// can then no longer write. Only a process that wants this lane waits for that.
///
/// **Threading**: any thread; each producer and consumer is for one thread. **Ownership**: owns the mapping and the
/// locks; after [#close] every use of the ring throws. A process may open a file once.
public final class ManyToOneRingFile extends QueueFile<ManyToOneRing> {
    private ManyToOneRingFile(Path path) throws IOException {
        super(path, "many-to-one ring", ManyToOneRing.MAX_LANES, memory -> ManyToOneRing.open(memory, 0));
    }

    /// Creates a file with an empty ring, atomically. For the sizes see [ManyToOneRing#create].
    ///
    /// @throws FileAlreadyExistsException if the file exists
    /// @throws IOException                if there is no space for it, or the file system has no links
    public static void create(Path path, int lanes, int laneBytes, int entries) throws IOException {
        LockedFile.create(path, ManyToOneRing.byteSize(lanes, laneBytes, entries),
                memory -> ManyToOneRing.create(memory, 0, lanes, laneBytes, entries));
    }

    /// Opens an existing file.
    ///
    /// @throws IOException           if it has no many-to-one ring, or is truncated
    /// @throws IllegalStateException if this process has it open
    public static ManyToOneRingFile open(Path path) throws IOException {
        return new ManyToOneRingFile(path);
    }

    public ManyToOneRing ring() {
        return queue;
    }

    /// Becomes the producer of the first lane that has none.
    ///
    /// @throws IOException if every lane has one, in this process or another, or the lane is corrupt
    public ManyToOneRingProducer producer() throws IOException {
        int lane = lockLane(queue.producers());
        try {
            return queue.producer(lane);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage() + ", path=" + path(), e);
        }
    }

    /// Becomes the consumer.
    ///
    /// @throws IOException if there is one already, in this process or another
    public ManyToOneRingConsumer consumer() throws IOException {
        lockConsumer();
        return queue.consumer();
    }
}
