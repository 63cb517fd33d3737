// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Column;
import dev.ashlar.query.ColumnSummary;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.RowRange;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.ReadFailures;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.scan.RowDivision;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Divides the rows of a part into ranges for several processes, and restricts plans to such ranges.
final class PartRanges {
    private PartRanges() {
    }

    /// The parts that rows are in.
    static List<StorePart> parts(PartRelation relation, List<RowRange> ranges) {
        List<StorePart> parts = new ArrayList<>();
        for (RowRange range : ranges) {
            StorePart part = part(relation, range.part());
            parts.add(range.isAll() ? part : new NarrowedPart(part, range));
        }
        return parts;
    }

    private static StorePart part(PartRelation relation, String name) {
        return relation.parts().stream().filter(part -> part.name().equals(name)).findFirst().orElseThrow(() ->
                new QueryException(Reason.CORRUPT, name + " no longer exists: it was dropped after the query began; "
                        + "retry, in " + relation.name()));
    }

    /// The plan for some rows of one store.
    static Plan narrow(Plan plan, List<RowRange> ranges) {
        if (ranges.size() != 1) {
            throw new IllegalArgumentException("relation of one store needs exactly one range: ranges=" + ranges.size()
                    + " (" + plan.source().name() + ")");
        }
        return new Plan(plan.source(), NarrowedPart.narrow(plan.source(), ranges.getFirst(), plan.where()),
                plan.outputs(), plan.aggregates(), plan.grouped(), plan.firsts(), plan.order(), plan.offset(),
                plan.limit());
    }

    static List<RowRange> of(Plan plan, String name, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("bytes out of range: bytes=" + bytes + ", least=1");
        }
        QueryBudget budget = new QueryBudget(QueryOptions.defaults());
        if (!(plan.source() instanceof PartRelation relation)) {
            return of(plan, plan.source(), plan.where(), name, bytes, budget);
        }
        StorePart part = part(relation, name);
        try (OpenPart opened = OpenPart.of(rows(plan), part)) {
            if (opened.plan().isEmpty()) {
                return List.of();
            }
            Plan own = opened.plan().get().rows(Plan.NO_LIMIT);
            return of(plan, own.source(), own.where(), name, bytes, budget);
        } catch (QueryException e) {
            throw OpenPart.in(part, e);
        }
    }

    /// All rows of a plan, as a plan.
    private static Plan rows(Plan plan) {
        return new Plan(plan.source(), plan.where(), List.of(new Output("", plan.source().column(0))), List.of(), false,
                List.of(), 0, Plan.NO_LIMIT);
    }

    private static List<RowRange> of(Plan plan, Relation relation, Optional<Expr> where, String part, long bytes,
            QueryBudget budget) {
        if (!(relation instanceof TableRelation table)) {
            return List.of(new RowRange(part, 0, StorePart.MOST_NUMBERS, relation.rowCount(), 0));
        }
        try {
            return RowDivision.of(table, where, bytes, budget).stream().map(run -> new RowRange(part,
                    run.first(), run.end(), run.rows(), run.bytes())).toList();
        } catch (CorruptChunkException e) {
            throw ReadFailures.corrupt(plan, e);
        } catch (InternalError e) {
            throw ReadFailures.fault(plan, e);
        }
    }

    static List<ColumnSummary> summaries(Relation relation, String name) {
        if (!(relation instanceof PartRelation parts)) {
            return relation instanceof TableRelation table ? RowDivision.summaries(table)
                    : relation.columns().stream().map(_ -> ColumnSummary.UNKNOWN).toList();
        }
        StorePart part = part(parts, name);
        try (StorePart.Opened opened = part.open()) {
            Optional<Relation> found = parts.in(opened);
            if (found.isEmpty() || !(found.get() instanceof TableRelation table)) {
                return relation.columns().stream().map(_ -> ColumnSummary.UNKNOWN).toList();
            }
            return lift(parts, part, table);
        } catch (StoreException e) {
            throw new QueryException(Reason.CORRUPT, name + " cannot be read: " + e.getMessage() + ", in "
                    + relation.name(), e);
        }
    }

    private static List<ColumnSummary> lift(PartRelation whole, StorePart part, TableRelation table) {
        List<ColumnSummary> own = RowDivision.summaries(table);
        List<ColumnSummary> found = new ArrayList<>();
        for (Column column : whole.columns()) {
            Optional<Column> there = table.columns().stream().filter(some -> PartRelation.nameOf(some)
                    .equals(column.name())).findFirst();
            found.add(column.name().equals(PartRelation.DATE_NAME) ? date(part, table.rowCount()) : there.map(some ->
                    whole.isNumber(column.name()) ? own.get(some.index()).plus(part.base()) : own.get(some.index()))
                    .orElse(new ColumnSummary(table.rowCount(), table.rowCount(), OptionalDouble.empty(),
                            OptionalDouble.empty(), OptionalLong.empty())));
        }
        return found;
    }

    private static ColumnSummary date(StorePart part, long rows) {
        return new ColumnSummary(rows, 0, OptionalDouble.of(part.dateNs()),
                OptionalDouble.of(part.dateNs()), OptionalLong.of(1));
    }
}
