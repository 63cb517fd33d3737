// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlTableFunction;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// `generate_series(start, end, step)`, which includes the end, and `range(start, end, step)`, which excludes it, in
/// FROM. Both return whole numbers, by default from 0 in steps of 1, or times in steps of an interval.
public final class SeriesFunction extends SqlFunction implements SqlTableFunction {
    public static final SeriesFunction GENERATE_SERIES = new SeriesFunction("generate_series", true);
    public static final SeriesFunction RANGE = new SeriesFunction("range", false);
    private static final long serialVersionUID = 1;

    private final boolean inclusive;

    private SeriesFunction(String name, boolean inclusive) {
        super(name, SqlKind.OTHER_FUNCTION, ReturnTypes.CURSOR, null, null,
                SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION);
        this.inclusive = inclusive;
    }

    /// Whether its end belongs to it.
    public boolean isInclusive() {
        return inclusive;
    }

    /// Whether a function is one of these.
    public static boolean isNamed(String name) {
        return name.equalsIgnoreCase(GENERATE_SERIES.getName()) || name.equalsIgnoreCase(RANGE.getName());
    }

    @Override
    public SqlReturnTypeInference getRowTypeInference() {
        return this::row;
    }

    private RelDataType row(SqlOperatorBinding call) {
        RelDataTypeFactory types = call.getTypeFactory();
        return types.builder().add(getName(), types.createSqlType(isTime(call.getOperandType(0)) ? SqlTypeName.TIMESTAMP
                : SqlTypeName.BIGINT)).build();
    }

    /// Whether it is a timestamp or a date.
    public static boolean isTime(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.TIMESTAMP || type.getSqlTypeName() == SqlTypeName.DATE;
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
        return SqlOperandCountRanges.between(1, 3);
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding call, boolean fails) {
        boolean numbers = true;
        for (int i = 0; i < call.getOperandCount(); i++) {
            numbers &= SqlTypeUtil.isIntType(call.getOperandType(i)) || SqlTypeUtil.isNull(call.getOperandType(i));
        }
        boolean times = call.getOperandCount() == 3 && isTime(call.getOperandType(0)) && isTime(call.getOperandType(1))
                && SqlTypeUtil.isInterval(call.getOperandType(2));
        if (!numbers && !times && fails) {
            throw call.newValidationSignatureError();
        }
        return numbers || times;
    }

    @Override
    public String getAllowedSignatures(String name) {
        return name + "(whole number, whole number, whole number), " + name + "(timestamp, timestamp, interval)";
    }
}
