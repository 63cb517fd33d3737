// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Retention;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.journal.FrameIndex;
import dev.ashlar.store.internal.v1.journal.Frames;
import dev.ashlar.store.internal.v1.table.Rows;

/// The row or position of a table or journal from which on a retention keeps everything.
///
/// @param retention that says so
/// @param nowNs     from which ages are counted, in nanoseconds since 1970
record RetentionBounds(Retention retention, long nowNs) {
    long firstRow(Rows table) {
        long row = Math.max(table.endRow() - retention.maxRows(), firstWithin(table.chain()));
        long oldest = oldestTime();
        for (ChunkSummary chunk : table.chunks()) {
            // A table without time has 0 there, and so has a chunk that is not sealed.
            if (chunk.maxTime() == 0 || Long.compareUnsigned(chunk.maxTime(), oldest) >= 0) {
                break;
            }
            row = Math.max(row, chunk.firstRow() + chunk.rows());
        }
        return row;
    }

    long firstPosition(Frames journal, long oldestPosition) {
        FrameIndex index = journal.index();
        long rows = index.chain().end();
        long position = Math.max(firstWithin(journal.chain()), oldestPosition);
        if (rows > index.chain().first()) {
            long messages = index.get(rows - 1, FrameIndex.MESSAGES) - retention.maxRows();
            long row = messages <= 0 ? FrameIndex.NONE : index.lastLess(FrameIndex.MESSAGES, messages + 1);
            position = Math.max(position, row == FrameIndex.NONE ? 0 : index.get(row, FrameIndex.POSITION));
        }
        return position;
    }

    /// The time before which all is too old.
    long oldestTime() {
        long seconds = Math.floorDiv(nowNs, 1_000_000_000L) - retention.maxAge().toSeconds();
        return seconds <= 0 ? 0 : nowNs - retention.maxAge().toNanos();
    }

    /// Where the newest chunks begin that take no more bytes than may be kept.
    private long firstWithin(Chain chain) {
        Chain.Link[] links = chain.links();
        long kept = retention.maxBytes() / chain.geometry().chunkBytes();
        return kept >= links.length ? 0 : links[links.length - (int) Math.max(1, kept)].identity().first();
    }
}
