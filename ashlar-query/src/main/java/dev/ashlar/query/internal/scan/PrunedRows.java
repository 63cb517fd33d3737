// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.internal.relation.ObjectRows;
import dev.ashlar.query.internal.relation.TableRelation;
import java.util.ArrayDeque;
import java.util.Deque;

/// Rows for the interpreter: those for which a condition may be true, judging by their chunks.
///
/// **Threading**: one thread. **Ownership**: owns the snapshot.
public final class PrunedRows implements ObjectRows {
    private final ScanSnapshot snapshot;
    private final TableRelation.Reader reader;
    private final Deque<ScanSnapshot.Piece> pieces = new ArrayDeque<>();
    private long next;
    private long end;

    public PrunedRows(TableRelation relation, ScanSnapshot snapshot) {
        this.snapshot = snapshot;
        reader = relation.open(-1, snapshot.end());
        snapshot.stripes().forEach(pieces::addAll);
    }

    @Override
    public boolean next() {
        if (next == end) {
            if (pieces.isEmpty()) {
                return false;
            }
            ScanSnapshot.Piece piece = pieces.remove();
            next = piece.first();
            end = next + piece.rows();
        }
        return reader.seek(next++);
    }

    @Override
    public Object value(int column) {
        return reader.value(column);
    }

    @Override
    public void close() {
        reader.close();
        snapshot.close();
    }
}
