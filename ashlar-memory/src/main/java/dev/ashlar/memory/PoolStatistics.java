// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// The state of a pool at one moment.
///
/// @param maxBytes    the limit
/// @param chunkBytes  of every chunk
/// @param extents     mappings created so far
/// @param totalChunks in all extents
/// @param freeChunks  owned by no container
/// @param containers  open ones
/// @param acquired    containers acquired since the pool was opened
public record PoolStatistics(long maxBytes, int chunkBytes, int extents, int totalChunks, int freeChunks,
        int containers, long acquired) {
    /// Bytes of all extents.
    public long totalBytes() {
        return (long) totalChunks * chunkBytes;
    }

    /// Bytes owned by no container.
    public long freeBytes() {
        return (long) freeChunks * chunkBytes;
    }
}
