// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import dev.ashlar.sql.internal.type.SqlRules;
import dev.ashlar.sql.runtime.CodePoints;
import dev.ashlar.sql.runtime.ExactNumbers;
import dev.ashlar.sql.runtime.Nanos;
import dev.ashlar.sql.runtime.function.Spans;
import dev.ashlar.sql.runtime.function.TextCasts;
import dev.ashlar.sql.runtime.function.TextFunctions;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Casts with the rules of `dev.ashlar.query`: digits beyond the scale are truncated, numbers out of range are errors,
/// and texts are truncated by code points.
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
        return SqlTypeUtil.inCharFamily(from) ? ofText(to, operand, false)
                : calls.builder().makeAbstractCast(to, operand, false);
    }

    /// A cast that gives NULL for what cannot be converted.
    RexNode tried(RelDataType wanted, RexNode operand) {
        RelDataType from = operand.getType();
        RelDataType to = calls.types().createTypeWithNullability(wanted, true);
        if (SqlTypeUtil.inCharFamily(from) && !SqlTypeUtil.inCharFamily(to)) {
            return ofText(to, operand, true);
        }
        boolean numbers = SqlTypeUtil.isNumeric(from) && SqlTypeUtil.isExactNumeric(to);
        return numbers && from.getSqlTypeName() != SqlTypeName.NULL ? triedNumber(to, operand) : cast(to, operand);
    }

    private RexNode triedNumber(RelDataType to, RexNode operand) {
        RelDataType from = operand.getType();
        RexNode wide = SqlTypeUtil.isDecimal(from) ? operand : calls.cast(SqlTypeUtil.isExactNumeric(from)
                ? SqlTypeName.BIGINT : SqlTypeName.DOUBLE, operand);
        boolean exact = SqlTypeUtil.isExactNumeric(from);
        if (SqlTypeUtil.isDecimal(to)) {
            return calls.call(to, TextCasts.class, SqlTypeUtil.isDecimal(from) ? "tryDecimalOf" : exact ? "tryDecimalOfWhole"
                    : "tryDecimalOfDouble", wide, calls.integer(to.getPrecision()), calls.integer(to.getScale()));
        }
        RexNode whole = calls.call(calls.like(SqlTypeName.BIGINT, to), TextCasts.class, SqlTypeUtil.isDecimal(from)
                ? "tryWholeOfDecimal" : exact ? "tryInRange" : "tryWholeOfDouble", wide, least(to), greatest(to));
        return calls.cast(to.getSqlTypeName(), whole);
    }

    private RexNode least(RelDataType type) {
        return calls.builder().makeBigintLiteral(ExactRex.limit(type, false));
    }

    private RexNode greatest(RelDataType type) {
        return calls.builder().makeBigintLiteral(ExactRex.limit(type, true));
    }

    /// @param tried whether what cannot be converted is NULL
    private RexNode ofText(RelDataType to, RexNode text, boolean tried) {
        RelDataType bigint = calls.like(SqlTypeName.BIGINT, to);
        return switch (to.getSqlTypeName()) {
            case DECIMAL -> calls.call(to, tried ? TextCasts.class : CodePoints.class, tried ? "tryDecimal" : "toDecimal", text,
                    calls.integer(to.getPrecision()), calls.integer(to.getScale()));
            case TINYINT, SMALLINT, INTEGER, BIGINT -> calls.cast(to.getSqlTypeName(), calls.call(bigint,
                    TextCasts.class, tried ? "tryWhole" : "whole", text, least(to), greatest(to)));
            case REAL, FLOAT, DOUBLE -> calls.cast(to.getSqlTypeName(), calls.call(calls.like(SqlTypeName.DOUBLE, to),
                    TextCasts.class, tried ? "tryReal" : "real", text));
            case BOOLEAN -> calls.call(to, TextCasts.class, tried ? "tryTruth" : "truth", text);
            case DATE -> calls.call(to, TextCasts.class, tried ? "tryDate" : "date", text);
            case TIME -> calls.call(to, TextCasts.class, tried ? "tryTime" : "time", text);
            case TIMESTAMP -> calls.call(to, tried ? TextCasts.class : Nanos.class, tried ? "tryTimestamp" : "parsed", text,
                    calls.integer(to.getPrecision()));
            default -> calls.builder().makeAbstractCast(to, text, false);
        };
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
            case DOUBLE, FLOAT -> calls.call(endless, Spans.class, "ofDouble", operand);
            case REAL -> calls.call(endless, Spans.class, "ofReal", operand);
            case DECIMAL -> calls.call(endless, CodePoints.class, "ofDecimal", operand);
            case BOOLEAN -> calls.call(endless, TextFunctions.class, "ofBoolean", operand);
            case TIME -> calls.call(endless, TextFunctions.class, "ofTime", operand);
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
