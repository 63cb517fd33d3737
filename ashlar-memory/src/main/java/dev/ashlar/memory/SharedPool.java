// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.Disk;
import dev.ashlar.memory.internal.FileSpace;
import dev.ashlar.memory.internal.Os;
import dev.ashlar.memory.internal.v1.PoolGeometry;
import dev.ashlar.memory.internal.v1.PoolMember;
import dev.ashlar.memory.internal.v1.PoolSteps;
import dev.ashlar.memory.internal.v1.Publications;
import dev.ashlar.memory.internal.v1.SharedClaims;
import dev.ashlar.memory.internal.v1.SharedExtents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;

/// A pool of chunks in a folder, on a disk or a tmpfs, that several processes can open at the same time.
///
/// Each acquires its own containers, as from any [ChunkPool]. A container that is *published* under a name no longer
/// belongs to a process: others open it for reading or writing, and it stays until it is *unpublished*, even if every
/// process dies. Its chunks are released once it is unpublished and no process has it open.
///
/// **Promises.** A chunk belongs to at most one process or one named container. If a process dies, however and
/// whenever, its chunks are released by the next process that opens the pool, runs out of chunks or calls [#reap]. No
/// process waits for another one that is dead or stopped. All this holds for the death of processes, not for a loss of
/// power.
///
/// **Threading**: any thread. Opening, publishing and reaping read all entries of the pool, 16 bytes each, and so does
/// acquiring when free chunks are scarce.
///
/// **Ownership**: closing the pool releases the chunks of this process; named containers stay. A process may open a
/// folder once. It must not open and close the file `pool.locks` by other means: that would release the lock that marks
/// it as alive.
///
/// **Failure**: that of [ChunkPool]; damaged or unsuitable files are a [PoolFileException]; a process that others
/// considered dead gets a [ReapedException] from its next bulk operation, claim, close or publication. Single accesses
/// are not checked.
public final class SharedPool implements AutoCloseable {
    private final PoolMember member;
    private final Publications publications;
    private final ChunkPool chunks;

    private SharedPool(PoolMember member, Publications publications, ChunkPool chunks) {
        this.member = member;
        this.publications = publications;
        this.chunks = chunks;
    }

    /// Opens the pool in a folder, and creates it if there is none.
    ///
    /// @param options the sizes, which must be those the pool was created with, and the settings of this process.
    ///                [Zeroing#ON_RELEASE] is refused, since a process that dies clears nothing
    /// @throws PoolFileException     if the pool has other sizes, or cannot be used
    /// @throws IllegalStateException if this process has it open
    public static SharedPool open(Path folder, PoolOptions options) throws IOException {
        return open(folder, options, new Disk(), PoolSteps.NONE);
    }

    /// Opens the pool in a folder with its existing sizes.
    ///
    /// @throws PoolFileException     if there is none, or it cannot be used
    /// @throws IllegalStateException if this process has it open
    public static SharedPool open(Path folder) throws IOException {
        return open(folder, null, new Disk(), PoolSteps.NONE);
    }

