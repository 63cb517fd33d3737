// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.runtime.EitherRows;
import java.util.Optional;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRel.Prefer;
import org.apache.calcite.adapter.enumerable.EnumerableRel.Result;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.util.BuiltInMethod;

/// Integrates Ashlar's operators with Calcite's: rows are passed as arrays of objects and processed by an object
/// created at planning time; no code is generated.
final class ArrayRows {
    /// The code of an operator with one input.
    ///
    /// @param operator called as `operator.method(rows, context)`, giving rows
    static <T> Result implement(EnumerableRel node, EnumerableRelImplementor implementor, T operator, Class<T> type,
            String method) {
        return implement(node, implementor, operator, type, method, Optional.empty());
    }

    /// The same, where what columns give may take the place of the operator's rows.
    static <T> Result implement(EnumerableRel node, EnumerableRelImplementor implementor, T operator, Class<T> type,
            String method, Optional<EitherRows> columnar) {
        BlockBuilder block = new BlockBuilder();
        Expression rows = Expressions.call(implementor.stash(operator, type), Types.lookupMethod(type, method,
                Enumerable.class, DataContext.class), input(node, 0, implementor, block), DataContext.ROOT);
        Expression either = columnar.<Expression>map(found -> Expressions.call(implementor.stash(found,
                EitherRows.class), Types.lookupMethod(EitherRows.class, "or", Enumerable.class, DataContext.class),
                rows, DataContext.ROOT)).orElse(rows);
        block.add(Expressions.return_(null, either));
        return result(node, implementor, block);
    }

    /// The code of an operator with two inputs.
    ///
    /// @param operator called as `operator.method(left, right, context)`, giving rows
    static <T> Result implementTwo(EnumerableRel node, EnumerableRelImplementor implementor, T operator,
            Class<T> type, String method) {
        BlockBuilder block = new BlockBuilder();
        Expression left = input(node, 0, implementor, block);
        Expression right = input(node, 1, implementor, block);
        block.add(Expressions.return_(null, Expressions.call(implementor.stash(operator, type), Types.lookupMethod(type,
                method, Enumerable.class, Enumerable.class, DataContext.class), left, right, DataContext.ROOT)));
        return result(node, implementor, block);
    }

    private static Expression input(EnumerableRel node, int index, EnumerableRelImplementor implementor,
            BlockBuilder block) {
        Result input = implementor.visitChild(node, index, (EnumerableRel) node.getInput(index), Prefer.ARRAY);
        Expression rows = input.physType.convertTo(block.append("rows", input.block), JavaRowFormat.ARRAY);
        return block.append("arrays", rows);
    }

    private static Result result(EnumerableRel node, EnumerableRelImplementor implementor, BlockBuilder block) {
        if (node.getRowType().getFieldCount() != 1) {
            return implementor.result(PhysTypeImpl.of(implementor.getTypeFactory(), node.getRowType(),
                    JavaRowFormat.ARRAY, false), block.toBlock());
        }
        // Operators such as UNION take single columns for granted to be no arrays.
        BlockBuilder single = new BlockBuilder();
        single.add(Expressions.return_(null, Expressions.call(BuiltInMethod.SLICE0.method, single.append("single",
                block.toBlock()))));
        return implementor.result(PhysTypeImpl.of(implementor.getTypeFactory(), node.getRowType(), JavaRowFormat.ARRAY,
                true), single.toBlock());
    }
}
