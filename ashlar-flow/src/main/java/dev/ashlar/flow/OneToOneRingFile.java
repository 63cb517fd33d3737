// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// A [OneToOneRing] or [RingGroup] in a mapped file, for several processes; see [OneToOneRing]. In a file system in
/// memory, such as `/dev/shm`, nothing is ever written to a disk.
///
/// Locks of the system say who is consumer and who producer of a lane, and are gone with their process, whatever that
/// died of. The file's space is taken when it is made, so a store into it never finds the disk full.
///
/// **Threading**: any thread; what it gives belongs to one each. **Ownership**: of the mapping and the locks; after
/// [#close] every use of the lanes is an exception. A process opens a file once: the locks are the process's, and
/// closing another channel of the file would drop them.
public final class OneToOneRingFile extends QueueFile<RingGroup> {
    private OneToOneRingFile(Path path) throws IOException {
        super(path, "ring", RingGroup.MAX_LANES, memory -> RingGroup.open(memory, 0));
    }

    /// Makes a file with empty lanes; it is there whole or not at all.
    ///
    /// @param lanes    how many
    /// @param capacity bytes of the records of each, a power of two
    /// @throws FileAlreadyExistsException if there is a file
    /// @throws IOException                if there is no room for it
    public static void create(Path path, int lanes, int capacity) throws IOException {
        LockedFile.create(path, RingGroup.byteSize(lanes, capacity),
                memory -> RingGroup.create(memory, 0, lanes, capacity));
    }

    /// Opens a file that is there.
    ///
    /// @throws IOException           if there are no lanes in it, or it is cut
    /// @throws IllegalStateException if this process has it open
    public static OneToOneRingFile open(Path path) throws IOException {
        return new OneToOneRingFile(path);
    }

    public RingGroup lanes() {
        return queue;
    }

    /// Becomes the producer of the first lane that has none.
    ///
    /// @throws IOException if each has one, in this process or another
    public OneToOneRingProducer producer() throws IOException {
        return queue.ring(lockLane(queue.producers())).producer();
    }

    /// Becomes the consumer.
    ///
    /// @throws IOException if there is one, in this process or another
    public RingGroupConsumer consumer() throws IOException {
        lockConsumer();
        return queue.consumer();
    }
}
