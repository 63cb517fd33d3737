// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.interpreter;

import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.relation.ObjectRows;
import dev.ashlar.query.internal.value.Typing;
import dev.ashlar.query.internal.value.Values;
import java.util.List;

/// Evaluates an expression on a row by walking the expression tree.
public final class Evaluator {
    private Evaluator() {
    }

    /// @return as [ValueType] says, or null
    public static Object evaluate(Expr expr, ObjectRows row) {
        return switch (expr) {
            case Expr.ColumnRef e -> row.value(e.index());
            case Expr.Literal e -> e.value();
            case Expr.Arithmetic e -> {
                Object left = evaluate(e.left(), row);
                Object right = evaluate(e.right(), row);
                yield left == null || right == null ? null : Values.arithmetic(e.operator(), left, e.left().type(),
                        right, e.right().type(), e.type());
            }
            case Expr.Negate e -> {
                Object value = evaluate(e.operand(), row);
                yield value == null ? null : Values.negate(value);
            }
            case Expr.Compare e -> {
                Object left = evaluate(e.left(), row);
                Object right = evaluate(e.right(), row);
                yield left == null || right == null ? null : (Object) e.comparison().holds(Values.compare(left, right,
                        Typing.common(e.left().type(), e.right().type())));
            }
            case Expr.And e -> all(e.operands(), row, true);
            case Expr.Or e -> all(e.operands(), row, false);
            case Expr.Not e -> {
                Object value = evaluate(e.operand(), row);
                yield value == null ? null : (Object) !(Boolean) value;
            }
            case Expr.IsNull e -> evaluate(e.operand(), row) == null;
            case Expr.In e -> in(e, row);
            case Expr.Like e -> {
                Object value = evaluate(e.operand(), row);
                yield value == null ? null : (Object) e.compiled().matches((String) value);
            }
            case Expr.Case e -> {
                Expr chosen = e.otherwise();
                for (Expr.When branch : e.branches()) {
                    if (isTrue(branch.condition(), row)) {
                        chosen = branch.value();
                        break;
                    }
                }
                Object value = evaluate(chosen, row);
                yield value == null ? null : Values.widen(value, e.type());
            }
            case Expr.Cast e -> {
                Object value = evaluate(e.operand(), row);
                yield value == null ? null : Values.cast(value, e.operand().type(), e.type());
            }
            case Expr.TimeBucket e -> {
                Object value = evaluate(e.operand(), row);
                yield value == null ? null : (Object) Values.bucket((Long) value, e.widthNs(), e.originNs());
            }
        };
    }

    /// Whether the condition is true. What cannot change that any more is not evaluated.
    static boolean isTrue(Expr condition, ObjectRows row) {
        return is(condition, true, row);
    }

    private static boolean is(Expr condition, boolean wanted, ObjectRows row) {
        return switch (condition) {
            case Expr.And e -> wanted ? e.operands().stream().allMatch(operand -> is(operand, true, row))
                    : e.operands().stream().anyMatch(operand -> is(operand, false, row));
            case Expr.Or e -> wanted ? e.operands().stream().anyMatch(operand -> is(operand, true, row))
                    : e.operands().stream().allMatch(operand -> is(operand, false, row));
            case Expr.Not e -> is(e.operand(), !wanted, row);
            case Expr.ColumnRef _, Expr.Literal _, Expr.Arithmetic _, Expr.Negate _, Expr.Compare _, Expr.IsNull _,
                    Expr.In _, Expr.Like _, Expr.Case _, Expr.Cast _, Expr.TimeBucket _ ->
                ((Object) wanted).equals(evaluate(condition, row));
        };
    }

    /// Conditions of which each has to be `wanted`: the first that is not, decides.
    private static Boolean all(List<Expr> conditions, ObjectRows row, boolean wanted) {
        boolean unknown = false;
        for (Expr condition : conditions) {
            Object value = evaluate(condition, row);
            if (value == null) {
                unknown = true;
            } else if ((Boolean) value != wanted) {
                return !wanted;
            }
        }
        return unknown ? null : (Boolean) wanted;
    }

    private static Boolean in(Expr.In e, ObjectRows row) {
        Object value = evaluate(e.operand(), row);
        if (value == null) {
            return null;
        }
        boolean unknown = false;
        for (Expr.Literal candidate : e.values()) {
            if (candidate.value() == null) {
                unknown = true;
            } else {
                ValueType type = Typing.common(e.operand().type(), candidate.type());
                if (Values.compare(value, candidate.value(), type) == 0) {
                    return true;
                }
            }
        }
        return unknown ? null : (Boolean) false;
    }
}
