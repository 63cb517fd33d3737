// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/// Where chunks lie: number to memory.
///
/// One number is skipped between two extents, so that chunks with successive numbers are always adjacent.
///
/// **Threading**: one thread at a time, which the caller ensures.
public final class ChunkMap {
    private final int chunkBytes;
    private final List<Extent> extents = new ArrayList<>();
    private int[] firstChunks = new int[4];
    private MemorySegment[] chunks = new MemorySegment[0];
    private long[] used = new long[1];
    private int nextChunk;
    private int count;

    public ChunkMap(int chunkBytes) {
        this.chunkBytes = chunkBytes;
    }

    /// Adds an extent.
    ///
    /// @return the number of its first chunk
    public int add(Extent extent) {
        int added = Math.toIntExact(extent.memory().byteSize() / chunkBytes);
        int first = nextChunk;
        if (extents.size() == firstChunks.length) {
            firstChunks = Arrays.copyOf(firstChunks, 2 * firstChunks.length);
        }
        chunks = Arrays.copyOf(chunks, first + added);
        used = Arrays.copyOf(used, (first + added >> 6) + 1);
        firstChunks[extents.size()] = first;
        extents.add(extent);
        for (int chunk = first; extent.used() && chunk < first + added; chunk++) {
            markUsed(chunk);
        }
        nextChunk = first + added + 1;
        count += added;
        return first;
    }

    /// The memory of a chunk, the same object every time.
    public MemorySegment chunk(int chunk) {
        MemorySegment memory = chunks[chunk];
        if (memory == null) {
            memory = row(chunk, chunkBytes);
            chunks[chunk] = memory;
        }
        return memory;
    }

    /// The memory of chunks in a row.
    public MemorySegment row(int firstChunk, long bytes) {
        int extent = indexOf(firstChunk);
        return extents.get(extent).memory()
                .asSlice((long) (firstChunk - firstChunks[extent]) * chunkBytes, bytes);
    }

    /// The extent that a chunk is part of.
    public Extent extentOf(int chunk) {
        return extents.get(indexOf(chunk));
    }

    private int indexOf(int chunk) {
        int found = Arrays.binarySearch(firstChunks, 0, extents.size(), chunk);
        return found >= 0 ? found : -found - 2;
    }

    /// Notes that a chunk may have been written.
    public void markUsed(int chunk) {
        used[chunk >> 6] |= 1L << chunk;
    }

    /// Whether a chunk may have been written since it was made or cleared.
    public boolean isUsed(int chunk) {
        return (used[chunk >> 6] & 1L << chunk) != 0;
    }

    /// Notes that a chunk is zero.
    public void markClear(int chunk) {
        used[chunk >> 6] &= ~(1L << chunk);
    }

    /// All extents, in the order of their chunks.
    public List<Extent> extents() {
        return extents;
    }

    /// Closes the extents that can be closed; then fails if there are others, which are left for the next call.
    public void closeExtents() {
        IllegalStateException inUse = null;
        for (Iterator<Extent> all = extents.iterator(); all.hasNext();) {
            try {
                all.next().close();
                all.remove();
            } catch (IllegalStateException e) {
                inUse = e;
            }
        }
        if (inUse != null) {
            throw inUse;
        }
    }

    /// Chunks of all extents.
    public int count() {
        return count;
    }
}
