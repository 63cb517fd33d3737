// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The extents of a store as they would be after its recovery, for a reader that may not write: entries are a copy, new
/// chunks are memory of the reader's own, and rows that are not changed are read where they lie.
///
/// Its own chunks are small, since each table that gets rows has one, with few rows.
///
/// **Threading**: one thread until the store is recovered, then any.
///
/// **Ownership**: owns its memory, but not the files.
public final class PrivateExtents extends Extents {
    private static final int CHUNK_BYTES = 1 << 16;
    private static final int ALIGNMENT = 64;

    private final Extents shared;
    private final int sharedCount;
    private final Arena arena = Arena.ofShared();
    /// Entries, by extent; zeros where a file is cut.
    private final List<MemorySegment> directories = new ArrayList<>();
    private final Map<Integer, MemorySegment> chunks = new ConcurrentHashMap<>();
    /// Chunks that were claimed here.
    private final BitSet claimed = new BitSet();

    public PrivateExtents(Extents shared) {
        super(shared);
        this.shared = shared;
        sharedCount = shared.count();
        for (int extent = 0; extent < sharedCount; extent++) {
            MemorySegment file = shared.memory(extent);
            long bytes = Math.min(file.byteSize(), geometry().chunksOffset());
            create();
            MemorySegment.copy(file, 0, directories.getLast(), 0, bytes);
        }
    }

    @Override
    public int count() {
        return directories.size();
    }

    @Override
    MemorySegment memory(int extent) {
        return extent < sharedCount ? shared.memory(extent) : MemorySegment.NULL;
    }

    @Override
    public Entry entry(int chunk) {
        return new Entry(directories.get(geometry().extent(chunk)), geometry().entryOffset(chunk));
    }

    @Override
    public Entry sharedEntry(int chunk) {
        return isOwn(chunk) ? entry(chunk) : shared.entry(chunk);
    }

    private boolean isOwn(int chunk) {
        return chunks.containsKey(chunk) || claimed.get(chunk) || geometry().extent(chunk) >= sharedCount;
    }

    @Override
    public MemorySegment chunkMemory(int chunk) {
        MemorySegment own = chunks.get(chunk);
        return own != null ? own : isOwn(chunk) ? MemorySegment.NULL : super.chunkMemory(chunk);
    }

    @Override
    public long chunkOffset(int chunk) {
        return isOwn(chunk) ? 0 : super.chunkOffset(chunk);
    }

    @Override
    public boolean holds(int chunk) {
        return isOwn(chunk) || shared.holds(chunk);
    }

    @Override
    public boolean hasEntry(int chunk) {
        return isOwn(chunk) || shared.hasEntry(chunk);
    }

    @Override
    public synchronized List<StoreException> damage() {
        return shared.damage();
    }

    @Override
    public void use(int chunk, Identity identity, long generation) {
        super.use(chunk, identity, generation);
        claimed.set(chunk);
    }

    @Override
    public int capacity(int most, int stride) {
        return Math.clamp(CHUNK_BYTES / Math.max(stride, 1), 1, most);
    }

    @Override
    public boolean mayGrow(int chunk) {
        return chunks.containsKey(chunk);
    }

    @Override
    public void makeWritable(int chunk, long bytes) {
        MemorySegment own = arena.allocate(bytes, ALIGNMENT);
        MemorySegment.copy(super.chunkMemory(chunk), super.chunkOffset(chunk), own, 0, bytes);
        chunks.put(chunk, own);
    }

    /// What is there when the store is recovered is all that there will be.
    @Override
    public synchronized void map(int extents) throws StoreException {
        if (extents > count()) {
            throw new StoreException(Reason.MISSING, file(extents - 1), "extents=" + count());
        }
    }

    @Override
    public synchronized void mapAll(int least) {
    }

    /// Makes room for entries; chunks get memory when it is taken.
    @Override
    public synchronized void create() {
        directories.add(arena.allocate(geometry().chunksOffset(), ALIGNMENT));
    }

    @Override
    public void reserve(int chunk, int from, int bytes) {
        MemorySegment own = chunks.computeIfAbsent(chunk, _ -> arena.allocate(bytes, ALIGNMENT));
        assert from + bytes <= own.byteSize() : "from=" + from + ", bytes=" + bytes + ", chunkBytes=" + own.byteSize();
    }

    @Override
    public StoreException fault(InternalError fault) {
        return shared.fault(fault);
    }

    /// Nothing of it is to survive.
    @Override
    public void sync(int extent, long offset, long bytes) {
    }

    @Override
    public void close() {
        arena.close();
    }
}
