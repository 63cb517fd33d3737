// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.internal.type.FunctionTable;
import dev.ashlar.sql.internal.type.TimeConstants;
import dev.ashlar.sql.internal.type.TimeFunction;
import dev.ashlar.sql.runtime.Nanos;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimestampString;

/// Converts calls to relational form where Calcite would compute in milliseconds.
public final class Convertlets implements SqlRexConvertletTable {
    public static final Convertlets INSTANCE = new Convertlets();
    private static final String DAY = TimeUnit.DAY.name();
    private static final Pattern PLAIN_DATE = Pattern.compile("[1-9]\\d{3}-\\d\\d-\\d\\d");

    private Convertlets() {
    }

    @Override
    public SqlRexConvertlet get(SqlCall call) {
        if (call.getOperator() == FunctionTable.MINUS) {
            return Convertlets::minus;
        }
        if (call.getOperator() == FunctionTable.PLUS) {
            return Convertlets::plus;
        }
        if (call.getOperator() == FunctionTable.TIMESTAMPDIFF || call.getOperator() == FunctionTable.TIMESTAMPADD) {
            return Convertlets::ofUnit;
        }
        if (call.getOperator() == TimeFunction.INSTANCE) {
            return Convertlets::time;
        }
        return call.getKind() == SqlKind.CAST ? Convertlets::cast : StandardConvertletTable.INSTANCE.get(call);
    }

    private static RexNode minus(SqlRexContext context, SqlCall call) {
        RexNode left = context.convertExpression(call.operand(0));
        RexBuilder builder = context.getRexBuilder();
        if (ExactTimes.isTime(left) || isDate(left)) {
            RexNode right = context.convertExpression(call.operand(1));
            RelDataType type = context.getValidator().getValidatedNodeType(call);
            if (ExactTimes.isTime(left) && ExactTimes.isTime(right)) {
                return builder.makeCall(type, FunctionTable.NANOS_BETWEEN, List.of(left, right));
            }
            if (isDate(left) && isDate(right)) {
                return builder.makeCall(type, FunctionTable.TIMESTAMPDIFF, List.of(builder.makeLiteral(DAY), right,
                        left));
            }
            if (isDate(left) && SqlTypeUtil.isIntType(right.getType())) {
                RelDataType bigint = builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
                RelDataType wide = builder.getTypeFactory().createTypeWithNullability(bigint,
                        right.getType().isNullable());
                return days(builder, type, left, builder.makeCall(SqlStdOperatorTable.UNARY_MINUS,
                        builder.makeAbstractCast(wide, right, false)));
            }
        }
        // From here on it is Calcite's own, by which it finds how to go on.
        ((SqlBasicCall) call).setOperator(SqlStdOperatorTable.MINUS);
        return StandardConvertletTable.INSTANCE.get(call).convertCall(context, call);
    }

    private static RexNode plus(SqlRexContext context, SqlCall call) {
        RexNode left = context.convertExpression(call.operand(0));
        RexNode right = context.convertExpression(call.operand(1));
        RelDataType type = context.getValidator().getValidatedNodeType(call);
        if (isDate(left) && SqlTypeUtil.isIntType(right.getType())) {
            return days(context.getRexBuilder(), type, left, right);
        }
        if (isDate(right) && SqlTypeUtil.isIntType(left.getType())) {
            return days(context.getRexBuilder(), type, right, left);
        }
        ((SqlBasicCall) call).setOperator(SqlStdOperatorTable.PLUS);
        return StandardConvertletTable.INSTANCE.get(call).convertCall(context, call);
    }

    private static boolean isDate(RexNode node) {
        return node.getType().getSqlTypeName() == SqlTypeName.DATE;
    }

    /// A date some days later.
    private static RexNode days(RexBuilder builder, RelDataType type, RexNode date, RexNode days) {
        return builder.makeCall(type, FunctionTable.TIMESTAMPADD, List.of(builder.makeLiteral(DAY), days, date));
    }

