// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.Operand;
import dev.ashlar.query.internal.pruning.ColumnZone;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The rows that can have the least or greatest values of all rows, according to the zones of their chunks: for each
/// column the chunk with the best zone, and all chunks without a known zone.
///
/// Values are still read from rows: a zone can exclude rows, as elsewhere, but its bounds are never returned as a
/// result.
final class ExtremeRows {
    private final KernelShape shape;
    private final ScanSnapshot snapshot;
    /// By first row.
    private final Map<Long, ChunkSummary> chunks = new HashMap<>();
    /// Of these chunks, those that are read.
    private final Set<Long> read = new HashSet<>();

    private ExtremeRows(KernelShape shape, ScanSnapshot snapshot) {
        this.shape = shape;
        this.snapshot = snapshot;
    }

    /// Those stripes of a snapshot that have to be read; all if the question is another one.
    static List<List<ScanSnapshot.Piece>> stripes(KernelShape shape, ScanSnapshot snapshot) {
        return isFor(shape) && snapshot.runs() == null ? new ExtremeRows(shape, snapshot).chosen() : snapshot.stripes();
    }

    /// Whether it asks for extremes alone, of columns of all rows that lie between its bounds.
    static boolean isFor(KernelShape shape) {
        return shape.mode() == KernelShape.Mode.GROUPS && shape.keyParts() == 0 && shape.where().isEmpty()
                && !shape.aggregates().isEmpty() && shape.aggregates().stream().allMatch(aggregate ->
                (aggregate.function() == Function.MIN || aggregate.function() == Function.MAX)
                && aggregate.argument().orElseThrow() instanceof Expr.ColumnRef);
    }

    private List<List<ScanSnapshot.Piece>> chosen() {
        Map<Long, Long> rows = new HashMap<>();
        for (ScanSnapshot.Piece piece : snapshot.pieces()) {
            ChunkSummary chunk = snapshot.chunkWith(piece.first());
            if (chunk != null && piece.decided()) {
                chunks.put(chunk.firstRow(), chunk);
                rows.merge(chunk.firstRow(), (long) piece.rows(), Long::sum);
            }
        }
        // The best value of a zone may be that of a row that is left out.
        List<ChunkSummary> whole = chunks.values().stream().filter(chunk -> rows.get(chunk.firstRow()) == chunk.rows())
                .toList();
        for (int i = 0; i < shape.aggregates().size(); i++) {
            choose(i, whole);
        }
        List<List<ScanSnapshot.Piece>> stripes = new ArrayList<>();
        for (List<ScanSnapshot.Piece> stripe : snapshot.stripes()) {
            List<ScanSnapshot.Piece> kept = stripe.stream().filter(this::isRead).toList();
            if (!kept.isEmpty()) {
                stripes.add(kept);
            }
        }
        return stripes;
    }

    private boolean isRead(ScanSnapshot.Piece piece) {
        ChunkSummary chunk = snapshot.chunkWith(piece.first());
        return chunk == null || !piece.decided() || read.contains(chunk.firstRow());
    }

    /// Adds the chunks that may have the extreme of an aggregate.
    private void choose(int index, List<ChunkSummary> whole) {
        boolean least = shape.aggregates().get(index).function() == Function.MIN;
        ChunkSummary best = null;
        for (ChunkSummary chunk : whole) {
            ColumnZone zone = zone(index, chunk);
            if (zone != null && zone.values() && (best == null || isBeyond(zone, zone(index, best), least))) {
                best = chunk;
            }
        }
        for (ChunkSummary chunk : chunks.values()) {
            ColumnZone zone = zone(index, chunk);
            if (chunk == best || zone == null || zone.values() && (best == null || isBeyond(zone, zone(index, best),
                    least))) {
                read.add(chunk.firstRow());
            }
        }
    }

    private static boolean isBeyond(ColumnZone zone, ColumnZone other, boolean least) {
        return least ? zone.least() < other.least() : zone.greatest() > other.greatest();
    }

    /// Null if nothing is known.
    private ColumnZone zone(int index, ChunkSummary chunk) {
        Aggregate aggregate = shape.aggregates().get(index);
        TableRelation.Binding bound = shape.layout().binding(((Expr.ColumnRef) aggregate.argument().orElseThrow())
                .index());
        boolean ordered = shape.merged().layout(index).form() == Operand.Form.LONG;
        ColumnZone zone = ordered && bound.level() == 0 ? ColumnZone.of(bound.placement(), chunk) : null;
        return zone != null && zone.exact() ? zone : null;
    }
}
