// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.interpreter;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.KeyedRows;
import dev.ashlar.query.internal.execution.MaterializedResult;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.TopRows;
import dev.ashlar.query.internal.relation.ObjectRows;
import dev.ashlar.query.internal.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Evaluates queries row by row with objects: slow, and simple enough to be right.
///
/// **Threading**: one thread.
public record Interpreter(Plan plan, QueryBudget budget) {
    /// @param rows to be asked of; closed with the result, or here
    public Result run(ObjectRows rows) {
        if (!plan.grouped() && plan.firsts().isEmpty() && plan.order().isEmpty()) {
            return new StreamingResult(plan, budget, rows, plan.offset(), plan.limit());
        }
        return new MaterializedResult(plan, plan.grouped() ? groups(rows)
                : plan.firsts().isPresent() ? firsts(rows) : ordered(rows));
    }

    private List<Object[]> ordered(ObjectRows rows) {
        TopRows top = new TopRows(plan, budget);
        outputs(rows, top::add);
        return top.rows();
    }

    private List<Object[]> firsts(ObjectRows rows) {
        KeyedRows firsts = new KeyedRows(plan, budget);
        outputs(rows, firsts::add);
        return firsts.rows();
    }

    private void outputs(ObjectRows rows, Consumer<Object[]> to) {
        forEachMatch(rows, reader -> to.accept(outputs(plan, reader)));
    }

    /// Has a reader go to each row that the plan selects, and closes it.
    private void forEachMatch(ObjectRows rows, Consumer<ObjectRows> to) {
        try (ObjectRows reader = rows) {
            for (long count = 0; reader.next(); count++) {
                if (count % QueryBudget.INTERVAL_ROWS == 0) {
                    budget.check();
                }
                if (plan.where().isEmpty() || Evaluator.isTrue(plan.where().get(), reader)) {
                    to.accept(reader);
                }
            }
        }
    }

    /// The outputs of the row that a reader is at.
    public static Object[] outputs(Plan plan, ObjectRows reader) {
        Object[] values = new Object[plan.outputs().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = Evaluator.evaluate(plan.outputs().get(i).expr(), reader);
        }
        return values;
    }

    private List<Object[]> groups(ObjectRows rows) {
        Map<List<Object>, Group> groups = new LinkedHashMap<>();
        if (plan.outputs().isEmpty()) {
            groups.put(List.of(), new Group(new Object[0]));
        }
        forEachMatch(rows, reader -> group(groups, reader).add(reader));
        TopRows top = new TopRows(plan, budget);
        groups.values().forEach(group -> top.add(group.result()));
        return top.rows();
    }

    private Group group(Map<List<Object>, Group> groups, ObjectRows reader) {
        List<Object> key = new ArrayList<>(plan.outputs().size());
        for (Output output : plan.outputs()) {
            key.add(Values.canonical(Evaluator.evaluate(output.expr(), reader)));
        }
        Group group = groups.get(key);
        if (group == null) {
            budget.reserve(MemoryEstimate.rowBytes(key.toArray())
                    + MemoryEstimate.shortRowBytes(key.size() + 2 * plan.aggregates().size()));
            group = new Group(key.toArray());
            groups.put(key, group);
        }
        return group;
    }

    private final class Group {
        private final Object[] key;
        private final List<Accumulator> accumulators = new ArrayList<>();

        Group(Object[] key) {
            this.key = key;
            for (Aggregate aggregate : plan.aggregates()) {
                accumulators.add(new Accumulator(aggregate));
            }
        }

        void add(ObjectRows reader) {
            for (Accumulator accumulator : accumulators) {
                budget.reserve(accumulator.add(reader));
            }
        }

        Object[] result() {
            Object[] row = new Object[key.length + accumulators.size()];
            System.arraycopy(key, 0, row, 0, key.length);
            for (int i = 0; i < accumulators.size(); i++) {
                row[key.length + i] = accumulators.get(i).result();
            }
            return row;
        }
    }
}
