// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.AggregationApplicationResult;
import io.trino.spi.connector.Assignment;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Pushes COUNT, SUM, MIN and MAX into the handle of a table if kernels compute them with the same result. Aggregates
/// of floating-point numbers stay with Trino, since its sums and its order of NaN differ.
final class Aggregation {
    /// Empty if any part of it stays with Trino.
    static Optional<AggregationApplicationResult<ConnectorTableHandle>> apply(AshlarTable table,
            List<AggregateFunction> functions, Map<String, ColumnHandle> assignments,
            List<List<ColumnHandle>> groupings) {
        if (table.limit().isPresent() || table.aggregates().isPresent() || !table.pruning().isAll()
                || table.enforced().isNone() || groupings.size() != 1) {
            return Optional.empty();
        }
        List<AshlarColumn> keys = groupings.getFirst().stream().map(AshlarColumn.class::cast).toList();
        if (keys.stream().anyMatch(key -> isFloating(key.type()))) {
            return Optional.empty();
        }
        List<AshlarTable.Measure> measures = new ArrayList<>();
        List<ConnectorExpression> projections = new ArrayList<>();
        List<Assignment> outputs = new ArrayList<>();
        for (AggregateFunction function : functions) {
            Optional<AshlarTable.Measure> measure = measure(function, assignments, measures.size());
            if (measure.isEmpty()) {
                return Optional.empty();
            }
            AshlarColumn output = measure.get().output();
            measures.add(measure.get());
            projections.add(new Variable(output.name(), output.type()));
            outputs.add(new Assignment(output.name(), output, output.type()));
        }
        if (keys.isEmpty() && measures.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new AggregationApplicationResult<>(table.withAggregates(new AshlarTable.Aggregates(keys,
                measures)), projections, outputs, Map.of(), false));
    }

    private static Optional<AshlarTable.Measure> measure(AggregateFunction function,
            Map<String, ColumnHandle> assignments, int number) {
        if (function.isDistinct() || function.getFilter().isPresent() || !function.getSortItems().isEmpty()
                || function.getArguments().size() > 1) {
            return Optional.empty();
        }
        Optional<AshlarColumn> argument = Optional.empty();
        if (!function.getArguments().isEmpty()) {
            if (!(function.getArguments().getFirst() instanceof Variable variable)) {
                return Optional.empty();
            }
            argument = Optional.of((AshlarColumn) assignments.get(variable.getName()));
        }
        String name = function.getFunctionName();
        Type type = function.getOutputType();
        boolean known = switch (name) {
            case "count" -> type.equals(BigintType.BIGINT);
            case "sum" -> argument.isPresent() && isSummed(argument.get().type(), type);
            case "min", "max" -> argument.isPresent() && argument.get().type().equals(type) && !isFloating(type);
            default -> false;
        };
        return known ? Optional.of(new AshlarTable.Measure(new AshlarColumn("_" + name + "_" + number, type), name,
                argument)) : Optional.empty();
    }

    private static boolean isFloating(Type type) {
        return type instanceof DoubleType || type instanceof RealType;
    }

    private static boolean isSummed(Type from, Type to) {
        return switch (from) {
            case TinyintType _, SmallintType _, IntegerType _, BigintType _ -> to.equals(BigintType.BIGINT);
            case DecimalType some -> to instanceof DecimalType sum && sum.getScale() == some.getScale();
            default -> false;
        };
    }
}
