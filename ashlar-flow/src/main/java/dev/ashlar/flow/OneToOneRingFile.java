// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// A [OneToOneRing] or [RingGroup] in a mapped file, for several processes; see [OneToOneRing]. In a file system in
/// memory, such as `/dev/shm`, nothing is ever written to a disk.
///
/// Kernel locks mark the consumer and the producer of each lane. They end with their process, however it dies. The
/// file's space is allocated at creation, so a store into it never finds the disk full.
///
/// **Threading**: any thread; each producer and consumer is for one thread. **Ownership**: owns the mapping and the
/// locks; after [#close] every use of the lanes throws. A process may open a file once: the locks belong to the
/// process, and closing another channel of the file would release them.
public final class OneToOneRingFile extends QueueFile<RingGroup> {
    private OneToOneRingFile(Path path) throws IOException {
        super(path, "ring", RingGroup.MAX_LANES, memory -> RingGroup.open(memory, 0));
    }

    /// Creates a file with empty lanes, atomically.
    ///
    /// @param lanes    number of lanes
    /// @param capacity bytes of the records of each, a power of two
    /// @throws FileAlreadyExistsException if the file exists
    /// @throws IOException                if there is no space for it, or the file system has no links
    public static void create(Path path, int lanes, int capacity) throws IOException {
        LockedFile.create(path, RingGroup.byteSize(lanes, capacity),
                memory -> RingGroup.create(memory, 0, lanes, capacity));
    }

    /// Opens an existing file.
    ///
    /// @throws IOException           if it has no lanes, or is truncated
    /// @throws IllegalStateException if this process has it open
    public static OneToOneRingFile open(Path path) throws IOException {
        return new OneToOneRingFile(path);
    }

    public RingGroup lanes() {
        return queue;
    }

    /// Becomes the producer of the first lane that has none.
    ///
    /// @throws IOException if every lane has one, in this process or another
    public OneToOneRingProducer producer() throws IOException {
        return queue.ring(lockLane(queue.producers())).producer();
    }

    /// Becomes the consumer.
    ///
    /// @throws IOException if there is one already, in this process or another
    public RingGroupConsumer consumer() throws IOException {
        lockConsumer();
        return queue.consumer();
    }
}
