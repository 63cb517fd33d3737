// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.query.ValueType;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Typing rules that differ from Calcite's: those of `dev.ashlar.query`, so that the result does not depend on which
/// engine computes it.
public final class SqlRules extends RelDataTypeSystemImpl {
    /// Digits of the seconds of a timestamp.
    public static final int TIMESTAMP_DIGITS = 9;
    /// Digits of the seconds of a time of day.
    public static final int TIME_DIGITS = 3;
    /// The length of a text without a bound.
    public static final int ENDLESS = Integer.MAX_VALUE;
    static final int LEAST_QUOTIENT_SCALE = 18;
    /// Of products that are exact.
    private static final int GREATEST_PRODUCT_SCALE = 27;
    static final SqlRules INSTANCE = new SqlRules();

    private SqlRules() {
    }

    @Override
    public int getMaxPrecision(SqlTypeName type) {
        return switch (type) {
            case DECIMAL -> ValueType.MAX_PRECISION;
            case TIMESTAMP -> TIMESTAMP_DIGITS;
            case VARCHAR, CHAR -> Integer.MAX_VALUE;
            default -> super.getMaxPrecision(type);
        };
    }

    @Override
    public int getMaxScale(SqlTypeName type) {
        return type == SqlTypeName.DECIMAL ? ValueType.MAX_PRECISION : super.getMaxScale(type);
    }

    @Override
    public int getDefaultPrecision(SqlTypeName type) {
        return switch (type) {
            case TIMESTAMP -> TIMESTAMP_DIGITS;
            case TIME -> TIME_DIGITS;
            // Calcite's, less than none, makes a cast to fewer characters one that loses nothing, which it drops.
            case VARCHAR -> ENDLESS;
            default -> super.getDefaultPrecision(type);
        };
    }

    @Override
    public RoundingMode roundingMode() {
        return RoundingMode.DOWN;
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
        return ofAggregate(types, argument, 0);
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
        return ofAggregate(types, argument, LEAST_QUOTIENT_SCALE);
    }

    private static RelDataType ofAggregate(RelDataTypeFactory types, RelDataType argument, int leastScale) {
        RelDataType type = argument;
        if (SqlTypeUtil.isExactNumeric(argument)) {
            int scale = argument.getSqlTypeName() == SqlTypeName.DECIMAL ? argument.getScale() : 0;
            type = types.createSqlType(SqlTypeName.DECIMAL, ValueType.MAX_PRECISION, Math.max(scale, leastScale));
        } else if (SqlTypeUtil.isApproximateNumeric(argument)) {
            type = types.createSqlType(SqlTypeName.DOUBLE);
        }
        return types.createTypeWithNullability(type, argument.isNullable());
    }

    @Override
    public RelDataType deriveDecimalDivideType(RelDataTypeFactory types, RelDataType left, RelDataType right) {
        return ofDecimals(types, left, right, LEAST_QUOTIENT_SCALE);
    }

    /// Exact, unless the scale would leave too few digits before the point: such a product is rounded.
    @Override
    public RelDataType deriveDecimalMultiplyType(RelDataTypeFactory types, RelDataType left, RelDataType right) {
        RelDataType type = super.deriveDecimalMultiplyType(types, left, right);
        return type == null || left.getScale() + right.getScale() <= GREATEST_PRODUCT_SCALE ? type
                : types.createSqlType(SqlTypeName.DECIMAL, ValueType.MAX_PRECISION, LEAST_QUOTIENT_SCALE);
    }

    @Override
    public RelDataType deriveDecimalModType(RelDataTypeFactory types, RelDataType left, RelDataType right) {
        return ofDecimals(types, left, right, 0);
    }

    private static RelDataType ofDecimals(RelDataTypeFactory types, RelDataType left, RelDataType right,
            int leastScale) {
        if (!SqlTypeUtil.isExactNumeric(left) || !SqlTypeUtil.isExactNumeric(right)
                || !SqlTypeUtil.isDecimal(left) && !SqlTypeUtil.isDecimal(right)) {
            return null;
        }
        return types.createSqlType(SqlTypeName.DECIMAL, ValueType.MAX_PRECISION,
                Math.max(leastScale, Math.max(left.getScale(), right.getScale())));
    }
}
