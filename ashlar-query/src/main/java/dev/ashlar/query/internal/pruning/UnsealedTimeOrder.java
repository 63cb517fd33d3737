// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Cursor;
import java.nio.ByteOrder;

/// Whether the rows of an unsealed chunk are in time order. The footer will record this, but an unsealed chunk has none
/// yet. Rows are checked once, since they never change; new rows are checked by the next query.
///
/// **Threading**: any thread.
final class UnsealedTimeOrder {
    private long firstRow = -1;
    private long seen;
    private long last;
    private boolean inOrder;

    /// The one of a relation.
    static UnsealedTimeOrder of(TableRelation relation) {
        return relation.attachment(UnsealedTimeOrder.class, UnsealedTimeOrder::new);
    }

    /// Whether no time is negative or before that of the row before it.
    ///
    /// @param chunk  whose rows have a time
    /// @param offset of the time in the block
    /// @param cursor of the table; moved
    synchronized boolean areInOrder(ChunkSummary chunk, int offset, ByteOrder order, Cursor cursor) {
        if (chunk.firstRow() != firstRow) {
            firstRow = chunk.firstRow();
            seen = 0;
            last = 0;
            inOrder = true;
        }
        if (!inOrder || seen >= chunk.rows()) {
            return inOrder;
        }
        // It may begin with rows that were retired.
        if (!cursor.seek(firstRow + chunk.rows() - 1)) {
            return false;
        }
        int stride = chunk.layout().stride();
        long at = cursor.offset() + offset - (chunk.rows() - 1 - seen) * stride;
        long latest = last;
        boolean ordered = true;
        for (long row = seen; row < chunk.rows() && ordered; row++, at += stride) {
            long time = AnyMemory.getLong(cursor.memory(), at, order);
            ordered = time >= latest;
            latest = time;
        }
        inOrder = ordered;
        last = latest;
        seen = chunk.rows();
        return inOrder;
    }
}
