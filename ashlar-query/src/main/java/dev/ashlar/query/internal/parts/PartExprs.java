// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.interpreter.Evaluator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Replaces columns by other expressions, and folds expressions that become constant.
///
/// @param columns replacement of each column, with the same kind of values
record PartExprs(Function<Expr.ColumnRef, Expr> columns) {
    /// A number of a part: a column, and what is added to it.
    private record Numbered(Expr column, long base) {
    }

    Expr rewrite(Expr expr) {
        return switch (expr) {
            case Expr.ColumnRef e -> columns.apply(e);
            case Expr.Literal e -> e;
            case Expr.Arithmetic e -> {
                Expr left = rewrite(e.left());
                Expr right = rewrite(e.right());
                yield fold(new Expr.Arithmetic(e.operator(), left, right), left, right);
            }
            case Expr.Negate e -> operand(e.operand(), Expr.Negate::new);
            case Expr.Compare e -> compare(e.comparison(), rewrite(e.left()), rewrite(e.right()));
            case Expr.And e -> all(e.operands(), true);
            case Expr.Or e -> all(e.operands(), false);
            case Expr.Not e -> operand(e.operand(), Expr.Not::new);
            case Expr.IsNull e -> operand(e.operand(), Expr.IsNull::new);
            case Expr.In e -> in(rewrite(e.operand()), e.values());
            case Expr.Like e -> operand(e.operand(), found -> new Expr.Like(found, e.pattern(), e.escape()));
            case Expr.Case e -> choice(e);
            case Expr.Cast e -> operand(e.operand(), found -> new Expr.Cast(found, e.type()));
            case Expr.TimeBucket e -> operand(e.operand(), found -> new Expr.TimeBucket(found, e.widthNs(),
                    e.originNs()));
        };
    }

    private Expr operand(Expr operand, Function<Expr, Expr> outer) {
        Expr found = rewrite(operand);
        return fold(outer.apply(found), found);
    }

    /// The value, if all operands are constants and it has one; what has none is an error when rows are read.
    private static Expr fold(Expr expr, Expr... operands) {
        for (Expr operand : operands) {
            if (!(operand instanceof Expr.Literal)) {
                return expr;
            }
        }
        try {
            return new Expr.Literal(Evaluator.evaluate(expr, null), expr.type());
        } catch (QueryException | IllegalArgumentException _) {
            return expr;
        }
    }

    private static Expr compare(Expr.Comparison comparison, Expr left, Expr right) {
        if (isNull(left) || isNull(right)) {
            return Expr.nullOf(ValueType.BOOLEAN);
        }
        Numbered number = numbered(left);
        if (number != null && right instanceof Expr.Literal constant) {
            Expr.Literal without = without(number.base, constant);
            return without == null ? new Expr.Compare(comparison, left, right) : new Expr.Compare(comparison,
                    number.column, without);
        }
        if (numbered(right) != null && left instanceof Expr.Literal) {
            return compare(comparison.swapped(), right, left);
        }
        return fold(new Expr.Compare(comparison, left, right), left, right);
    }

    private static boolean isNull(Expr expr) {
        return expr instanceof Expr.Literal literal && literal.value() == null;
    }

    /// Zones and indexes know the column, not the sum.
    private static Numbered numbered(Expr expr) {
        return expr instanceof Expr.Arithmetic(Expr.Operator operator, Expr.ColumnRef column, Expr.Literal added)
                && operator == Expr.Operator.ADD && column.type().kind().isInteger()
                && added.value() instanceof Long base ? new Numbered(column, base) : null;
    }

    /// @return null if it has none that is a whole number
    private static Expr.Literal without(long base, Expr.Literal constant) {
        if (!constant.type().kind().isInteger() || !(constant.value() instanceof Long value)) {
            return null;
        }
        long difference = value - base;
        boolean overflow = ((value ^ base) & (value ^ difference)) < 0;
        return overflow ? null : new Expr.Literal(difference, ValueType.INT64);
    }

    private static Expr in(Expr operand, List<Expr.Literal> values) {
        Numbered number = numbered(operand);
        if (number != null) {
            List<Expr.Literal> moved = new ArrayList<>();
            for (Expr.Literal value : values) {
                Expr.Literal without = without(number.base, value);
                if (without == null) {
                    return new Expr.In(operand, values);
                }
                moved.add(without);
            }
            return new Expr.In(number.column, moved);
        }
        return fold(new Expr.In(operand, values), operand);
    }

    /// @param both whether all have to be true, or one
    private Expr all(List<Expr> operands, boolean both) {
        List<Expr> left = new ArrayList<>();
        for (Expr operand : operands) {
            Expr found = rewrite(operand);
            if (found instanceof Expr.Literal literal && literal.value() instanceof Boolean value) {
                if (value != both) {
                    // What comes before is not evaluated any more: as with rows, an operand that decides is enough.
                    return literal;
                }
            } else {
                left.add(found);
            }
        }
        if (left.isEmpty()) {
            return Expr.of(both);
        }
        if (left.stream().allMatch(PartExprs::isNull)) {
            return Expr.nullOf(ValueType.BOOLEAN);
        }
        return left.size() == 1 ? left.getFirst() : both ? new Expr.And(left) : new Expr.Or(left);
    }

    /// Branches that are never taken must not be computed: their errors are none.
    private Expr choice(Expr.Case e) {
        List<Expr.When> branches = new ArrayList<>();
        for (Expr.When branch : e.branches()) {
            Expr condition = rewrite(branch.condition());
            if (!(condition instanceof Expr.Literal literal)) {
                branches.add(new Expr.When(condition, rewrite(branch.value())));
            } else if (Boolean.TRUE.equals(literal.value())) {
                return choice(branches, rewrite(branch.value()), e.type());
            }
        }
        return choice(branches, rewrite(e.otherwise()), e.type());
    }

    private static Expr choice(List<Expr.When> branches, Expr otherwise, ValueType type) {
        Expr found = branches.isEmpty() ? otherwise : new Expr.Case(branches, otherwise);
        if (found.type().equals(type)) {
            return found;
        }
        boolean same = found.type().kind().isInteger() && type.kind().isInteger() || found.type().kind() == type.kind()
                && type.kind() != Kind.DECIMAL;
        return same ? found : fold(found.cast(type), found);
    }
}
