// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.query.Column;
import dev.ashlar.query.Relation;
import dev.ashlar.query.ValueType;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.runtime.Nanos;
import dev.ashlar.sql.runtime.ValueOrder;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Converts column types to Calcite's types and back.
public final class SqlTypes {
    /// Calcite's types with our rules; text is Unicode. Everything that Calcite does with a statement creates types, so
    /// its work is limited here.
    public static final class Factory extends JavaTypeFactoryImpl {
        private Optional<StatementBudget> budget = Optional.empty();

        public Factory() {
            super(SqlRules.INSTANCE);
        }

        /// Sets the budget of the following work.
        public void bound(StatementBudget by) {
            budget = Optional.of(by);
        }

        /// Ends the budget: types are also created later, outside any query.
        public void release() {
            budget = Optional.empty();
        }

        private void check() {
            budget.ifPresent(StatementBudget::plan);
        }

        @Override
        public RelDataType createSqlType(SqlTypeName name) {
            check();
            return super.createSqlType(name);
        }

        @Override
        public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
            check();
            return super.createTypeWithNullability(type, nullable);
        }

        @Override
        public RelDataType createStructType(StructKind kind, List<RelDataType> types, List<String> names) {
            check();
            return super.createStructType(kind, types, names);
        }

        @Override
        public RelDataType leastRestrictive(List<RelDataType> types, SqlTypeMappingRule rule) {
            check();
            RelDataType found = super.leastRestrictive(types, rule);
            if (found != null && SqlTypeUtil.isDatetime(found) && types.stream().anyMatch(SqlTypeUtil::isNumeric)) {
                // Calcite means sums of a time and a number.
                return null;
            }
            return found != null && found.getSqlTypeName() == SqlTypeName.DECIMAL ? withAllDigits(found, types) : found;
        }

        /// Of a sum, which has 38 digits, and 6.5 Calcite would cut the .5 off rather than let a sum be too large.
        private RelDataType withAllDigits(RelDataType found, List<RelDataType> types) {
            int scale = types.stream().filter(SqlTypeUtil::isDecimal).mapToInt(RelDataType::getScale).max().orElse(0);
            return scale <= found.getScale() ? found : createTypeWithNullability(createSqlType(SqlTypeName.DECIMAL,
                    ValueType.MAX_PRECISION, scale), found.isNullable());
        }

        @Override
        public Type getJavaClass(RelDataType type) {
            check();
            return super.getJavaClass(type);
        }

