// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.type.StatementBudget;
import dev.ashlar.sql.runtime.RowBudget;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.DeclarationStatement;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.FieldDeclaration;
import org.apache.calcite.linq4j.tree.ForStatement;
import org.apache.calcite.linq4j.tree.FunctionExpression;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.MethodDeclaration;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.linq4j.tree.Statement;
import org.apache.calcite.linq4j.tree.WhileStatement;
import org.apache.calcite.util.BuiltInMethod;

/// Adds a check of the query's limits to every loop, function and comparison of generated code, and replaces Calcite's
/// operators by ones that count their memory.
///
/// Limits the code of one query, because it must be compiled.
final class BoundedCode extends Shuttle {
    /// Parts of the code: calls, declarations, statements.
    private static final int MAX_PARTS = 500_000;
    private static final Statement TICK = Expressions.statement(Expressions.call(RowBudget.class, "tick",
            DataContext.ROOT));
    /// In constants of classes there is no query.
    private static final Shuttle UNCHANGED = new Shuttle();

    private final StatementBudget budget;
    private int parts;

    BoundedCode(StatementBudget budget) {
        this.budget = budget;
    }

    private void count() {
        budget.tick();
        if (++parts > MAX_PARTS) {
            throw new SqlException(Reason.UNSUPPORTED, "statement is too long to be compiled: parts of its code="
                    + parts + ", most=" + MAX_PARTS + "; split the query", null);
        }
    }

    private static BlockStatement ticking(Statement body) {
        List<Statement> statements = new ArrayList<>();
        statements.add(TICK);
        if (body instanceof BlockStatement block) {
            statements.addAll(block.statements);
        } else {
            statements.add(body);
        }
        return Expressions.block(statements);
    }

    @Override
    public Shuttle preVisit(FieldDeclaration field) {
        return (field.modifier & Modifier.STATIC) == 0 ? this : UNCHANGED;
    }

    @Override
    public Statement visit(WhileStatement loop, Expression condition, Statement body) {
        return Expressions.while_(condition, ticking(body));
    }

    @Override
    public ForStatement visit(ForStatement loop, List<DeclarationStatement> declarations, Expression condition,
            Expression post, Statement body) {
        return Expressions.for_(declarations, condition, post, ticking(body));
    }

    // As it is declared.
    @SuppressWarnings("rawtypes")
    @Override
    public Expression visit(FunctionExpression function, BlockStatement body) {
        count();
        return body == null ? function : lambda(function, body);
    }

    // The class of a function is not known to be one when it is compiled.
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Expression lambda(FunctionExpression<?> function, BlockStatement body) {
        return Expressions.lambda((Class) function.getType(), ticking(body), function.parameterList);
    }

    @Override
    public MemberDeclaration visit(MethodDeclaration method, BlockStatement body) {
        boolean compares = method.name.equals("compare") && (method.modifier & Modifier.STATIC) == 0;
        return compares ? Expressions.methodDecl(method.modifier, method.resultType, method.name, method.parameters,
                ticking(body)) : super.visit(method, body);
    }

    @Override
    public Expression visit(MethodCallExpression call, Expression target, List<Expression> arguments) {
        count();
        if (call.method.equals(BuiltInMethod.GROUP_BY2.method)) {
            return budgeted("groupBy", target, arguments);
        }
        if (call.method.equals(BuiltInMethod.GROUP_BY_MULTIPLE.method)) {
            return budgeted("groupByMultiple", null, arguments);
        }
        if (call.method.equals(BuiltInMethod.DISTINCT.method)) {
            return budgeted("distinct", target, arguments);
        }
        return super.visit(call, target, arguments);
    }

    private static Expression budgeted(String method, Expression target, List<Expression> arguments) {
        List<Expression> all = new ArrayList<>();
        if (target != null) {
            all.add(target);
        }
        all.addAll(arguments);
        all.add(DataContext.ROOT);
        return Expressions.call(RowBudget.class, method, all);
    }

    @Override
    public DeclarationStatement visit(DeclarationStatement declaration, Expression initializer) {
        count();
        return super.visit(declaration, initializer);
    }
}
