// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.scan;

import dev.ashlar.query.Expr;
import java.util.List;
import java.util.function.IntFunction;

/// Replaces columns by expressions.
record Substitution(IntFunction<Expr> columns) {
    /// @param columns what stands for each column, by its index
    static Expr of(Expr expr, IntFunction<Expr> columns) {
        return new Substitution(columns).in(expr);
    }

    private Expr in(Expr expr) {
        return switch (expr) {
            case Expr.ColumnRef column -> columns.apply(column.index());
            case Expr.Literal literal -> literal;
            case Expr.Arithmetic arithmetic -> new Expr.Arithmetic(arithmetic.operator(), in(arithmetic.left()),
                    in(arithmetic.right()));
            case Expr.Negate negate -> new Expr.Negate(in(negate.operand()));
            case Expr.Compare compare -> new Expr.Compare(compare.comparison(), in(compare.left()),
                    in(compare.right()));
            case Expr.And and -> new Expr.And(in(and.operands()));
            case Expr.Or or -> new Expr.Or(in(or.operands()));
            case Expr.Not not -> new Expr.Not(in(not.operand()));
            case Expr.IsNull isNull -> new Expr.IsNull(in(isNull.operand()));
            case Expr.In in -> new Expr.In(in(in.operand()), in.values());
            case Expr.Like like -> new Expr.Like(in(like.operand()), like.pattern(), like.escape());
            case Expr.Case choice -> new Expr.Case(choice.branches().stream().map(branch ->
                    new Expr.When(in(branch.condition()), in(branch.value()))).toList(), in(choice.otherwise()));
            case Expr.Cast cast -> new Expr.Cast(in(cast.operand()), cast.type());
            case Expr.TimeBucket bucket -> new Expr.TimeBucket(in(bucket.operand()), bucket.widthNs(),
                    bucket.originNs());
        };
    }

    private List<Expr> in(List<Expr> exprs) {
        return exprs.stream().map(this::in).toList();
    }
}
