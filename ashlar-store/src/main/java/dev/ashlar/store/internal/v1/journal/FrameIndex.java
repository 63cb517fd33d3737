// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import static dev.ashlar.store.internal.v1.file.StoreLayout.INDEX_ROW;
import static dev.ashlar.store.internal.v1.file.StoreLayout.LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.offset;

import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;

/// The index of a journal. Its rows have, for one frame in about 64 KiB, the position of the frame, and the greatest
/// time, the greatest sequence and the number of all frames before it. All four only grow, so each is found by binary
/// search.
///
/// **Threading**: any thread.
public record FrameIndex(Chain chain) {
    public static final long POSITION = offset(INDEX_ROW, "position");
    public static final long TIME = offset(INDEX_ROW, "maxTime");
    public static final long SEQUENCE = offset(INDEX_ROW, "maxSequence");
    public static final long MESSAGES = offset(INDEX_ROW, "messages");
    public static final int ROW_BYTES = (int) INDEX_ROW.byteSize();
    public static final long NONE = -1;

    /// The last row whose field is less than a value, both unsigned; [#NONE] if there is none.
    ///
    /// @throws dev.ashlar.store.CorruptChunkException if rows are missing that have to be looked at
    public long lastLess(long field, long value) {
        long end = chain.end();
        long low = chain.first() - 1;
        long first = low;
        long high = end - 1;
        while (low < high) {
            long middle = low + (high - low + 1) / 2;
            if (Long.compareUnsigned(require(middle, field), value) < 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low == first ? NONE : low;
    }

    /// The last row at a position or before; [#NONE] if there is none.
    public long lastAt(long position) {
        return lastLess(POSITION, position + 1);
    }

    /// A field of a row that cannot be what it was if it is zeros: rows have no checksum, but only the first, before
    /// which there was nothing, may have them.
    ///
    /// @throws dev.ashlar.store.CorruptChunkException if the row is missing or damaged
    long require(long row, long field) {
        if (row > 0 && (get(row, POSITION) <= 0 || get(row, MESSAGES) <= 0)) {
            throw chain.damaged("position or count of messages is not positive", row, row + 1);
        }
        return get(row, field);
    }

    /// @throws dev.ashlar.store.CorruptChunkException if the row is missing
    public long get(long row, long field) {
        Link[] links = chain.links();
        if (links.length == 0) {
            throw chain.missing(row, row + 1);
        }
        Link link = links[Chain.indexOf(links, row)];
        long at = row - link.identity().first();
        // What an entry says is as untrusted as the row.
        if (at < 0 || row >= link.end() || at >= chain.geometry().chunkBytes() / ROW_BYTES) {
            throw chain.missing(row, row + 1);
        }
        return link.memory().get(LONG, link.offset() + at * ROW_BYTES + field);
    }
}
