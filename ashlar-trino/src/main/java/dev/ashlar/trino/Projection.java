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
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Pushes computed columns of a query into the handle of its table, so that aggregates of them can follow: sums,
/// differences and products of integers, which overflow where Trino's do, and `date_trunc` of times to days or less.
///
/// Expressions that may overflow are pushed down only if nothing hints at a condition: Trino splits expressions that it
/// cannot push down, such as CASE, and their parts must be computed only for some rows.
final class Projection {
    private static final Map<String, Long> UNITS = Map.of("millisecond", TimeUnit.MILLISECONDS.toNanos(1), "second",
            TimeUnit.SECONDS.toNanos(1), "minute", TimeUnit.MINUTES.toNanos(1), "hour", TimeUnit.HOURS.toNanos(1), "day",
            TimeUnit.DAYS.toNanos(1));

    /// The least positive number that does not fit 64 bits.
    private static final BigInteger OVERFLOW = BigInteger.TWO.pow(Long.SIZE - 1);

    static Optional<ProjectionApplicationResult<ConnectorTableHandle>> apply(AshlarTable table,
            List<ConnectorExpression> projections, Map<String, ColumnHandle> assignments) {
        if (table.aggregates().isPresent()) {
            return Optional.empty();
        }
        List<ConnectorExpression> found = new ArrayList<>();
        Map<String, Assignment> outputs = new LinkedHashMap<>();
        boolean changed = false;
        boolean conditional = projections.stream().anyMatch(projection -> isCondition(projection, assignments));
        for (ConnectorExpression projection : projections) {
            Optional<AshlarColumn> column = computed(projection, assignments).filter(some -> !conditional
                    || magnitude(some).compareTo(OVERFLOW) < 0);
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

    /// Whether an expression hints at a condition: it is boolean, or something else that is not computed here.
    private static boolean isCondition(ConnectorExpression projection, Map<String, ColumnHandle> assignments) {
        return projection.getType().equals(BooleanType.BOOLEAN)
                || !(projection instanceof Variable) && computed(projection, assignments).isEmpty();
    }

    /// A bound that no value exceeds, whatever its sign.
    private static BigInteger magnitude(AshlarColumn column) {
        if (column.formula().isEmpty()) {
            return column.type() instanceof TinyintType ? BigInteger.TWO.pow(Byte.SIZE - 1)
                    : column.type() instanceof SmallintType ? BigInteger.TWO.pow(Short.SIZE - 1)
                    : column.type() instanceof IntegerType ? BigInteger.TWO.pow(Integer.SIZE - 1) : OVERFLOW;
        }
        AshlarColumn.Formula formula = column.formula().get();
        List<BigInteger> operands = formula.operands().stream().map(Projection::magnitude).toList();
        return switch (formula.operator()) {
            case "constant" -> BigInteger.valueOf(formula.number()).abs();
            case "+", "-" -> operands.getFirst().add(operands.getLast());
            case "*" -> operands.getFirst().multiply(operands.getLast());
            case "bigint" -> operands.getFirst();
            // The start of a bucket is at most the bucket's length before the time.
            default -> BigInteger.ZERO;
        };
    }

    private static void keep(ConnectorExpression expression, Map<String, ColumnHandle> assignments,
            Map<String, Assignment> outputs) {
        // Other variables belong to the expression, such as that of NULLIF.
        if (expression instanceof Variable variable && assignments.containsKey(variable.getName())) {
            outputs.put(variable.getName(), new Assignment(variable.getName(), assignments.get(variable.getName()),
                    variable.getType()));
        }
        expression.getChildren().forEach(child -> keep(child, assignments, outputs));
    }

    private static Optional<AshlarColumn> computed(ConnectorExpression projection,
            Map<String, ColumnHandle> assignments) {
        return projection instanceof Call call ? computed(call, assignments) : Optional.empty();
    }

    private static Optional<AshlarColumn> computed(Call call, Map<String, ColumnHandle> assignments) {
        if (call.getFunctionName().getName().equals("date_trunc")) {
            return bucket(call, assignments);
        }
        if (call.getFunctionName().equals(StandardFunctions.CAST_FUNCTION_NAME)) {
            // In kernels, integers have 64 bits.
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

    /// An expression as a column of integers; empty if it is something else.
    private static Optional<AshlarColumn> whole(ConnectorExpression expression, Map<String, ColumnHandle> assignments) {
        return switch (expression) {
            case Variable variable when isWhole(variable.getType()) ->
                Optional.ofNullable((AshlarColumn) assignments.get(variable.getName()));
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

    /// Whether a cast is to BIGINT. Casts to other types stay with Trino.
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
        return width == null || column == null || column.formula().isPresent() ? Optional.empty()
                : Optional.of(new AshlarColumn(name + " of "
                + column.name(), call.getType(), Optional.of(new AshlarColumn.Formula("bucket", List.of(column), width))));
    }
}
