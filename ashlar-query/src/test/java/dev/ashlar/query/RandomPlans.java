// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.ValueType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// Random questions to a relation, over values that it has.
///
/// @param rows some that the relation has, to take constants from
record RandomPlans(Relation relation, List<Object[]> rows, SplittableRandom random) {
    private static final int MAX_DEPTH = 3;

    Plan next() {
        Optional<Expr> where = random.nextInt(4) == 0 ? Optional.empty() : Optional.of(condition(MAX_DEPTH));
        boolean grouped = random.nextBoolean();
        List<Output> outputs = new ArrayList<>();
        for (int i = 0, n = grouped ? random.nextInt(4) : 1 + random.nextInt(6); i < n; i++) {
            outputs.add(new Output("o" + i, value(random.nextInt(3))));
        }
        List<Aggregate> aggregates = new ArrayList<>();
        for (int i = 0, n = grouped ? (outputs.isEmpty() ? 1 : 0) + random.nextInt(6) : 0; i < n; i++) {
            aggregates.add(aggregate("a" + i));
        }
        List<Order> order = new ArrayList<>();
        for (int i = 0, n = random.nextInt(3); i < n; i++) {
            order.add(new Order(random.nextInt(outputs.size() + aggregates.size()), random.nextBoolean(),
                    random.nextBoolean()));
        }
        return new Plan(relation, where, outputs, aggregates, grouped, order, random.nextInt(3) == 0
                ? random.nextInt(5) : 0, random.nextInt(3) == 0 ? random.nextInt(20) : Plan.NO_LIMIT);
    }

    /// One whose first rows in some order are asked for.
    Plan nextOrdered() {
        Optional<Expr> where = random.nextInt(3) == 0 ? Optional.of(condition(random.nextInt(MAX_DEPTH)))
                : Optional.empty();
        List<Output> outputs = new ArrayList<>();
        for (int i = 0, n = 1 + random.nextInt(4); i < n; i++) {
            outputs.add(new Output("o" + i, value(random.nextInt(8) == 0 ? 2 : 0)));
        }
        List<Order> order = new ArrayList<>();
        for (int i = 0, n = 1 + random.nextInt(3); i < n; i++) {
            order.add(new Order(random.nextInt(outputs.size()), random.nextBoolean(), random.nextBoolean()));
        }
        return new Plan(relation, where, outputs, List.of(), false, order, random.nextInt(3) == 0
                ? random.nextInt(9) : 0, 1 + random.nextInt(random.nextInt(4) == 0 ? 500 : 12));
    }

    /// One for the first rows of each key.
    Plan nextKeyed() {
        Plan ordered = nextOrdered();
        List<Integer> keys = new ArrayList<>();
        for (int i = 0, n = random.nextInt(3); i < n; i++) {
            keys.add(random.nextInt(ordered.outputs().size()));
        }
        FirstPerKey firsts = new FirstPerKey(keys, ordered.order(), 1 + random.nextInt(random.nextInt(2) == 0
                ? 1 : FirstPerKey.MAX_ROWS));
        List<Order> order = random.nextBoolean() ? List.of() : List.of(new Order(random.nextInt(
                ordered.outputs().size() + 1), random.nextBoolean(), random.nextBoolean()));
        return new Plan(relation, ordered.where(), ordered.outputs(), List.of(), false, Optional.of(firsts), order,
                random.nextInt(3) == 0 ? 1 : 0, random.nextInt(3) == 0 ? 5 : Plan.NO_LIMIT);
    }

    private Aggregate aggregate(String name) {
        Function function = Function.values()[random.nextInt(Function.values().length)];
        if (function == Function.COUNT && random.nextBoolean()) {
            return new Aggregate(name, function, Optional.empty());
        }
        if (function.isQuantile()) {
            BigDecimal fraction = List.of(BigDecimal.ZERO, BigDecimal.ONE, new BigDecimal("0.5"),
                    new BigDecimal("0.123")).get(random.nextInt(4));
            return new Aggregate(name, function, Optional.of(function == Function.QUANTILE_DISC
                    ? value(random.nextInt(2))
                    : number(random.nextInt(3))), Optional.empty(), Optional.of(fraction));
        }
        boolean number = function == Function.SUM || function == Function.AVG || function.isMoment();
        return new Aggregate(name, function, Optional.of(number ? number(random.nextInt(3))
                : value(random.nextInt(2))), function.isOfPairs() ? Optional.of(number(random.nextInt(3)))
                : Optional.empty());
    }

    private Column column() {
        return relation.columns().get(random.nextInt(relation.columns().size()));
    }

