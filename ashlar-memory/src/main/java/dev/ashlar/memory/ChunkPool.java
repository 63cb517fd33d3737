// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.AnonymousExtents;
import dev.ashlar.memory.internal.ChunkMap;
import dev.ashlar.memory.internal.Claims;
import dev.ashlar.memory.internal.Disk;
import dev.ashlar.memory.internal.Extent;
import dev.ashlar.memory.internal.ExtentSource;
import dev.ashlar.memory.internal.FileExtents;
import dev.ashlar.memory.internal.FreeChunks;
import dev.ashlar.memory.internal.Lease;
import dev.ashlar.memory.internal.Os;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A bounded pool of chunks of equal size, from which containers are allocated.
///
/// Chunks lie in extents, each mapped once and kept until the pool closes. If there are too few free chunks, the pool
/// grows by an extent, up to [PoolOptions#maxBytes]; in the steady state it neither maps nor allocates. The chunks
/// released last are reused first.
///
/// **Threading**: any thread. Acquiring and releasing block each other briefly while chunks are recorded; growing
/// blocks only callers that need it.
///
/// **Ownership**: the pool owns the mappings. Closing it closes every container and unmaps the memory; later use of a
/// container is an `IllegalStateException`. Files of a pool are temporary and are removed with it.
///
/// **Failure**: after any exception the pool has the chunks in use that it had before; it may have grown.
public final class ChunkPool implements AutoCloseable {
    /// How often a claim is retried when other claims were faster.
    private static final int MAX_ATTEMPTS = 1000;

    private final PoolOptions options;
    private final ExtentSource source;
    private final Os os;
    private final Claims claims;
    private final ChunkMap map;
    private final Object lock = new Object();
    private final Object growth = new Object();
    /// Open containers, linked through their `previous` and `next`.
    private PoolContainer newest;
    private int containers;
    private long acquired;
    private boolean closed;

    ChunkPool(PoolOptions options, ExtentSource source, Os os, Claims claims) {
        this.options = options;
        this.source = source;
        this.os = os;
        this.claims = claims;
        map = new ChunkMap(options.chunkBytes());
    }

    /// A pool in memory of this process. Without native access, memory is cleared, and thereby committed, when the pool
    /// grows, even with [Reservation#SPARSE].
    public static ChunkPool anonymous(PoolOptions options) {
        Os os = Os.current();
        boolean reserve = options.reservation() == Reservation.RESERVED;
        return new ChunkPool(options, new AnonymousExtents(os, reserve, options.hugePages()), os, new FreeChunks());
    }

