// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.runtime.ExactNumbers;
import dev.ashlar.sql.runtime.Nanos;
import dev.ashlar.sql.runtime.function.Spans;
import java.math.BigDecimal;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/// The result of Calcite's compiled operators.
final class CompiledResult implements SqlResult {
    private final List<SqlColumn> columns;
    private final List<RelDataType> types;
    private final Enumerator<?> rows;
    private Object row;

    CompiledResult(List<SqlColumn> columns, List<RelDataType> types, Enumerator<?> rows) {
        this.columns = columns;
        this.types = types;
        this.rows = rows;
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
        return value == null ? null : value(value, types.get(column));
    }

    /// One column may come as itself or as an array of one.
    private static Object single(Object row) {
        return row instanceof Object[] array && array.length == 1 ? array[0] : row;
    }

    private static Object value(Object value, RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> value;
            case TINYINT, SMALLINT, INTEGER, BIGINT, TIMESTAMP -> ((Number) value).longValue();
            case DECIMAL -> ExactNumbers.fitting(value instanceof BigDecimal decimal ? decimal
                    : new BigDecimal(value.toString()), type.getScale());
            case REAL, FLOAT, DOUBLE -> ((Number) value).doubleValue();
            case DATE -> Nanos.localDate(((Number) value).intValue());
            case TIME -> LocalTime.ofNanoOfDay(TimeUnit.MILLISECONDS.toNanos(((Number) value).longValue()));
            default -> SqlTypeName.DAY_INTERVAL_TYPES.contains(type.getSqlTypeName())
                    ? Spans.ofNanos(((Number) value).longValue())
                    : SqlTypeName.YEAR_INTERVAL_TYPES.contains(type.getSqlTypeName())
                    ? Spans.ofMonths(((Number) value).longValue()) : text(value, type.getComponentType());
        };
    }

    /// Values of several parts as SQL writes them, about: `(1, a)`, `[2, 3]`.
    ///
    /// @param type of each part of a list; null if it is not known
    private static String text(Object value, RelDataType type) {
        return switch (value) {
            case null -> "NULL";
            case Object[] parts -> "(" + Arrays.stream(parts).map(part -> text(part, null)).collect(Collectors.joining(", "))
                    + ")";
            case List<?> parts -> "[" + parts.stream().map(part -> element(part, type)).collect(Collectors.joining(", "))
                    + "]";
            default -> String.valueOf(value);
        };
    }

    private static String element(Object value, RelDataType type) {
        if (value == null || type == null) {
            return text(value, null);
        }
        Object found = value(value, type);
        return switch (found) {
            case Long ns when type.getSqlTypeName() == SqlTypeName.TIMESTAMP -> Nanos.text(ns, type.getPrecision());
            case BigDecimal number -> number.toPlainString();
            case Double number -> type.getSqlTypeName() == SqlTypeName.REAL ? Spans.ofReal(number.floatValue())
                    : Spans.ofDouble(number);
            default -> found.toString();
        };
    }

    @Override
    public void close() {
        rows.close();
    }
}
