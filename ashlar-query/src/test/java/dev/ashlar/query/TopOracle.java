// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.QueryOptions.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the first rows of an order may be where values of other rows cannot be evaluated: kernels evaluate rows whole
/// only if they are in the result, so errors of others do not occur.
final class TopOracle {
    private static final String ROW = "_row";

    /// Whether a plan has such a result.
    static boolean isFor(Plan plan) {
        return !plan.grouped() && !plan.order().isEmpty() && plan.limit() > 0 && plan.limit() < Plan.NO_LIMIT;
    }

    /// The answer without the rows whose condition or order cannot be evaluated, each value by the interpreter.
    static List<String> answer(Plan plan) {
        Expr row = plan.source().column(ROW);
        List<Output> keys = new ArrayList<>();
        List<Order> order = new ArrayList<>();
        keys.add(new Output(ROW, row));
        for (Order by : plan.order()) {
            order.add(new Order(keys.size(), by.descending(), by.nullsFirst()));
            keys.add(plan.outputs().get(by.column()));
        }
        List<Expr.Literal> sound = new ArrayList<>();
        for (long number : numbers(plan.source())) {
            Plan one = plan(plan.source(), row.eq(number), plan.where(), keys, List.of(), 0, Plan.NO_LIMIT);
            List<String> found = KernelPropertyTest.answer(one, Engine.INTERPRETER, 1);
            if (found.size() == 1 && found.getFirst().contains("|")) {
                sound.add(Expr.of(number));
            }
        }
        if (sound.isEmpty()) {
            return List.of();
        }
        Plan first = plan(plan.source(), new Expr.In(row, sound),
                Optional.empty(), keys, order, plan.offset(), plan.limit());
        List<String> rows = new ArrayList<>();
        for (String found : KernelPropertyTest.answer(first, Engine.INTERPRETER, 1)) {
            long number = Long.parseLong(found.substring(0, found.indexOf('|')));
            rows.addAll(KernelPropertyTest.answer(plan(plan.source(), row.eq(number), Optional.empty(),
                    plan.outputs(), List.of(), 0, Plan.NO_LIMIT), Engine.INTERPRETER, 1));
            if (!rows.getLast().contains("|")) {
                return List.of(rows.getLast());
            }
        }
        return rows;
    }

    private static Plan plan(Relation source, Expr condition, Optional<Expr> where, List<Output> outputs,
            List<Order> order, long offset, long limit) {
        Expr both = where.<Expr>map(e -> new Expr.And(List.of(condition, e))).orElse(condition);
        return new Plan(source, Optional.of(both), outputs, List.of(), false, order, offset, limit);
    }

    private static List<Long> numbers(Relation source) {
        List<Long> numbers = new ArrayList<>();
        try (Result result = source.scan().select(source.column(ROW)).run(QueryOptions.defaults()
                .withEngine(Engine.INTERPRETER))) {
            while (result.next()) {
                numbers.add(result.getLong(0));
            }
        }
        return numbers;
    }
}