    /// A pool in temporary files of a folder: on a disk, for more memory than RAM; on a tmpfs, for RAM only.
    ///
    /// @throws IOException if the folder cannot be used
    public static ChunkPool inFiles(Path folder, PoolOptions options) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
        Os os = Os.current();
        boolean reserve = options.reservation() == Reservation.RESERVED;
        return new ChunkPool(options, new FileExtents(folder, os, new Disk(), reserve), os, new FreeChunks());
    }

    /// A container of `byteSize` bytes, 0 or more.
    ///
    /// @throws PoolFullException        if the pool may not grow that much
    /// @throws NoSpaceException         if the system refuses the memory
    /// @throws IllegalArgumentException if `byteSize` is negative
    public SegmentedMemory acquire(long byteSize) throws AllocationException {
        SegmentedMemory memory = new SegmentedMemory(this);
        memory.reopen(byteSize);
        return memory;
    }

    /// Grows the pool, if need be, until `byteSize` bytes are free.
    ///
    /// @throws PoolFullException if the pool may not grow that much
    /// @throws NoSpaceException  if the system refuses the memory
    public void reserve(long byteSize) throws AllocationException {
        int wanted = chunksFor(byteSize);
        while (true) {
            synchronized (lock) {
                checkOpen();
                if (claims.freeCount() >= wanted) {
                    return;
                }
            }
            grow(wanted, byteSize);
        }
    }

    /// The state of the pool at this moment.
    public PoolStatistics statistics() {
        synchronized (lock) {
            return new PoolStatistics(options.maxBytes(), options.chunkBytes(), map.extents().size(), map.count(),
                    claims.freeCount(), containers, acquired);
        }
    }

    /// The open containers, newest first.
    public List<ContainerInfo> containers() {
        synchronized (lock) {
            List<ContainerInfo> infos = new ArrayList<>(containers);
            for (PoolContainer memory = newest; memory != null; memory = memory.next) {
                infos.add(memory.info());
            }
            return infos;
        }
    }

    /// The options of the pool.
    public PoolOptions options() {
        return options;
    }

    /// How much of the pool is in RAM, and in huge pages; empty if the system does not report it. Reads all mappings of
    /// the process.
    public Optional<Residence> residence() {
        synchronized (lock) {
            checkOpen();
            return os.residence(map.extents());
        }
    }

    /// Locks all current extents in RAM.
    ///
    /// @return whether the system locked all of them
    public boolean lockInRam() {
        synchronized (lock) {
            checkOpen();
            return map.extents().stream().allMatch(extent -> os.lock(extent.memory()));
        }
    }

    /// Page size of the system, in bytes.
    public int pageBytes() {
        return os.pageBytes();
    }

    /// Closes all containers and returns all memory to the system. Closing again does nothing.
    ///
    /// @throws IllegalStateException if a thread is reading or writing a channel with memory of the pool, which cannot
    ///                               be unmapped meanwhile. The pool is closed nevertheless; close it again afterwards
    ///                               to unmap the rest
    @Override
    public void close() {
        List<ContainerInfo> leaks = List.of();
        synchronized (lock) {
            if (!closed && options.leakListener() != null) {
                leaks = containers();
            }
            closed = true;
        }
        // From here on the list does not change. No lock is held: a container that grows holds its own lock and then
        // takes ours.
        for (PoolContainer memory = newest; memory != null; memory = memory.next) {
            memory.invalidateByPool();
        }
        for (ContainerInfo leak : leaks) {
            options.leakListener().accept(leak);
        }
        synchronized (growth) {
            map.closeExtents();
            source.close();
        }
    }

    @Override
    public String toString() {
        return source.name();
    }

    /// Claims chunks for a container, all or none, and records them in it.
    ///
    /// @param byteSize bytes the container will have then; for messages
    void claim(PoolContainer memory, int wanted, long byteSize) throws AllocationException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            synchronized (lock) {
                checkOpen();
                int owned = memory.chunkCount;
                if (claims.claim(wanted, memory.wish(), memory.chunks, owned)) {
                    memory.locate(map, owned, owned + wanted);
                    return;
                }
            }
            grow(wanted, byteSize);
        }
        throw new PoolFullException(byteSize, statistics().freeBytes(), options.maxBytes(), toString());
    }

    /// A container over the chunks of a published container, all of them in mapped extents.
    SegmentedMemory adopt(int[] chunks, long byteSize, boolean readOnly, Lease lease) {
        SegmentedMemory memory = new SegmentedMemory(this);
        memory.makeRoom(chunks.length);
        System.arraycopy(chunks, 0, memory.chunks, 0, chunks.length);
        synchronized (lock) {
            checkOpen();
            memory.locate(map, 0, chunks.length);
        }
        memory.adopt(byteSize, readOnly, lease);
        enter(memory);
        return memory;
    }

    /// Maps extents until there are this many.
    void map(int extents) throws AllocationException {
        synchronized (growth) {
            while (extentCount() < extents) {
                add(source.create(options.extentBytes()));
            }
        }
    }

    /// Throws if other processes have released the chunks of this one.
    void check() {
        claims.check();
    }

    /// Enters a container into the list of open ones.
    void enter(PoolContainer memory) {
        synchronized (lock) {
            if (closed) {
                memory.invalidateByPool();
                throw closed();
            }
            memory.previous = null;
            memory.next = newest;
            if (newest != null) {
                newest.previous = memory;
            }
            newest = memory;
            containers++;
            acquired++;
        }
    }

    /// Releases all chunks of a container, and removes it from the list of open ones if it is there.
    void takeBack(PoolContainer memory, boolean entered) {
        Lease lease = memory.lease;
        if (lease == null && options.zeroing() == Zeroing.ON_RELEASE) {
            clearUsed(memory, 0);
        }
        synchronized (lock) {
            if (closed) {
                return;
            }
            int owned = memory.chunkCount;
            memory.forget();
            memory.lease = null;
            if (entered) {
                if (memory.previous == null) {
                    newest = memory.next;
                } else {
                    memory.previous.next = memory.next;
                }
                if (memory.next != null) {
                    memory.next.previous = memory.previous;
                }
                memory.next = null;
                memory.previous = null;
                containers--;
            }
            if (lease == null) {
                claims.release(memory.chunks, 0, owned);
            }
        }
        if (lease != null) {
            lease.end();
        }
    }

    /// Clears the chunks that a container just claimed, if the policy says so, and marks them as used.
    void prepare(PoolContainer memory, int from) {
        if (options.zeroing() == Zeroing.ON_ACQUIRE) {
            clearUsed(memory, from);
        }
        synchronized (lock) {
            for (int i = from; i < memory.chunkCount; i++) {
                map.markUsed(memory.chunks[i]);
            }
        }
    }

    MemorySegment row(int firstChunk, long bytes) {
        synchronized (lock) {
            checkOpen();
            return map.row(firstChunk, bytes);
        }
    }

    Os os() {
        return os;
    }

    int chunksFor(long byteSize) {
        if (byteSize < 0) {
            throw new IllegalArgumentException("negative size: byteSize=" + byteSize + " (" + this + ")");
        }
        long chunks = byteSize / options.chunkBytes() + (byteSize % options.chunkBytes() == 0 ? 0 : 1);
        return (int) Math.min(chunks, Integer.MAX_VALUE / 2);
    }

    private void clearUsed(PoolContainer memory, int from) {
        for (int i = from; i < memory.chunkCount; i++) {
            boolean used;
            synchronized (lock) {
                used = !closed && map.isUsed(memory.chunks[i]);
                map.markClear(memory.chunks[i]);
            }
            if (used) {
                memory.table[i].fill((byte) 0);
            }
        }
    }

    /// Adds an extent so that `wanted` chunks are free, unless enough were released meanwhile.
    private void grow(int wanted, long byteSize) throws AllocationException {
        synchronized (growth) {
            long missing;
            long room;
            synchronized (lock) {
                checkOpen();
                missing = wanted - claims.freeCount();
                room = options.maxBytes() / options.chunkBytes() - map.count();
            }
            if (missing <= 0) {
                return;
            }
            if (missing > room && claims.reclaim()) {
                return;
            }
            if (missing > room) {
                long available = (wanted - missing + room) * options.chunkBytes();
                throw new PoolFullException(byteSize, available, options.maxBytes(), toString());
            }
            // Room for all wanted chunks, so that they can be adjacent, if the bound allows it.
            long chunks = Math.min(Math.max(wanted, options.extentBytes() / options.chunkBytes()), room);
            add(source.create(chunks * options.chunkBytes()));
        }
    }

    private void add(Extent extent) {
        synchronized (lock) {
            if (closed) {
                extent.close();
                throw closed();
            }
            claims.add(map.add(extent), (int) (extent.memory().byteSize() / options.chunkBytes()));
        }
    }

    private int extentCount() {
        synchronized (lock) {
            checkOpen();
            return map.extents().size();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw closed();
        }
    }

    private IllegalStateException closed() {
        return new IllegalStateException("pool is closed (" + this + ")");
    }
}