    private Expr value(int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 10)) {
            case 6 -> number(depth);
            case 7 -> condition(depth - 1);
            case 8 -> choose(depth - 1);
            case 9 -> time(depth - 1);
            default -> relation.column(column().index());
        };
    }

    private Expr choose(int depth) {
        Expr value = number(depth);
        Expr other = random.nextInt(3) == 0 ? Expr.nullOf(value.type()) : number(depth);
        return new Expr.Case(List.of(new Expr.When(condition(depth), value)), other);
    }

    private Expr time(int depth) {
        for (int i = 0; i < 20; i++) {
            Column column = column();
            if (column.type().kind() == Kind.TIMESTAMP) {
                return new Expr.TimeBucket(relation.column(column.index()), 1 + random.nextInt(5_000),
                        random.nextInt(100));
            }
        }
        return number(depth);
    }

    private Expr number(int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            try {
                return switch (random.nextInt(8)) {
                    case 0 -> number(depth - 1).negate();
                    case 1 -> number(depth - 1).cast(types()[random.nextInt(types().length)]);
                    case 2 -> choose(depth - 1);
                    default -> new Expr.Arithmetic(Expr.Operator.values()[random.nextInt(random.nextInt(3) == 0 ? 5
                            : 3)], number(depth - 1), number(depth - 1));
                };
            } catch (QueryException _) {
                // Too many digits for any decimal.
                return number(0);
            }
        }
        for (int i = 0; i < 20; i++) {
            Column column = column();
            if (column.type().kind().isNumber()) {
                return random.nextInt(5) == 0 ? constant(column) : relation.column(column.index());
            }
        }
        return Expr.of(random.nextInt(10));
    }

    private static ValueType[] types() {
        return new ValueType[] {ValueType.INT8, ValueType.INT32, ValueType.INT64, ValueType.DOUBLE, ValueType.REAL,
            ValueType.decimal(38, 3), ValueType.decimal(18, 9), ValueType.decimal(7, 2)};
    }

    /// A value of the column that some row has, or one next to it.
    private Expr.Literal constant(Column column) {
        Object value = rows.isEmpty() ? null : rows.get(random.nextInt(rows.size()))[column.index()];
        if (value == null || column.type().kind() == Kind.REAL) {
            return column.type().kind().isExact() ? Expr.of(random.nextInt(-5, 5)) : Expr.nullOf(column.type());
        }
        return switch (value) {
            case BigDecimal number when random.nextInt(4) == 0 -> Expr.of(new BigDecimal(number.unscaledValue()
                    .add(BigInteger.valueOf(random.nextInt(-2, 3))), number.scale()));
            case BigDecimal number -> Expr.of(number.stripTrailingZeros());
            case Long number when column.type().kind() != Kind.TIMESTAMP -> Expr.of(number);
            default -> new Expr.Literal(value, column.type());
        };
    }

    private Expr condition(int depth) {
        if (depth > 0) {
            switch (random.nextInt(6)) {
                case 0:
                    return new Expr.And(conditions(depth - 1));
                case 1:
                    return new Expr.Or(conditions(depth - 1));
                case 2:
                    return condition(depth - 1).not();
                case 3:
                    return compare(number(depth - 1), number(depth - 1));
                default:
                    break;
            }
        }
        Column column = column();
        Expr value = relation.column(column.index());
        Kind kind = column.type().kind();
        return switch (random.nextInt(5)) {
            case 0 -> value.isNull();
            case 1 -> new Expr.In(value, Arrays.asList(constant(column), constant(column), constant(column)));
            case 2 -> kind == Kind.BOOLEAN ? value : compare(value, constant(column));
            case 3 -> kind == Kind.TEXT ? value.like(pattern(column)) : value.between(constant(column),
                    constant(column));
            default -> compare(constant(column), value);
        };
    }

    /// A condition of one column, such as keys are found by.
    Expr simple() {
        return condition(0);
    }

    private List<Expr> conditions(int depth) {
        List<Expr> conditions = new ArrayList<>();
        for (int i = 0, n = 1 + random.nextInt(3); i < n; i++) {
            conditions.add(condition(depth));
        }
        return conditions;
    }

    private Expr compare(Expr left, Expr right) {
        try {
            return new Expr.Compare(Expr.Comparison.values()[random.nextInt(6)], left, right);
        } catch (QueryException _) {
            return left.isNull();
        }
    }

    private String pattern(Column column) {
        String text = constant(column).value() instanceof String some ? some : "A";
        String begin = text.substring(0, random.nextInt(text.length() + 1));
        return switch (random.nextInt(4)) {
            case 0 -> begin;
            case 1 -> "%" + begin + "%";
            case 2 -> begin + "_%";
            default -> begin + "%";
        };
    }
}
