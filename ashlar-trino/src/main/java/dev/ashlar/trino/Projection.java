// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.airlift.slice.Slice;
import io.trino.spi.connector.Assignment;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ProjectionApplicationResult;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.StandardFunctions;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Moves what a query computes of rows into the handle of its table, so that sums of it can follow: sums, differences
/// and products of whole numbers, which overflow where Trino's do, and `date_trunc` of times to days or less.
///
/// Only whole expressions: a part of one may be computed for some rows alone.
final class Projection {
    private static final Map<String, Long> UNITS = Map.of("millisecond", TimeUnit.MILLISECONDS.toNanos(1), "second",
            TimeUnit.SECONDS.toNanos(1), "minute", TimeUnit.MINUTES.toNanos(1), "hour", TimeUnit.HOURS.toNanos(1), "day",
            TimeUnit.DAYS.toNanos(1));

    private Projection() {
    }

    static Optional<ProjectionApplicationResult<ConnectorTableHandle>> apply(AshlarTable table,
            List<ConnectorExpression> projections, Map<String, ColumnHandle> assignments) {
        if (table.aggregates().isPresent()) {
            return Optional.empty();
        }
        List<ConnectorExpression> found = new ArrayList<>();
        Map<String, Assignment> outputs = new LinkedHashMap<>();
        boolean changed = false;
        for (ConnectorExpression projection : projections) {
            Optional<AshlarColumn> column = projection instanceof Call call ? computed(call, assignments)
                    : Optional.empty();
            if (column.isEmpty()) {
                keep(projection, assignments, outputs);
                found.add(projection);
                continue;
            }
            changed = true;
            String name = column.get().name();
            outputs.put(name, new Assignment(name, column.get(), column.get().type()));
            found.add(new Variable(name, column.get().type()));
        }
        return changed ? Optional.of(new ProjectionApplicationResult<>(table, found, List.copyOf(outputs.values()),
                false)) : Optional.empty();
    }

    private static void keep(ConnectorExpression expression, Map<String, ColumnHandle> assignments,
            Map<String, Assignment> outputs) {
        if (expression instanceof Variable variable) {
            outputs.put(variable.getName(), new Assignment(variable.getName(), assignments.get(variable.getName()),
                    variable.getType()));
        }
        expression.getChildren().forEach(child -> keep(child, assignments, outputs));
    }

    private static Optional<AshlarColumn> computed(Call call, Map<String, ColumnHandle> assignments) {
        if (call.getFunctionName().getName().equals("date_trunc")) {
            return bucket(call, assignments);
        }
        if (call.getFunctionName().equals(StandardFunctions.CAST_FUNCTION_NAME)) {
            // For kernels whole numbers have 64 bits.
            return !isBigint(call) ? Optional.empty() : whole(call.getArguments().getFirst(), assignments).map(column ->
                    new AshlarColumn("bigint of " + column.name(), BigintType.BIGINT, Optional.of(
                            new AshlarColumn.Formula("bigint", List.of(column), 0))));
        }
        String operator = call.getFunctionName().equals(StandardFunctions.ADD_FUNCTION_NAME) ? "+"
                : call.getFunctionName().equals(StandardFunctions.SUBTRACT_FUNCTION_NAME) ? "-"
                : call.getFunctionName().equals(StandardFunctions.MULTIPLY_FUNCTION_NAME) ? "*" : "";
        if (operator.isEmpty() || !call.getType().equals(BigintType.BIGINT) || call.getArguments().size() != 2) {
            return Optional.empty();
        }
        Optional<AshlarColumn> left = whole(call.getArguments().getFirst(), assignments);
        Optional<AshlarColumn> right = whole(call.getArguments().getLast(), assignments);
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new AshlarColumn("(" + left.get().name() + " " + operator + " " + right.get().name() + ")",
                BigintType.BIGINT, Optional.of(new AshlarColumn.Formula(operator, List.of(left.get(), right.get()),
                        0))));
    }

    /// A whole number of an expression; empty if it is another one.
    private static Optional<AshlarColumn> whole(ConnectorExpression expression, Map<String, ColumnHandle> assignments) {
        return switch (expression) {
            case Variable variable when isWhole(variable.getType()) ->
                Optional.of((AshlarColumn) assignments.get(variable.getName()));
            case Constant constant when isWhole(constant.getType()) && constant.getValue() instanceof Long number ->
                Optional.of(new AshlarColumn(number.toString(), BigintType.BIGINT, Optional.of(
                        new AshlarColumn.Formula("constant", List.of(), number))));
            case Call call when call.getFunctionName().equals(StandardFunctions.CAST_FUNCTION_NAME)
                    && isBigint(call) ->
                whole(call.getArguments().getFirst(), assignments);
            case Call call -> computed(call, assignments).filter(found -> isWhole(found.type()));
            default -> Optional.empty();
        };
    }

    /// Of a cast. To other types Trino casts.
    private static boolean isBigint(Call cast) {
        return cast.getType().equals(BigintType.BIGINT) && cast.getArguments().size() == 1;
    }

    private static boolean isWhole(Type type) {
        return type instanceof TinyintType || type instanceof SmallintType || type instanceof IntegerType
                || type instanceof BigintType;
    }

    private static Optional<AshlarColumn> bucket(Call call, Map<String, ColumnHandle> assignments) {
        if (call.getArguments().size() != 2 || !call.getType().equals(TimestampType.TIMESTAMP_NANOS)
                || !(call.getArguments().getFirst() instanceof Constant unit)
                || !(unit.getValue() instanceof Slice text)
                || !(call.getArguments().getLast() instanceof Variable time)) {
            return Optional.empty();
        }
        String name = text.toStringUtf8().toLowerCase(Locale.ENGLISH);
        AshlarColumn column = (AshlarColumn) assignments.get(time.getName());
        Long width = UNITS.get(name);
        return width == null || column.formula().isPresent() ? Optional.empty() : Optional.of(new AshlarColumn(name + " of "
                + column.name(), call.getType(), Optional.of(new AshlarColumn.Formula("bucket", List.of(column), width))));
    }
}
