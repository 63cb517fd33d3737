// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.ColumnSummary;
import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.pruning.RowSelection;
import dev.ashlar.query.internal.pruning.ZoneSummary;
import dev.ashlar.query.internal.relation.TableRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Divides the rows of a table for which a condition may be true into ranges of about equal size, at the borders of
/// chunks where these are smaller.
public final class RowDivision {
    /// Rows from `first` to `end`, exclusive, some of which may be excluded.
    ///
    /// @param rows  that are not
    /// @param bytes that these take in the table
    public record Run(long first, long end, long rows, long bytes) {
        private Run and(Run next) {
            return new Run(first, next.end, rows + next.rows, bytes + next.bytes);
        }
    }

    private RowDivision() {
    }

    /// @param bytes of a range, about
    public static List<Run> of(TableRelation relation, Optional<Expr> where, long bytes, QueryBudget budget) {
        List<Run> runs = new ArrayList<>();
        try (ScanSnapshot snapshot = new ScanSnapshot(relation, 1, RowSelection.of(relation, where), budget)) {
            for (ScanSnapshot.Piece piece : snapshot.pieces()) {
                long stride = piece.layout() == null ? 0 : piece.layout().stride();
                long some = stride == 0 ? piece.rows() : Math.clamp(bytes / stride, 1, piece.rows());
                for (long row = 0; row < piece.rows(); row += some) {
                    long count = Math.min(some, piece.rows() - row);
                    add(runs, new Run(piece.first() + row, piece.first() + row + count, count, count * stride), bytes);
                }
            }
        }
        return runs;
    }

    /// What zones say of each column of a table.
    public static List<ColumnSummary> summaries(TableRelation relation) {
        return ZoneSummary.of(relation);
    }

    private static void add(List<Run> runs, Run next, long bytes) {
        if (!runs.isEmpty() && runs.getLast().bytes + next.bytes <= bytes) {
            runs.set(runs.size() - 1, runs.getLast().and(next));
        } else {
            runs.add(next);
        }
    }
}
