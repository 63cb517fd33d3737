// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.internal.type.FunctionTable;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;

/// Finds aggregates in expressions that are parsed but not yet validated.
public final class Aggregates extends SqlBasicVisitor<Void> {
    /// Written as other aggregates later.
    private static final Set<String> REWRITTEN = Set.of("MEDIAN", "STRING_AGG", "GROUP_CONCAT", "ARRAY_AGG");

    /// Made when the first expression is looked at.
    private static final class Known {
        static final Collection<String> NAMES = FunctionTable.TABLE.getOperatorList().stream()
                .filter(SqlOperator::isAggregator).map(SqlOperator::getName).collect(Collectors.toCollection(() ->
                        new TreeSet<>(String.CASE_INSENSITIVE_ORDER)));
    }

    private Aggregates() {
    }

    /// Whether an expression has an aggregate or a window that is not of a sub-query.
    public static boolean isIn(SqlNode expression) {
        try {
            expression.accept(new Aggregates());
            return false;
        } catch (Util.FoundOne _) {
            return true;
        }
    }

    @Override
    public Void visit(SqlCall call) {
        if (call.isA(SqlKind.QUERY)) {
            return null;
        }
        SqlOperator operator = call.getOperator();
        if (call.getKind() == SqlKind.OVER || operator.isAggregator() || Known.NAMES.contains(operator.getName())
                || REWRITTEN.contains(operator.getName().toUpperCase(Locale.ROOT))) {
            throw Util.FoundOne.NULL;
        }
        return super.visit(call);
    }
}
