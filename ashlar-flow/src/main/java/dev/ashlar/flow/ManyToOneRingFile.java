// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// A [ManyToOneRing] in a mapped file, for several processes. In a file system in memory, such as `/dev/shm`, nothing
/// is ever written to a disk.
///
/// Kernel locks on bytes behind the file's end say who is consumer and who producer of a lane, as in a
/// [OneToOneRingFile]: a lane is given to another only when the kernel has freed the lock of the one before, who can do
/// nothing any more. Nobody waits for that but who wants this very lane.
///
/// **Threading**: any thread; what it gives belongs to one each. **Ownership**: of the mapping and the locks; after
/// [#close] every use of the many-to-one ring is an exception. A process opens a file once.
public final class ManyToOneRingFile extends QueueFile<ManyToOneRing> {
    private ManyToOneRingFile(Path path) throws IOException {
        super(path, "many-to-one ring", ManyToOneRing.MAX_LANES, memory -> ManyToOneRing.open(memory, 0));
    }

    /// Makes a file with an empty many-to-one ring; it is there whole or not at all. For the numbers see
    /// [ManyToOneRing#create].
    ///
    /// @throws FileAlreadyExistsException if there is a file
    /// @throws IOException                if there is no room for it
    public static void create(Path path, int lanes, int laneBytes, int entries) throws IOException {
        LockedFile.create(path, ManyToOneRing.byteSize(lanes, laneBytes, entries),
                memory -> ManyToOneRing.create(memory, 0, lanes, laneBytes, entries));
    }

    /// Opens a file that is there.
    ///
    /// @throws IOException           if there is no many-to-one ring in it, or it is cut
    /// @throws IllegalStateException if this process has it open
    public static ManyToOneRingFile open(Path path) throws IOException {
        return new ManyToOneRingFile(path);
    }

    public ManyToOneRing ring() {
        return queue;
    }

    /// Becomes the producer of the first lane that has none.
    ///
    /// @throws IOException if each has one, in this process or another; or what lies in the lane contradicts itself
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
    /// @throws IOException if there is one, in this process or another
    public ManyToOneRingConsumer consumer() throws IOException {
        lockConsumer();
        return queue.consumer();
    }
}
