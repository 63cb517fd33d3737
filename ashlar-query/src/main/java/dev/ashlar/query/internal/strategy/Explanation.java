// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Column;
import dev.ashlar.query.FirstPerKey;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.scan.GroupScan;
import dev.ashlar.query.internal.scan.ScanSnapshot;
import dev.ashlar.query.internal.scan.TopScan;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Describes how a plan would be run, in readable lines.
public final class Explanation {
    private Explanation() {
    }

    public static String of(Plan plan, QueryOptions options) {
        Optional<IndexSelection> selection = IndexSelection.of(plan, options, new QueryBudget(options));
        Strategy strategy = selection.map(IndexSelection::preview).orElseGet(() -> ScanSelection.of(plan, options));
        List<String> notes = selection.map(IndexSelection::notes).orElse(List.of());
        StringBuilder text = new StringBuilder();
        switch (strategy) {
            case IndexStrategy index -> {
                index.close();
                text.append("rows of ").append(plan.source().name()).append(": ");
                notes.forEach(line -> text.append(line).append('\n'));
            }
            case ScanStrategy scan -> {
                text.append("scan ").append(plan.source().name()).append(": ").append(by(scan)).append('\n');
                notes.forEach(line -> text.append("  ").append(line).append('\n'));
                rows(text, scan, options);
            }
        }
        plan(text, plan);
        return text.toString();
    }

    /// Which rows of a table kernels read.
    private static void rows(StringBuilder text, ScanStrategy scan, QueryOptions options) {
        switch (scan) {
            case KernelStrategy kernels -> {
                try (ScanSnapshot snapshot = kernels.snapshot(1)) {
                    rows(text, snapshot);
                    top(text, kernels, snapshot);
                    GroupScan.chunksOfExtremes(kernels.kernels().shape(), snapshot).ifPresent(chunks ->
                            text.append("  read for extremes: chunks ").append(chunks).append('\n'));
                }
            }
            case FilterStrategy filter -> {
                try (ScanSnapshot snapshot = filter.snapshot(new QueryBudget(options))) {
                    rows(text, snapshot);
                }
            }
            case PrunedStrategy _, InterpreterStrategy _ -> { }
        }
    }

    private static void top(StringBuilder text, KernelStrategy strategy, ScanSnapshot snapshot) {
        if (strategy.isTop()) {
            Plan plan = strategy.plan();
            text.append("  top ").append(plan.offset() + plan.limit()).append(" in kernel, by their zones ")
                    .append(TopScan.skippedAtStart(plan, strategy.kernels(), snapshot))
                    .append(" chunks are skipped before the first row is read, others as rows are found\n");
        }
    }

    private static void rows(StringBuilder text, ScanSnapshot snapshot) {
        text.append("  chunks ").append(snapshot.chunkCount()).append(", left out by their zones ")
                .append(snapshot.prunedCount()).append('\n');
        text.append("  rows ").append(snapshot.rowCount()).append(", known to lie between their bounds ")
                .append(snapshot.decidedCount()).append('\n');
    }

    private static void plan(StringBuilder text, Plan plan) {
        plan.where().ifPresent(e -> text.append("  where ").append(e).append('\n'));
        if (plan.grouped()) {
            text.append("  group by ").append(outputs(plan.outputs())).append('\n');
            text.append("  aggregate ").append(plan.aggregates().stream().map(Explanation::aggregate)
                    .collect(Collectors.joining(", "))).append('\n');
        } else {
            text.append("  select ").append(outputs(plan.outputs())).append('\n');
        }
        List<Column> columns = plan.columns();
        plan.firsts().ifPresent(firsts -> firsts(text, firsts, columns));
        for (Order by : plan.order()) {
            text.append("  order by ").append(columns.get(by.column()).name()).append(direction(by));
        }
        if (plan.offset() > 0) {
            text.append("  offset ").append(plan.offset()).append('\n');
        }
        if (plan.limit() != Plan.NO_LIMIT) {
            text.append("  limit ").append(plan.limit()).append('\n');
        }
    }

    private static void firsts(StringBuilder text, FirstPerKey firsts, List<Column> columns) {
        text.append("  first ").append(firsts.most()).append(" of each ").append(firsts.keys().stream()
                .map(key -> columns.get(key).name()).collect(Collectors.joining(", ", "[", "]"))).append('\n');
        for (Order by : firsts.order()) {
            text.append("    by ").append(columns.get(by.column()).name()).append(direction(by));
        }
    }

    private static String direction(Order by) {
        return (by.descending() ? " descending" : " ascending") + (by.nullsFirst() ? ", nulls first\n"
                : ", nulls last\n");
    }

    private static String by(ScanStrategy scan) {
        return switch (scan) {
            case KernelStrategy _ -> "kernel";
            case FilterStrategy filter -> "rows chosen by kernel, the rest by interpreter (" + filter.reason() + ")";
            case PrunedStrategy pruned -> "interpreter (" + pruned.reason() + ")";
            case InterpreterStrategy all -> "interpreter (" + all.reason() + ")";
        };
    }

    private static String outputs(List<Output> outputs) {
        return outputs.stream().map(o -> o.expr().toString()).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String aggregate(Aggregate aggregate) {
        return aggregate.function().name().toLowerCase(Locale.ROOT) + "("
                + (aggregate.argument().isEmpty() ? "*" : aggregate.arguments().stream().map(Object::toString)
                        .collect(Collectors.joining(", "))) + ")";
    }
}
