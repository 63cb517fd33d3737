// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import dev.ashlar.memory.PoolOptions;

/// The sizes of a shared pool, fixed when it is made, and what follows from them.
///
/// Chunks are counted here by *index*, without gaps, since that is where their entries stand. A pool in memory counts
/// by *number* and leaves one out between extents, so that chunks with successive numbers lie in a row.
///
/// @param chunkBytes   of every chunk
/// @param maxChunks    the bound of the pool
/// @param extentChunks of every extent, but that the last may be shorter
public record PoolGeometry(int chunkBytes, int maxChunks, int extentChunks) {
    /// So that a directory stays below 17 MiB.
    static final int MAX_CHUNKS = 1 << 20;

    public PoolGeometry {
        if (maxChunks < 1 || maxChunks > MAX_CHUNKS || extentChunks < 1 || extentChunks > maxChunks) {
            throw new IllegalArgumentException("shared pool out of range: maxChunks=" + maxChunks
                    + ", extentChunks=" + extentChunks + ", most=" + MAX_CHUNKS);
        }
    }

    /// What a pool with these options has.
    public static PoolGeometry of(PoolOptions options) {
        long chunks = options.maxBytes() / options.chunkBytes();
        long extentChunks = Math.min(options.extentBytes() / options.chunkBytes(), chunks);
        return new PoolGeometry(options.chunkBytes(), (int) Math.min(chunks, Integer.MAX_VALUE), (int) extentChunks);
    }

    int maxExtents() {
        return (maxChunks - 1) / extentChunks + 1;
    }

    /// Bytes of one extent.
    long extentBytes(int extent) {
        return (long) Math.min(extentChunks, maxChunks - extent * extentChunks) * chunkBytes;
    }

    /// Chunks of the first extents.
    int chunksOf(int extents) {
        return (int) Math.min((long) extents * extentChunks, maxChunks);
    }

    /// The number of a chunk in a pool in memory.
    int number(int index) {
        return index + index / extentChunks;
    }

    /// The index of a chunk in the directory.
    int index(int number) {
        return number - number / (extentChunks + 1);
    }

    long slot(int slot) {
        return PoolLayout.HEADER.byteSize() + slot * PoolLayout.SLOT.byteSize();
    }

    long container(int container) {
        return slot(PoolLayout.MAX_PROCESSES) + container * PoolLayout.CONTAINER.byteSize();
    }

    long entry(int index) {
        return container(PoolLayout.MAX_CONTAINERS) + index * PoolLayout.ENTRY.byteSize();
    }

    /// Bytes of the directory.
    public long directoryBytes() {
        return entry(maxChunks);
    }
}
