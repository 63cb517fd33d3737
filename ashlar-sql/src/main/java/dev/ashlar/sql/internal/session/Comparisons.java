// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import static org.apache.calcite.util.Static.RESOURCE;

import dev.ashlar.query.ValueType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;

/// Types of comparisons for which Calcite would silently return a wrong result:
///
/// - a boolean equals 1 or 0, and no other number: Calcite treats any constant except 1 as false;
/// - a time or a number compared with a text would become a text;
/// - a text is not an interval;
/// - a text next to a number of 20 digits has 20 digits, too.
final class Comparisons extends TypeCoercionImpl {
    /// Digits after the point that a text keeps, at least.
    private static final int LEAST_SCALE = 9;

    Comparisons(RelDataTypeFactory types, SqlValidator validator) {
        super(types, validator);
    }

    @Override
    public boolean binaryComparisonCoercion(SqlCallBinding call) {
        List<RelDataType> types = call.collectOperandTypes();
        boolean spans = types.stream().anyMatch(SqlTypeUtil::isInterval)
                && types.stream().anyMatch(SqlTypeUtil::inCharFamily);
        if (spans || call.getOperator().getKind() == SqlKind.BETWEEN && TypeClash.isClash(types)) {
            throw call.newValidationSignatureError();
        }
        return super.binaryComparisonCoercion(call);
    }

    @Override
    public boolean inOperationCoercion(SqlCallBinding call) {
        if (call.operand(1) instanceof SqlNodeList list) {
            List<RelDataType> types = new ArrayList<>();
            types.add(call.getOperandType(0));
            for (SqlNode value : list) {
                types.add(validator.deriveType(call.getScope(), value));
            }
            if (TypeClash.isClash(types)) {
                throw call.newValidationError(RESOURCE.incompatibleValueType(call.getOperator().getName()));
            }
        }
        return super.inOperationCoercion(call);
    }

    @Override
    protected boolean booleanEquality(SqlCallBinding call, RelDataType left, RelDataType right) {
        int truth = SqlTypeUtil.isBoolean(left) && SqlTypeUtil.isNumeric(right) ? 0
                : SqlTypeUtil.isNumeric(left) && SqlTypeUtil.isBoolean(right) ? 1 : -1;
        if (truth < 0 || isTruth(call.operand(1 - truth))) {
            return super.booleanEquality(call, left, right);
        }
        return coerceOperandType(call.getScope(), call.getCall(), truth, factory.createSqlType(SqlTypeName.INTEGER));
    }

    private static boolean isTruth(SqlNode number) {
        BigDecimal value = number instanceof SqlLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
        return value != null && (value.signum() == 0 || value.compareTo(BigDecimal.ONE) == 0);
    }

    @Override
    public RelDataType commonTypeForBinaryComparison(RelDataType left, RelDataType right) {
        RelDataType found = super.commonTypeForBinaryComparison(left, right);
        RelDataType number = SqlTypeUtil.inCharFamily(right) ? left : right;
        if (found == null || !SqlTypeUtil.isDecimal(found) || !SqlTypeUtil.isDecimal(number)) {
            return found;
        }
        int whole = number.getPrecision() - number.getScale();
        int others = ValueType.MAX_PRECISION - whole;
        return others >= found.getScale() || others < LEAST_SCALE ? found
                : factory.createSqlType(SqlTypeName.DECIMAL, ValueType.MAX_PRECISION, others);
    }
}
