// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// A [FixedLengthRing] in a mapped file, for two processes, with locks for both sides as in a [OneToOneRingFile].
///
/// **Threading**: any thread; the producer and the consumer are for one thread each. **Ownership**: owns the mapping
/// and the locks; after [#close] every use of the ring throws. A process may open a file once.
public final class FixedLengthRingFile extends QueueFile<FixedLengthRing> {
    private FixedLengthRingFile(Path path) throws IOException {
        super(path, "ring of messages of one length", 1, memory -> FixedLengthRing.open(memory, 0));
    }

    /// Creates a file with an empty ring, atomically.
    ///
    /// @param capacity     messages that fit at once, a power of two
    /// @param messageBytes of each, a multiple of 8
    /// @throws FileAlreadyExistsException if the file exists
    /// @throws IOException                if there is no space for it, or the file system has no links
    public static void create(Path path, int capacity, int messageBytes) throws IOException {
        LockedFile.create(path, FixedLengthRing.byteSize(capacity, messageBytes),
                memory -> FixedLengthRing.create(memory, 0, capacity, messageBytes));
    }

    /// Opens an existing file.
    ///
    /// @throws IOException           if it has no such ring, or is truncated
    /// @throws IllegalStateException if this process has it open
    public static FixedLengthRingFile open(Path path) throws IOException {
        return new FixedLengthRingFile(path);
    }

    public FixedLengthRing ring() {
        return queue;
    }

    /// Becomes the producer.
    ///
    /// @throws IOException if there is one already, in this process or another
    public FixedLengthRingProducer producer() throws IOException {
        lockLane(1);
        return queue.producer();
    }

    /// Becomes the consumer.
    ///
    /// @throws IOException if there is one already, in this process or another
    public FixedLengthRingConsumer consumer() throws IOException {
        lockConsumer();
        return queue.consumer();
    }
}
