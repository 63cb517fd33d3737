// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static dev.ashlar.store.internal.v1.file.StoreLayout.ENTRY_BYTES;
import static dev.ashlar.store.internal.v1.file.StoreLayout.EXTENT_HEADER_BYTES;

/// Where things lie in extents. A chunk has a number, 0-based over all extents.
///
/// ```
/// extent file:  header │ an entry for each chunk │ chunk │ chunk │ …
///               4 KiB  │ to a multiple of 4 KiB  │
/// ```
///
/// @param chunkBytes   of every chunk
/// @param extentChunks chunks of every extent
public record Geometry(int chunkBytes, int extentChunks) {
    private static final int PAGE = 4096;

    public long extentFileBytes() {
        return chunksOffset() + (long) extentChunks * chunkBytes;
    }

    /// Where the chunks of an extent begin.
    public long chunksOffset() {
        long entries = (long) extentChunks * ENTRY_BYTES;
        return EXTENT_HEADER_BYTES + (entries + PAGE - 1) / PAGE * PAGE;
    }

    public int extent(int chunk) {
        return chunk / extentChunks;
    }

    /// Where the entry of a chunk lies in its extent.
    public long entryOffset(int chunk) {
        return EXTENT_HEADER_BYTES + (long) (chunk % extentChunks) * ENTRY_BYTES;
    }

    /// Where a chunk lies in its extent.
    public long chunkOffset(int chunk) {
        return chunksOffset() + (long) (chunk % extentChunks) * chunkBytes;
    }
}