    static SharedPool open(Path folder, PoolOptions options, Disk disk, PoolSteps steps) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
        if (options != null && options.zeroing() == Zeroing.ON_RELEASE) {
            throw new IllegalArgumentException("shared pool cannot clear chunks on release: zeroing="
                    + options.zeroing() + "; use ON_ACQUIRE, since a process that dies clears nothing");
        }
        Os os = Os.current();
        FileSpace directorySpace = new FileSpace(os, disk, true);
        PoolMember member = PoolMember.open(folder.toRealPath(), options == null ? null : PoolGeometry.of(options),
                directorySpace,
                disk, steps);
        ChunkPool chunks = null;
        try {
            PoolGeometry sizes = member.directory().geometry();
            PoolOptions own = options != null ? options : PoolOptions.bounded(
                    (long) sizes.maxChunks() * sizes.chunkBytes(), sizes.chunkBytes());
            PoolOptions exact = own.withBytes((long) sizes.maxChunks() * sizes.chunkBytes(),
                    (long) sizes.extentChunks() * sizes.chunkBytes());
            FileSpace space = new FileSpace(os, disk, exact.reservation() == Reservation.RESERVED);
            SharedClaims claims = new SharedClaims(member);
            chunks = new ChunkPool(exact, new SharedExtents(member, space, disk, steps), os, claims);
            SharedPool pool = new SharedPool(member, new Publications(member, claims), chunks);
            pool.mapAll();
            return pool;
        } catch (IOException | RuntimeException e) {
            // The pool of chunks closes its extents, then the member.
            if (chunks != null) {
                chunks.close();
            }
            member.close();
            throw e;
        }
    }

    /// The pool for containers and arrays of this process.
    public ChunkPool chunks() {
        return chunks;
    }

    /// A container of this process; see [ChunkPool#acquire].
    public SegmentedMemory acquire(long byteSize) throws AllocationException {
        return chunks.acquire(byteSize);
    }

    /// Publishes a container of this process under a name. Other processes then find it, with everything written to it
    /// before. It stays open in this process until it is closed, and can no longer grow.
    ///
    /// @param name of at most 64 bytes in UTF-8
    /// @return false if the name is taken, or another process is about to take it; the container is then unchanged
    /// @throws PoolFullException     if there are too many named containers
    /// @throws IllegalStateException if the container is closed, published already, or not of this pool
    public boolean publish(String name, SegmentedMemory memory) throws AllocationException {
        Publications.checkName(name);
        if (memory.pool != chunks || memory.parent != null) {
            throw new IllegalStateException("not a container of this pool: " + memory + " (" + this + ")");
        }
        synchronized (memory) {
            memory.pin();
            try {
                if (memory.lease != null) {
                    throw new IllegalStateException("published already: name=" + name + " (" + this + ")");
                }
                int record = publications.publish(name, memory.chunks, memory.chunkCount, memory.byteSize());
                if (record == Publications.NO_RECORD) {
                    throw new PoolFullException(Publications.MAX_CONTAINERS, toString());
                }
                if (record == Publications.NAME_TAKEN) {
                    return false;
                }
                memory.lease = () -> publications.close(record);
                return true;
            } finally {
                memory.unpin();
            }
        }
    }

    /// Opens a named container for reading; writing to it is an `IllegalArgumentException`, as for any memory that is
    /// read-only. Its chunks stay where they are until it is closed, whatever others do.
    ///
    /// @return empty if no container has the name
    /// @throws PoolFileException if the directory contradicts itself
    public Optional<SegmentedMemory> openReadOnly(String name) throws IOException {
        return open(name, true);
    }

    /// Opens a named container for reading and writing. Several processes may; [Access] has the modes for that.
    ///
    /// @return empty if no container has the name
    /// @throws PoolFileException if the directory contradicts itself
    public Optional<SegmentedMemory> openReadWrite(String name) throws IOException {
        return open(name, false);
    }

    /// Removes the name of a container. Processes that have it open keep it; the last one to close it releases its
    /// chunks.
    ///
    /// @return false if no container has the name
    public boolean unpublish(String name) {
        Publications.checkName(name);
        return publications.unpublish(name);
    }

    /// Releases the chunks of dead processes. Opening the pool does this, and so does acquiring when chunks run out.
    public ReapReport reap() throws IOException {
        return member.reap();
    }

    /// What was released for dead processes when this one opened the pool.
    public ReapReport found() {
        return member.found();
    }

    /// The state of the pool over all processes.
    public SharedPoolStatistics statistics() {
        return publications.statistics();
    }

    /// Closes all containers of this process and releases its chunks. Closing again does nothing.
    ///
    /// @throws IllegalStateException as [ChunkPool#close] does
    @Override
    public void close() {
        chunks.close();
    }

    @Override
    public String toString() {
        return chunks.toString();
    }

    private Optional<SegmentedMemory> open(String name, boolean readOnly) throws IOException {
        Publications.checkName(name);
        Publications.Found found = publications.open(name);
        if (found == null) {
            return Optional.empty();
        }
        try {
            mapAll();
            return Optional.of(chunks.adopt(found.chunks(), found.byteSize(), readOnly,
                    () -> publications.close(found.record())));
        } catch (IOException | RuntimeException e) {
            publications.close(found.record());
            throw e;
        }
    }

    /// Maps what others have added since.
    private void mapAll() throws IOException {
        try {
            chunks.map(member.directory().extents());
        } catch (NoSpaceException e) {
            if (e.getCause() instanceof PoolFileException known) {
                throw known;
            }
            throw e;
        }
    }
}