        @Override
        public Charset getDefaultCharset() {
            return StandardCharsets.UTF_8;
        }
    }

    /// Names differ in more than case, since a statement finds a column in any: otherwise both would be ambiguous.
    public static RelDataType row(RelDataTypeFactory types, Relation relation) {
        RelDataTypeFactory.Builder row = types.builder();
        List<String> names = DistinctNames.of(relation.columns().stream().map(Column::name).toList());
        for (Column column : relation.columns()) {
            row.add(names.get(column.index()), of(types, column));
        }
        return row.build();
    }

    /// The type of a column. That of the dates of an archive, which no store has, is a timestamp in scans.
    public static RelDataType of(RelDataTypeFactory types, Column column) {
        boolean date = column.index() == 0 && column.name().equals("_date") && column.type().equals(ValueType.TIMESTAMP);
        return date ? types.createTypeWithNullability(types.createSqlType(SqlTypeName.DATE), column.nullable())
                : of(types, column.type(), column.nullable());
    }

    public static RelDataType of(RelDataTypeFactory types, ValueType type, boolean nullable) {
        RelDataType found = switch (type.kind()) {
            case BOOLEAN -> types.createSqlType(SqlTypeName.BOOLEAN);
            case INT8 -> types.createSqlType(SqlTypeName.TINYINT);
            case INT16 -> types.createSqlType(SqlTypeName.SMALLINT);
            case INT32 -> types.createSqlType(SqlTypeName.INTEGER);
            case INT64 -> types.createSqlType(SqlTypeName.BIGINT);
            case DECIMAL -> types.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
            case REAL -> types.createSqlType(SqlTypeName.REAL);
            case DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
            case TEXT -> type.precision() == 0 ? types.createSqlType(SqlTypeName.VARCHAR)
                    : types.createSqlType(SqlTypeName.VARCHAR, type.precision());
            case TIMESTAMP -> types.createSqlType(SqlTypeName.TIMESTAMP, SqlRules.TIMESTAMP_DIGITS);
        };
        return types.createTypeWithNullability(found, nullable);
    }

    /// The type of values in scans; empty if these have no such.
    public static Optional<ValueType> scanned(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> Optional.of(ValueType.BOOLEAN);
            case TINYINT -> Optional.of(ValueType.INT8);
            case SMALLINT -> Optional.of(ValueType.INT16);
            case INTEGER -> Optional.of(ValueType.INT32);
            case BIGINT -> Optional.of(ValueType.INT64);
            case DECIMAL -> Optional.of(ValueType.decimal(type.getPrecision(), type.getScale()));
            case REAL -> Optional.of(ValueType.REAL);
            case DOUBLE, FLOAT -> Optional.of(ValueType.DOUBLE);
            case VARCHAR -> Optional.of(ValueType.text(length(type)));
            case TIMESTAMP -> type.getPrecision() == SqlRules.TIMESTAMP_DIGITS ? Optional.of(ValueType.TIMESTAMP)
                    : Optional.empty();
            // The beginning of the date.
            case DATE -> Optional.of(ValueType.TIMESTAMP);
            default -> Optional.empty();
        };
    }

    /// Columns of a result.
    public static List<SqlColumn> columns(RelDataType row, List<String> names) {
        List<SqlColumn> columns = new ArrayList<>();
        for (RelDataTypeField field : row.getFieldList()) {
            columns.add(column(field.getIndex(), names.get(field.getIndex()), field.getType()));
        }
        return columns;
    }

    public static SqlColumn column(int index, String name, RelDataType type) {
        boolean nullable = type.isNullable();
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> new SqlColumn(index, name, JDBCType.BOOLEAN, 1, 0, nullable);
            case TINYINT -> new SqlColumn(index, name, JDBCType.TINYINT, 3, 0, nullable);
            case SMALLINT -> new SqlColumn(index, name, JDBCType.SMALLINT, 5, 0, nullable);
            case INTEGER -> new SqlColumn(index, name, JDBCType.INTEGER, 10, 0, nullable);
            case BIGINT -> new SqlColumn(index, name, JDBCType.BIGINT, 19, 0, nullable);
            case DECIMAL -> new SqlColumn(index, name, JDBCType.DECIMAL, type.getPrecision(), type.getScale(),
                    nullable);
            case REAL -> new SqlColumn(index, name, JDBCType.REAL, 7, 0, nullable);
            case FLOAT, DOUBLE -> new SqlColumn(index, name, JDBCType.DOUBLE, 15, 0, nullable);
            case CHAR -> new SqlColumn(index, name, JDBCType.CHAR, Math.max(0, type.getPrecision()), 0, nullable);
            case TIMESTAMP -> new SqlColumn(index, name, JDBCType.TIMESTAMP, 29, Math.max(0, type.getPrecision()),
                    nullable);
            case DATE -> new SqlColumn(index, name, JDBCType.DATE, 10, 0, nullable);
            case TIME -> new SqlColumn(index, name, JDBCType.TIME, 12, 0, nullable);
            default -> new SqlColumn(index, name, JDBCType.VARCHAR,
                    type.getSqlTypeName() == SqlTypeName.VARCHAR ? length(type) : 0, 0, nullable);
        };
    }

    /// Characters that a text can have; 0 if there is no bound.
    private static int length(RelDataType type) {
        return type.getPrecision() == SqlRules.ENDLESS ? 0 : Math.max(0, type.getPrecision());
    }

    /// A value of a scan as Calcite's operators have it.
    public static Object toCalcite(Object value, SqlTypeName type) {
        if (value == null) {
            return null;
        }
        return switch (type) {
            case TINYINT -> ((Long) value).byteValue();
            case SMALLINT -> ((Long) value).shortValue();
            case INTEGER -> ((Long) value).intValue();
            // Above scans zero has no sign.
            case REAL -> ValueOrder.zeroOfReal(((Double) value).floatValue());
            case DOUBLE, FLOAT -> ValueOrder.zero((Double) value);
            case DECIMAL -> value instanceof BigDecimal ? value : BigDecimal.valueOf((Long) value);
            case DATE -> Nanos.date((Long) value);
            default -> value;
        };
    }
}
