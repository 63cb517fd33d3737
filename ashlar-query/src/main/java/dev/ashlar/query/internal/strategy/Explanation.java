// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Column;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.scan.ScanSnapshot;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Describes in lines how a plan is run.
final class Explanation {
    private Explanation() {
    }

    /// @param index what was found out about indexes
    static String of(Plan plan, Strategy strategy, IndexSelection.Told index) {
        StringBuilder text = new StringBuilder();
        if (index.used()) {
            text.append("rows of ").append(plan.source().name()).append(": ");
        } else {
            text.append("scan ").append(plan.source().name()).append(": ").append(by(strategy)).append('\n');
        }
        index.lines().forEach(line -> text.append(index.used() ? "" : "  ").append(line).append('\n'));
        if (!index.used() && strategy.kernels().isPresent()) {
            try (ScanSnapshot snapshot = Engine.snapshot(strategy, 1)) {
                text.append("  chunks ").append(snapshot.chunkCount()).append(", left out by their zones ")
                        .append(snapshot.prunedCount()).append('\n');
                text.append("  rows ").append(snapshot.rowCount()).append(", known to lie between their bounds ")
                        .append(snapshot.decidedCount()).append('\n');
            }
        }
        plan.where().ifPresent(e -> text.append("  where ").append(e).append('\n'));
        if (plan.grouped()) {
            text.append("  group by ").append(outputs(plan.outputs())).append('\n');
            text.append("  aggregate ").append(plan.aggregates().stream().map(Explanation::aggregate)
                    .collect(Collectors.joining(", "))).append('\n');
        } else {
            text.append("  select ").append(outputs(plan.outputs())).append('\n');
        }
        List<Column> columns = plan.columns();
        for (Order by : plan.order()) {
            text.append("  order by ").append(columns.get(by.column()).name())
                    .append(by.descending() ? " descending" : " ascending")
                    .append(by.nullsFirst() ? ", nulls first\n" : ", nulls last\n");
        }
        if (plan.offset() > 0) {
            text.append("  offset ").append(plan.offset()).append('\n');
        }
        if (plan.limit() != Plan.NO_LIMIT) {
            text.append("  limit ").append(plan.limit()).append('\n');
        }
        return text.toString();
    }

    private static String by(Strategy strategy) {
        if (strategy.all()) {
            return "kernel";
        }
        return strategy.kernels().isEmpty() ? "interpreter (" + strategy.reason() + ")"
                : "rows chosen by kernel, the rest by interpreter (" + strategy.reason() + ")";
    }

    private static String outputs(List<Output> outputs) {
        return outputs.stream().map(o -> o.expr().toString()).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String aggregate(Aggregate aggregate) {
        return aggregate.function().name().toLowerCase(Locale.ROOT) + "("
                + aggregate.argument().map(Object::toString).orElse("*") + ")";
    }
}
