// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.internal.operator.StepRel;
import dev.ashlar.sql.internal.planning.Planners;
import dev.ashlar.sql.internal.planning.Planning;
import dev.ashlar.sql.internal.result.PlannedQuery;
import dev.ashlar.sql.internal.scan.StoreScan;
import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.internal.type.StatementBudget;
import dev.ashlar.sql.runtime.StepRows;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;

/// Formats a plan as text: its steps, and for each scan the strategy that runs it.
final class PlanLines {
    private final Namespace tables;
    private final StatementBudget budget;
    private final List<String> lines = new ArrayList<>();

    private PlanLines(Namespace tables, StatementBudget budget) {
        this.tables = tables;
        this.budget = budget;
    }

    /// Of a query that is not run.
    static List<String> of(RelNode pushed, Planners planners, Namespace tables, StatementBudget budget) {
        PlanLines lines = new PlanLines(tables, budget);
        RelNode plan = pushed instanceof StoreScan ? pushed : Planning.physical(pushed, planners);
        lines.add(plan, 0);
        lines.addScans(plan);
        return lines.lines;
    }

    /// Of a query that is run, with the rows of each step, and the time with all steps below it.
    static List<String> measured(RelNode pushed, Planners planners, Namespace tables, StatementBudget budget) {
        PlanLines lines = new PlanLines(tables, budget);
        RelNode plan = pushed instanceof StoreScan ? pushed : Planning.physical(pushed, planners);
        Map<RelNode, StepRows> steps = new IdentityHashMap<>();
        List<SqlColumn> columns = SqlTypes.columns(plan.getRowType(), plan.getRowType().getFieldNames());
        if (plan instanceof StoreScan scan) {
            StepRows step = new StepRows();
            steps.put(plan, step);
            long start = System.nanoTime();
            long rows = drain(PlannedQuery.of(scan, columns, budget).open(budget));
            step.add(rows, System.nanoTime() - start);
        } else {
            drain(PlannedQuery.of(StepRel.measured(plan, steps), columns, budget).open(budget));
        }
        lines.add(plan, steps, 0);
        lines.addScans(plan);
        return lines.lines;
    }

    private static long drain(SqlResult result) {
        try (result) {
            long rows = 0;
            while (result.next()) {
                rows++;
            }
            return rows;
        }
    }

    private void add(RelNode node, int depth) {
        lines.add("  ".repeat(depth) + PlanStep.of(node));
        node.getInputs().forEach(input -> add(input, depth + 1));
    }

    private void add(RelNode node, Map<RelNode, StepRows> steps, int depth) {
        StepRows measured = Optional.ofNullable(steps.get(node)).orElseGet(StepRows::new);
        lines.add("  ".repeat(depth) + PlanStep.of(node) + ": rows=" + measured.rows() + ", time=" + String.format(Locale.ROOT,
                "%.3f", measured.nanos() / 1e6) + " ms");
        node.getInputs().forEach(input -> add(input, steps, depth + 1));
    }

    private void addScans(RelNode plan) {
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, RelNode parent) {
                if (node instanceof StoreScan scan) {
                    lines.add("");
                    String store = tables.store(scan.plan().source());
                    if (!store.isEmpty()) {
                        lines.add("of store " + store + ":");
                    }
                    lines.addAll(scan.plan().explain(budget.remaining()).lines().toList());
                }
                super.visit(node, ordinal, parent);
            }
        }.go(plan);
    }
}
