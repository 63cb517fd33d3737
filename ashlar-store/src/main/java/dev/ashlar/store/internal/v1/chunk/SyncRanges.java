// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.store.internal.v1.file.Extents;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;

/// The ranges that a commit makes durable: one for each extent, from the first to the last byte concerned, since a sync
/// is expensive and unchanged pages cost nothing.
///
/// Where little was added to a chunk, all of it is taken: what is reserved is zeros, which get their place on the disk
/// with the first sync, so that later ones only overwrite. Much takes longer to write than to find a place for.
///
/// **Threading**: one thread at a time.
public final class SyncRanges {
    private static final int MUCH_BYTES = 1 << 16;

    private final Extents extents;
    private final BitSet wanted = new BitSet();
    private long[] from = {};
    private long[] to = {};
    /// Of the last sync, which is mostly like the next.
    private MemorySegment[] ranges = {};
    private long[] rangeFrom = {};

    public SyncRanges(Extents extents) {
        this.extents = extents;
    }

    /// Adds header and entries of an extent.
    public void addDirectory(int extent) {
        add(extent, 0, extents.geometry().chunksOffset());
    }

    /// Adds a part of a chunk.
    ///
    /// @param from its first byte in the chunk
    /// @param end  the byte after its last
    public void addChunk(int chunk, long from, long end) {
        long offset = extents.geometry().chunkOffset(chunk);
        boolean much = end - from >= MUCH_BYTES;
        add(extents.geometry().extent(chunk), offset + (much ? from : 0),
                offset + (much ? end : extents.geometry().chunkBytes()));
    }

    private void add(int extent, long begin, long end) {
        if (extent >= from.length) {
            from = Arrays.copyOf(from, extent + 1);
            to = Arrays.copyOf(to, extent + 1);
            ranges = Arrays.copyOf(ranges, extent + 1);
            rangeFrom = Arrays.copyOf(rangeFrom, extent + 1);
        }
        boolean more = wanted.get(extent);
        from[extent] = more ? Math.min(from[extent], begin) : begin;
        to[extent] = more ? Math.max(to[extent], end) : end;
        wanted.set(extent);
    }

    /// Forgets what was added.
    public void clear() {
        wanted.clear();
    }

    /// Makes durable what was added, and forgets it.
    public void sync() throws IOException {
        for (int extent = wanted.nextSetBit(0); extent >= 0; extent = wanted.nextSetBit(extent + 1)) {
            long bytes = to[extent] - from[extent];
            MemorySegment range = ranges[extent];
            if (range == null || rangeFrom[extent] != from[extent] || range.byteSize() != bytes) {
                range = extents.range(extent, from[extent], bytes);
                ranges[extent] = range;
                rangeFrom[extent] = from[extent];
            }
            extents.sync(extent, from[extent], range);
        }
        wanted.clear();
    }
}