    private static RexNode ofUnit(SqlRexContext context, SqlCall call) {
        SqlIntervalQualifier qualifier = call.operand(0);
        TimeUnit unit = context.getValidator().validateTimeFrame(qualifier).unit();
        if (unit == null) {
            throw new QueryException(Reason.UNSUPPORTED, "no such unit of time: " + qualifier);
        }
        List<RexNode> operands = new ArrayList<>();
        operands.add(context.getRexBuilder().makeLiteral(unit.name()));
        operands.add(context.convertExpression(call.operand(1)));
        operands.add(context.convertExpression(call.operand(2)));
        return context.getRexBuilder().makeCall(context.getValidator().getValidatedNodeType(call), call.getOperator(),
                operands);
    }

    private static boolean isOfTime(RelDataType type) {
        return SqlTypeUtil.isDatetime(type);
    }

    /// Whether a text is neither cut nor filled up.
    private static boolean isWhole(RexLiteral value, RelDataType to) {
        return SqlTypeUtil.inCharFamily(value.getType()) && to.getSqlTypeName() == SqlTypeName.VARCHAR
                && value.getValueAs(NlsString.class).getValue().length() <= to.getPrecision();
    }

    /// Of a constant, which Calcite would compute itself: texts as `.5` and `TRUE` and cut by units of UTF-16, times in
    /// milliseconds. A time stays a constant, so that scans need not read chunks of other times.
    private static RexNode constant(RexBuilder builder, RelDataType to, RexLiteral value) {
        if (to.getSqlTypeName() == SqlTypeName.DATE && SqlTypeUtil.inCharFamily(value.getType())) {
            String text = value.getValueAs(NlsString.class).getValue();
            try {
                if (PLAIN_DATE.matcher(text).matches()) {
                    return builder.makeDateLiteral(new DateString(LocalDate.parse(text).toString()));
                }
            } catch (DateTimeException _) {
                // Is an error when a row is computed.
            }
        }
        if (to.getSqlTypeName() == SqlTypeName.TIMESTAMP) {
            try {
                switch (value.getType().getSqlTypeName()) {
                    case CHAR, VARCHAR -> {
                        return timestamp(builder, to, value.getValueAs(NlsString.class).getValue());
                    }
                    case TIMESTAMP -> {
                        return timestamp(builder, to, value.getValueAs(TimestampString.class).toString());
                    }
                    case DATE -> {
                        return timestamp(builder, to, value.getValueAs(DateString.class).toString());
                    }
                    default -> { }
                }
            } catch (QueryException _) {
                // Is an error when a row is computed.
            }
        }
        return builder.makeAbstractCast(to, value, false);
    }

    private static RexNode timestamp(RexBuilder builder, RelDataType to, String text) {
        return builder.makeTimestampLiteral(TimeConstants.outside(text).orElseGet(() ->
                TimeConstants.of(Nanos.parsed(text, to.getPrecision()))), to.getPrecision());
    }

    private static RexNode time(SqlRexContext context, SqlCall call) {
        RexNode value = context.convertExpression(call.operand(0));
        RelDataType to = context.getValidator().getValidatedNodeType(call);
        return value instanceof RexLiteral literal && !literal.isNull() ? constant(context.getRexBuilder(), to, literal)
                : context.getRexBuilder().makeAbstractCast(to, value, false);
    }

    /// Casts of intervals and numbers would be folded as if intervals were milliseconds.
    private static RexNode cast(SqlRexContext context, SqlCall call) {
        RelDataType from = context.getValidator().getValidatedNodeTypeIfKnown(call.operand(0));
        RelDataType to = context.getValidator().getValidatedNodeTypeIfKnown(call);
        boolean span = from != null && SqlTypeUtil.isInterval(from);
        if (from != null && to != null && span != SqlTypeUtil.isInterval(to)
                && !(span && SqlTypeUtil.inCharFamily(to))) {
            throw new QueryException(Reason.UNSUPPORTED, "no cast: from=" + from + ", to=" + to + "; measure durations "
                    + "by TIMESTAMPDIFF, or take a part of an interval by EXTRACT");
        }
        if (from != null && to != null && (SqlTypeUtil.inCharFamily(to) || isOfTime(from) || isOfTime(to))) {
            RexNode value = context.convertExpression(call.operand(0));
            if (value instanceof RexLiteral literal && !literal.isNull() && !isWhole(literal, to)) {
                return constant(context.getRexBuilder(), to, literal);
            }
        }
        return StandardConvertletTable.INSTANCE.get(call).convertCall(context, call);
    }
}
