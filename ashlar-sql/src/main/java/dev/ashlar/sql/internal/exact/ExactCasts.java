// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import dev.ashlar.sql.internal.type.SqlRules;
import dev.ashlar.sql.runtime.CodePoints;
import dev.ashlar.sql.runtime.ExactNumbers;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Casts as `dev.ashlar.query` does them: digits beyond the scale are cut off, numbers that do not fit are errors, and
/// texts are cut by code points.
record ExactCasts(RexCalls calls, ExactTimes times) {
    RexNode cast(RexCall call, RexNode operand) {
        return cast(call.getType(), operand);
    }

    RexNode cast(RelDataType wanted, RexNode operand) {
        RelDataType from = operand.getType();
        RelDataType to = calls.types().createTypeWithNullability(wanted, wanted.isNullable() || from.isNullable());
        if (from.getSqlTypeName() == SqlTypeName.NULL) {
            return calls.builder().makeAbstractCast(to, operand, false);
        }
        if (ExactTimes.isSpan(from) || ExactTimes.isTime(from) || ExactTimes.isTime(to)) {
            return times.cast(to, operand);
        }
        if (SqlTypeUtil.isNumeric(from) && SqlTypeUtil.isNumeric(to)) {
            return number(to, operand);
        }
        if (SqlTypeUtil.inCharFamily(to)) {
            return text(to, operand);
        }
        if (SqlTypeUtil.inCharFamily(from) && SqlTypeUtil.isDecimal(to)) {
            return calls.call(to, CodePoints.class, "toDecimal", operand, calls.integer(to.getPrecision()),
                    calls.integer(to.getScale()));
        }
        return calls.builder().makeAbstractCast(to, operand, false);
    }

    private RexNode number(RelDataType to, RexNode operand) {
        RelDataType from = operand.getType();
        if (SqlTypeUtil.isApproximateNumeric(to)) {
            return from.getSqlTypeName() == to.getSqlTypeName() ? operand
                    : calls.builder().makeAbstractCast(to, operand, false);
        }
        if (SqlTypeUtil.isDecimal(to)) {
            if (SqlTypeUtil.isDecimal(from) && from.getScale() == to.getScale()
                    && from.getPrecision() <= to.getPrecision()) {
                return operand;
            }
            RexNode wide = SqlTypeUtil.isDecimal(from) ? operand : SqlTypeUtil.isExactNumeric(from)
                    ? calls.cast(SqlTypeName.BIGINT, operand) : calls.cast(SqlTypeName.DOUBLE, operand);
            return calls.call(to, ExactNumbers.class, SqlTypeUtil.isDecimal(from) ? "decimalOf"
                    : SqlTypeUtil.isExactNumeric(from) ? "decimalOfWhole" : "decimalOfDouble", wide,
                    calls.integer(to.getPrecision()), calls.integer(to.getScale()));
        }
        if (SqlTypeUtil.isIntType(from)) {
            return from.getSqlTypeName() == to.getSqlTypeName() ? operand : ExactRex.limit(to, true)
                    .compareTo(ExactRex.limit(from, true)) >= 0 ? calls.builder().makeAbstractCast(to, operand, false)
                    : narrow(to, calls.cast(SqlTypeName.BIGINT, operand));
        }
        RelDataType wide = calls.like(SqlTypeName.BIGINT, to);
        return narrow(to, SqlTypeUtil.isDecimal(from) ? calls.call(wide, ExactNumbers.class, "wholeOfDecimal", operand)
                : calls.call(wide, ExactNumbers.class, "wholeOfDouble", calls.cast(SqlTypeName.DOUBLE, operand)));
    }

    /// A number of 64 bits as one of fewer, if it is one.
    RexNode narrow(RelDataType type, RexNode number) {
        return type.getSqlTypeName() == SqlTypeName.BIGINT ? number : calls.call(type, ExactNumbers.class, "inRange", number,
                calls.builder().makeBigintLiteral(ExactRex.limit(type, false)),
                calls.builder().makeBigintLiteral(ExactRex.limit(type, true)));
    }

    private RexNode text(RelDataType to, RexNode operand) {
        RelDataType from = operand.getType();
        RelDataType endless = calls.like(SqlTypeName.VARCHAR, to);
        RexNode text = switch (from.getSqlTypeName()) {
            case CHAR, VARCHAR -> operand;
            case DOUBLE, FLOAT -> calls.call(endless, CodePoints.class, "ofDouble", operand);
            case REAL -> calls.call(endless, CodePoints.class, "ofReal", operand);
            case DECIMAL -> calls.call(endless, CodePoints.class, "ofDecimal", operand);
            default -> calls.builder().makeAbstractCast(endless, operand, false);
        };
        return sized(to, text);
    }

    /// A text as one of a type of a certain length.
    RexNode sized(RelDataType to, RexNode text) {
        int length = to.getPrecision();
        boolean fixed = to.getSqlTypeName() == SqlTypeName.CHAR;
        int most = text.getType().getPrecision();
        if (!fixed && (length == SqlRules.ENDLESS || most <= length)) {
            return text.getType().equals(to) ? text : calls.reinterpret(to, text);
        }
        return calls.call(to, CodePoints.class, fixed ? "padded" : "cut", text, calls.integer(length));
    }
}
