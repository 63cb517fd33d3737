// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;

/// Checks operands of `+` and `-`: a date and whole days, two dates, or operands that Calcite accepts. No operand is
/// converted to a date: a timestamp would lose its time of day.
///
/// @param others    Calcite's check of other operands
/// @param subtracts whether the operator is `-`, which accepts two dates, but not days minus a date
record DateOperands(SqlOperandTypeChecker others, boolean subtracts) implements SqlOperandTypeChecker {
    static boolean isDateOf(SqlTypeName date, SqlTypeName days) {
        return date == SqlTypeName.DATE && SqlTypeName.INT_TYPES.contains(days);
    }

    private static boolean isDateAndText(SqlTypeName date, SqlTypeName text) {
        return date == SqlTypeName.DATE && SqlTypeName.CHAR_TYPES.contains(text);
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding call, boolean fails) {
        SqlTypeName left = call.getOperandType(0).getSqlTypeName();
        SqlTypeName right = call.getOperandType(1).getSqlTypeName();
        if (isDateOf(left, right) || (subtracts ? left == SqlTypeName.DATE && right == SqlTypeName.DATE
                : isDateOf(right, left))) {
            return true;
        }
        // A text would become a timestamp, and the difference one of nanoseconds.
        boolean unclear = isDateAndText(left, right) || isDateAndText(right, left);
        if (unclear && fails) {
            throw call.newValidationSignatureError();
        }
        return !unclear && others.checkOperandTypes(call, fails);
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
        return SqlOperandCountRanges.of(2);
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
        return others.getAllowedSignatures(operator, name);
    }
}
