// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.ColumnSummary;
import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Result;
import dev.ashlar.query.RowRange;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.internal.execution.KeyedRows;
import dev.ashlar.query.internal.execution.MaterializedResult;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.TopRows;
import dev.ashlar.query.internal.scan.ParallelScan;
import dev.ashlar.query.internal.strategy.Explanation;
import dev.ashlar.query.internal.strategy.QueryRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Runs queries over relations in parts: each part separately, several at once, and combines the results. Other queries
/// go directly to [QueryRunner].
///
/// **Threading**: any thread.
public final class PartRunner {
    /// A part with more rows has all threads to itself; smaller ones have one each.
    private static final long LARGE_ROWS = 1L << 20;
    private static final int NAMED_PARTS = 8;

    private PartRunner() {
    }

    /// @throws QueryException if the first rows cannot be had; later ones throw from the result
    public static Result run(Plan plan, QueryOptions options) {
        if (!(plan.source() instanceof PartRelation relation)) {
            return QueryRunner.run(plan, options);
        }
        return run(plan, options, PartPruner.parts(relation, plan, options.moment()));
    }

    /// Runs a query over some rows.
    ///
    /// @throws QueryException likewise, or if a part is no longer there
    public static Result run(Plan plan, List<RowRange> ranges, QueryOptions options) {
        return plan.source() instanceof PartRelation relation ? run(plan, options, PartRanges.parts(relation, ranges))
                : QueryRunner.run(PartRanges.narrow(plan, ranges), options);
    }

    private static Result run(Plan plan, QueryOptions options, List<StorePart> parts) {
        QueryBudget budget = new QueryBudget(options);
        if (plan.firsts().isPresent()) {
            KeyedRows firsts = new KeyedRows(plan, budget);
            rows(plan, options, budget, parts, PartPlan::firsts, firsts::add);
            return new MaterializedResult(plan, firsts.rows());
        }
        if (!plan.grouped() && plan.order().isEmpty()) {
            return new PartStream(plan, options, budget, parts);
        }
        return new MaterializedResult(plan, plan.grouped() ? groups(plan, options, budget, parts)
                : sorted(plan, options, budget, parts));
    }

    /// @throws QueryException if it cannot begin; readers throw what comes later
    public static ColumnScan scanColumns(Plan plan, QueryOptions options) {
        return plan.source() instanceof PartRelation relation
                ? scanColumns(plan, options, PartPruner.parts(relation, plan, options.moment()))
                : QueryRunner.scanColumns(plan, options);
    }

    /// The same over some rows.
    ///
    /// @throws QueryException likewise, or if a part is no longer there
    public static ColumnScan scanColumns(Plan plan, List<RowRange> ranges, QueryOptions options) {
        return plan.source() instanceof PartRelation relation
                ? scanColumns(plan, options, PartRanges.parts(relation, ranges))
                : QueryRunner.scanColumns(PartRanges.narrow(plan, ranges), options);
    }

    private static ColumnScan scanColumns(Plan plan, QueryOptions options, List<StorePart> parts) {
        return plan.isPlain() ? new PartColumnScan(plan, options, parts)
                : QueryRunner.columnsOf(plan, run(plan, options, parts));
    }

    /// Names of parts that may have rows for which the condition is true.
    public static List<String> parts(Plan plan) {
        return plan.source() instanceof PartRelation relation
                ? PartPruner.parts(relation, plan, Optional.empty()).stream().map(StorePart::name).toList() : List.of("");
    }

    /// @throws QueryException if the part cannot be read, or is not there
    public static List<RowRange> ranges(Plan plan, String part, long bytes) {
        return PartRanges.of(plan, part, bytes);
    }

    /// @throws QueryException likewise
    public static List<ColumnSummary> summaries(Relation relation, String part) {
        return PartRanges.summaries(relation, part);
    }

    private static List<Object[]> groups(Plan plan, QueryOptions options, QueryBudget budget, List<StorePart> parts) {
        PartGroups all = new PartGroups(plan, budget);
        new SharedScan(plan, options, budget, new SharedGroups(all),
                some -> groups(plan, options, budget, some, all)).run(parts);
        return all.rows();
    }

    private static void groups(Plan plan, QueryOptions options, QueryBudget budget, List<StorePart> parts,
            PartGroups all) {
        over(plan, options, budget, parts, (part, own, kept) -> {
            PartGroups found = new PartGroups(plan, kept);
            PartPlan.Groups groups = part.groups();
            QueryBudget spent = budget.part();
            try (Result result = QueryRunner.run(groups.plan(), own, spent)) {
                found.add(part, groups, result);
            } finally {
                spent.reset();
            }
            return found;
        }, all::add);
    }

