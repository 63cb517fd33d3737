// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.nio.file.Path;

/// Splits again the messages that were recorded after the last checkpoint: all, some or none of their rows may exist.
/// Existing rows are not changed, since readers may be reading them.
record FrameReplay(Path folder, Frames journal, FrameIndexer indexer, MessageRows rows) {
    /// @param from       position of the first message whose rows may be missing
    /// @param chunkBytes of the store
    /// @return how many messages there were from there on
    long run(long from, int chunkBytes) throws StoreException {
        long messages = 0;
        try (FrameCursor cursor = journal.cursor()) {
            // The state of the index after its last row is restored from the frames since.
            cursor.begin(Math.max(0, indexer.indexed()));
            while (next(cursor, from)) {
                indexer.prepare();
                indexer.add(cursor.position(), cursor.position() % chunkBytes == 0, cursor.timeNs(),
                        cursor.sequence());
                if (cursor.position() >= from) {
                    messages++;
                    if (cursor.row() >= 0) {
                        addRows(cursor);
                    }
                }
            }
        }
        return messages;
    }

    private boolean next(FrameCursor cursor, long from) throws StoreException {
        while (true) {
            try {
                return cursor.next();
            } catch (CorruptChunkException e) {
                if (e.end() > from) {
                    throw new StoreException(Reason.CORRUPT, folder,
                            "rows cannot be rebuilt; readers can still open the store", e);
                }
            }
        }
    }

    private void addRows(FrameCursor cursor) throws StoreException {
        Status status = rows.split(cursor.memory(), cursor.offset(), cursor.length());
        long row = status == Status.OK ? rows.prepare() : cursor.row();
        if (status != Status.OK || row != cursor.row()) {
            throw new StoreException(Reason.CORRUPT, folder, "message is not split as it was recorded: status=" + status
                    + ", row=" + row + ", recorded=" + cursor.row() + ", position=" + cursor.position() + " ("
                    + journal.name() + ")");
        }
        rows.write(cursor.position(), cursor.timeNs());
    }
}
