// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.internal.operator.BoundedRel;
import dev.ashlar.sql.internal.operator.BudgetedRel;
import dev.ashlar.sql.internal.type.StatementBudget;
import dev.ashlar.sql.runtime.ExactNumbers;
import dev.ashlar.sql.runtime.Nanos;
import java.math.BigDecimal;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.sql.type.SqlTypeName;

/// The result of Calcite's operators, compiled.
public final class CompiledResult implements SqlResult {
    private final List<SqlColumn> columns;
    private final List<SqlTypeName> types;
    private final Enumerator<?> rows;
    private Object row;

    private CompiledResult(List<SqlColumn> columns, List<SqlTypeName> types, Enumerator<?> rows) {
        this.columns = columns;
        this.types = types;
        this.rows = rows;
    }

    public static CompiledResult of(RelNode physical, List<SqlColumn> columns, StatementBudget budget) {
        Map<String, Object> parameters = new HashMap<>();
        Bindable<?> bindable = EnumerableInterpretable.toBindable(parameters, null,
                new BoundedRel(BudgetedRel.budgeted(physical), budget), EnumerableRel.Prefer.ARRAY);
        budget.check();
        List<SqlTypeName> types = physical.getRowType().getFieldList().stream().map(RelDataTypeField::getType)
                .map(RelDataType::getSqlTypeName).toList();
        return new CompiledResult(columns, types, bindable.bind(new StatementContext(parameters, budget)).enumerator());
    }

    @Override
    public List<SqlColumn> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        // Calcite computes values in current(), which may fail.
        boolean found = rows.moveNext();
        row = found ? rows.current() : null;
        return found;
    }

    @Override
    public Object get(int column) {
        Object value = columns.size() == 1 ? single(row) : ((Object[]) row)[column];
        return value == null ? null : value(value, column);
    }

    /// One column may come as itself or as an array of one.
    private static Object single(Object row) {
        return row instanceof Object[] array && array.length == 1 ? array[0] : row;
    }

    private Object value(Object value, int column) {
        return switch (types.get(column)) {
            case BOOLEAN -> value;
            case TINYINT, SMALLINT, INTEGER, BIGINT, TIMESTAMP -> ((Number) value).longValue();
            case DECIMAL -> ExactNumbers.fitting(value instanceof BigDecimal decimal ? decimal
                    : new BigDecimal(value.toString()), columns.get(column).scale());
            case REAL, FLOAT, DOUBLE -> ((Number) value).doubleValue();
            case DATE -> Nanos.localDate(((Number) value).intValue());
            case TIME -> LocalTime.ofNanoOfDay(TimeUnit.MILLISECONDS.toNanos(((Number) value).longValue()));
            default -> text(value);
        };
    }

    /// Values of several parts as SQL writes them, about: `(1, a)`.
    private static String text(Object value) {
        return value instanceof Object[] parts ? "(" + Arrays.stream(parts).map(CompiledResult::text)
                .collect(Collectors.joining(", ")) + ")" : value instanceof List<?> parts
                ? "[" + parts.stream().map(CompiledResult::text).collect(Collectors.joining(", ")) + "]"
                : String.valueOf(value);
    }

    @Override
    public void close() {
        rows.close();
    }
}