    private static List<Object[]> sorted(Plan plan, QueryOptions options, QueryBudget budget, List<StorePart> parts) {
        TopRows top = new TopRows(plan, budget);
        long most = plan.limit() > Plan.NO_LIMIT - plan.offset() ? Plan.NO_LIMIT : plan.limit() + plan.offset();
        new SharedScan(plan, options, budget, new SharedTop(most, top::add),
                some -> rows(plan, options, budget, some, part -> part.rows(most), top::add)).run(parts);
        return top.rows();
    }

    /// Rows of all parts, in their order.
    ///
    /// @param own what is asked of each part
    private static void rows(Plan plan, QueryOptions options, QueryBudget budget, List<StorePart> parts,
            Function<PartPlan, Plan> own, Consumer<Object[]> taker) {
        over(plan, options, budget, parts, (part, threads, kept) -> {
            List<Object[]> rows = new ArrayList<>();
            QueryBudget spent = budget.part();
            try (Result result = QueryRunner.run(own.apply(part), threads, spent)) {
                while (result.next()) {
                    Object[] row = part.row(result);
                    kept.reserve(MemoryEstimate.rowBytes(row));
                    rows.add(row);
                }
            } finally {
                spent.reset();
            }
            return rows;
        }, rows -> rows.forEach(taker));
    }

    /// Does one part.
    private interface Work<T> {
        /// @param options with the threads that the part may have
        /// @param kept    counts what the result holds, until it is taken
        T run(PartPlan part, QueryOptions options, QueryBudget kept);
    }

    /// What one part left; nothing if it has no rows.
    private record Done<T>(Optional<T> found, QueryBudget kept) {
    }

    /// @param taker is called by one thread at a time, in the order of parts
    private static <T> void over(Plan plan, QueryOptions options, QueryBudget budget, List<StorePart> parts,
            Work<T> work, Consumer<T> taker) {
        List<StorePart> small = new ArrayList<>();
        for (StorePart part : parts) {
            if (options.threads() > 1 && isSmall(plan, part)) {
                small.add(part);
                continue;
            }
            atOnce(plan, options, budget, small, work, taker);
            small.clear();
            take(run(plan, options, budget, part, work), taker);
        }
        atOnce(plan, options, budget, small, work, taker);
    }

    private static boolean isSmall(Plan plan, StorePart part) {
        return part.known().map(all -> all.get(plan.source().name())).filter(known -> known.rows() < LARGE_ROWS)
                .isPresent();
    }

    private static <T> void atOnce(Plan plan, QueryOptions options, QueryBudget budget, List<StorePart> parts,
            Work<T> work, Consumer<T> taker) {
        if (parts.size() == 1) {
            take(run(plan, options, budget, parts.getFirst(), work), taker);
        } else if (!parts.isEmpty()) {
            QueryOptions alone = options.withThreads(1);
            ParallelScan.over(List.copyOf(parts), options.threads(), budget, (_, part) -> run(plan, alone, budget, part,
                    work), done -> take(done, taker));
        }
    }

    private static <T> Done<T> run(Plan plan, QueryOptions options, QueryBudget budget, StorePart part, Work<T> work) {
        budget.check();
        QueryBudget kept = budget.part();
        try (OpenPart opened = OpenPart.of(plan, part)) {
            return new Done<>(opened.plan().map(found -> work.run(found, options, kept)), kept);
        } catch (QueryException e) {
            throw OpenPart.in(part, e);
        }
    }

    private static <T> void take(Done<T> done, Consumer<T> taker) {
        done.found.ifPresent(taker);
        done.kept.reset();
    }

    /// Describes in lines how a plan would be run.
    public static String explain(Plan plan, QueryOptions options) {
        if (!(plan.source() instanceof PartRelation relation)) {
            return Explanation.of(plan, options);
        }
        List<StorePart> parts = PartPruner.parts(relation, plan, options.moment());
        String names = parts.stream().limit(NAMED_PARTS).map(StorePart::name).collect(Collectors.joining(", "));
        String text = "parts " + parts.size() + " of " + relation.parts().size() + (names.isEmpty() ? "" : ": " + names)
                + (parts.size() > NAMED_PARTS ? ", …" : "") + "\n";
        if (parts.isEmpty()) {
            return text;
        }
        try (OpenPart opened = OpenPart.of(plan, parts.getLast())) {
            return text + opened.plan().map(part -> "in " + parts.getLast().name() + ":\n" + Explanation.of(
                    plan.grouped() ? part.groups().plan() : plan.firsts().isPresent() ? part.firsts()
                    : part.rows(plan.limit()), options)).orElse("");
        }
    }
}
