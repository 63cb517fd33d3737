// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.internal.type.FunctionTable;
import dev.ashlar.sql.runtime.ExactNumbers;
import dev.ashlar.sql.runtime.Nanos;
import dev.ashlar.sql.runtime.function.Spans;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.TimestampString;

/// Operations on timestamps and intervals, in nanoseconds. Values keep their types; Calcite's operators join and
/// compare them as `long`. All other operations become functions of [Nanos], or are rejected.
record ExactTimes(RexCalls calls) {
    static boolean isTime(RexNode node) {
        return isTime(node.getType());
    }

    static boolean isTime(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
    }

    /// Whether it is an interval: nanoseconds or months.
    static boolean isSpan(RelDataType type) {
        return SqlTypeUtil.isInterval(type);
    }

    private static boolean isMonths(RelDataType type) {
        return SqlTypeName.YEAR_INTERVAL_TYPES.contains(type.getSqlTypeName());
    }

    /// Whether there is a timestamp or an interval in it.
    boolean concern(RexCall call, List<RexNode> operands) {
        return call.getOperator() == FunctionTable.TIMESTAMPADD || call.getOperator() == FunctionTable.TIMESTAMPDIFF
                || isTime(call) || isSpan(call.getType())
                || operands.stream().anyMatch(o -> isTime(o) || isSpan(o.getType()));
    }

    /// A constant timestamp as a number.
    RexLiteral nanoseconds(RexLiteral literal) {
        RelDataType type = calls.like(SqlTypeName.BIGINT, literal.getType());
        if (literal.isNull()) {
            return calls.builder().makeNullLiteral(type);
        }
        long ns = Nanos.parse(literal.getValueAs(TimestampString.class).toString());
        return calls.builder().makeExactLiteral(BigDecimal.valueOf(ns), type);
    }

    RexNode exact(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getType();
        return switch (call.getKind()) {
            case PLUS, MINUS -> shifted(call, operands);
            case TIMES, DIVIDE -> scaled(call, operands);
            case MINUS_PREFIX -> span(type, "subtract", calls.whole(0), number(operands.getFirst()));
            case PLUS_PREFIX -> operands.getFirst();
            case FLOOR, CEIL -> operands.size() == 2 ? calls.call(type, Nanos.class,
                    call.getKind() == SqlKind.FLOOR ? "floor" : "ceil", operands.get(0), unit(operands.get(1)))
                    : unsupported(call);
            case EXTRACT -> isTime(operands.get(1)) ? calls.call(type, Nanos.class, "extract", operands.get(1),
                    unit(operands.get(0))) : isSpan(operands.get(1).getType()) ? part(call, operands)
                    : unsupported(call);
            case IS_NULL, IS_NOT_NULL, CASE, COALESCE, REINTERPRET, ROW, AND, OR, NOT, DEFAULT ->
                call.clone(type, operands);
            default -> function(call, operands);
        };
    }

    private RexNode function(RexCall call, List<RexNode> operands) {
        if (call.getOperator() == FunctionTable.TIME_BUCKET) {
            return calls.call(call.getType(), Nanos.class, isMonths(operands.get(0).getType()) ? "bucketOfMonths" : "bucket",
                    operands.get(1), number(operands.get(0)));
        }
        if (call.getOperator() == FunctionTable.NANOS_BETWEEN) {
            return calls.call(call.getType(), Nanos.class, "between", operands.get(0), operands.get(1));
        }
        if (call.getOperator() == FunctionTable.TIMESTAMPDIFF && isDays(operands)) {
            return calls.call(call.getType(), ExactNumbers.class, "subtract", days(operands.get(2)), days(operands.get(1)));
        }
        if (call.getOperator() == FunctionTable.TIMESTAMPDIFF) {
            return calls.call(call.getType(), Nanos.class, "difference", operands.get(0),
                    cast(calls.like(SqlTypeName.TIMESTAMP, operands.get(1).getType()), operands.get(1)),
                    cast(calls.like(SqlTypeName.TIMESTAMP, operands.get(2).getType()), operands.get(2)));
        }
        if (call.getOperator() == FunctionTable.TIMESTAMPADD) {
            RexNode time = cast(calls.like(SqlTypeName.TIMESTAMP, operands.get(2).getType()), operands.get(2));
            RexNode sum = calls.call(calls.like(SqlTypeName.TIMESTAMP, call.getType()), Nanos.class, "plus",
                    operands.get(0), calls.cast(SqlTypeName.BIGINT, operands.get(1)), time);
            return cast(call.getType(), sum);
        }
        return switch (call.getOperator().getName()) {
            case "CURRENT_TIMESTAMP", "LOCALTIMESTAMP" -> calls.call(call.getType(), Nanos.class, "ofMillis",
                    calls.builder().makeCall(calls.types().createSqlType(SqlTypeName.BIGINT), call.getOperator(),
                            operands));
            default -> unsupported(call);
        };
    }

    /// Whether days between dates are counted, which may be days that no timestamp has.
    private static boolean isDays(List<RexNode> operands) {
        return "DAY".equals(((RexLiteral) operands.get(0)).getValueAs(String.class)) && operands.subList(1, 3).stream()
                .allMatch(date -> date.getType().getSqlTypeName() == SqlTypeName.DATE);
    }

    private RexNode days(RexNode date) {
        return calls.cast(SqlTypeName.BIGINT, calls.reinterpret(calls.like(SqlTypeName.INTEGER, date.getType()), date));
    }

    private static RexNode unsupported(RexCall call) {
        throw new QueryException(Reason.UNSUPPORTED, "function does not support timestamps and intervals: function="
                + call.getOperator().getName() + "; cast the timestamp to BIGINT (nanoseconds since 1970), "
                + "DATE or VARCHAR first, or measure intervals by TIMESTAMPDIFF");
    }

    /// Fields and units of dates, which Calcite counts from other days. Empty for all other calls.
    Optional<RexNode> ofDate(RexCall call, List<RexNode> operands) {
        boolean rounds = (call.getKind() == SqlKind.FLOOR || call.getKind() == SqlKind.CEIL) && operands.size() == 2;
        RexNode date = rounds ? operands.get(0) : call.getKind() == SqlKind.EXTRACT ? operands.get(1) : null;
        if (date == null || date.getType().getSqlTypeName() != SqlTypeName.DATE) {
            return Optional.empty();
        }
        RexNode days = calls.reinterpret(calls.like(SqlTypeName.INTEGER, date.getType()), date);
        return Optional.of(rounds ? calls.reinterpret(call.getType(), calls.call(days.getType(), Nanos.class,
                call.getKind() == SqlKind.FLOOR ? "floorOfDate" : "ceilOfDate", days, unit(operands.get(1))))
                : calls.call(call.getType(), Nanos.class, "extractOfDate", days, unit(operands.get(0))));
    }

    private RexNode unit(RexNode node) {
        if (!(node instanceof RexLiteral literal) || literal.getValueAs(TimeUnitRange.class) == null) {
            throw new QueryException(Reason.UNSUPPORTED, "no unit of time: " + node);
        }
        return calls.text(literal.getValueAs(TimeUnitRange.class).name());
    }

    /// An interval as the number it is: nanoseconds or months.
    RexNode number(RexNode span) {
        boolean months = isMonths(span.getType());
        SqlTypeName type = months ? SqlTypeName.INTEGER : SqlTypeName.BIGINT;
        RexNode number = calls.reinterpret(calls.like(type, span.getType()), span);
        return calls.cast(SqlTypeName.BIGINT, number);
    }

    /// An interval computed as a number of 64 bits.
    private RexNode span(RelDataType type, String name, RexNode... operands) {
        return span(type, calls.call(calls.like(SqlTypeName.BIGINT, type), ExactNumbers.class, name, operands));
    }

    private RexNode span(RelDataType type, RexNode number) {
        RelDataType months = calls.like(SqlTypeName.INTEGER, type);
        return calls.reinterpret(type, !isMonths(type) ? number : calls.call(months, ExactNumbers.class, "inRange", number,
                calls.builder().makeBigintLiteral(ExactRex.limit(months, false)),
                calls.builder().makeBigintLiteral(ExactRex.limit(months, true))));
    }

    private RexNode shifted(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getType();
        RexNode left = operands.get(0);
        RexNode right = operands.get(1);
        boolean plus = call.getKind() == SqlKind.PLUS;
        if (isSpan(left.getType()) && isSpan(right.getType())) {
            return span(type, plus ? "add" : "subtract", number(left), number(right));
        }
        if (isSpan(type) && isDay(left) && isDay(right)) {
            RexNode from = cast(calls.like(SqlTypeName.TIMESTAMP, left.getType()), left);
            RexNode to = cast(calls.like(SqlTypeName.TIMESTAMP, right.getType()), right);
            return span(type, calls.call(calls.like(SqlTypeName.BIGINT, type), Nanos.class,
                    isMonths(type) ? "monthsBetween" : "between", from, to));
        }
        if (!isDay(left) || !isSpan(right.getType())) {
            return unsupported(call);
        }
        RexNode time = cast(calls.like(SqlTypeName.TIMESTAMP, left.getType()), left);
        String unit = isMonths(right.getType()) ? "Months" : "Nanos";
        RexNode sum = calls.call(calls.like(SqlTypeName.TIMESTAMP, type), Nanos.class, (plus ? "plus" : "minus") + unit,
                time, number(right));
        return isTime(left) ? calls.reinterpret(type, sum)
                : calls.call(type, Nanos.class, "wholeDate", sum);
    }

    /// Whether it is a timestamp or a date.
    private static boolean isDay(RexNode node) {
        return isTime(node) || node.getType().getSqlTypeName() == SqlTypeName.DATE;
    }

    private RexNode scaled(RexCall call, List<RexNode> operands) {
        boolean first = isSpan(operands.get(0).getType());
        RexNode span = operands.get(first ? 0 : 1);
        RexNode factor = operands.get(first ? 1 : 0);
        if (!isSpan(call.getType()) || !SqlTypeUtil.isIntType(factor.getType())) {
            return unsupported(call);
        }
        return span(call.getType(), call.getKind() == SqlKind.TIMES ? "multiply" : "divide", number(span),
                calls.cast(SqlTypeName.BIGINT, factor));
    }

    private RexNode part(RexCall call, List<RexNode> operands) {
        RexNode span = operands.get(1);
        RexNode unit = unit(operands.get(0));
        SqlIntervalQualifier of = span.getType().getIntervalQualifier();
        boolean hours = ((RexLiteral) operands.get(0)).getValueAs(TimeUnitRange.class) == TimeUnitRange.HOUR
                && of != null && of.getStartUnit() != TimeUnit.DAY && of.getStartUnit() != TimeUnit.WEEK;
        return calls.call(call.getType(), Nanos.class, isMonths(span.getType()) ? "extractOfMonths" : "extractOfSpan",
                number(span), hours ? calls.text("HOURS") : unit);
    }

    /// A cast of which one end is a timestamp or an interval.
    RexNode cast(RelDataType to, RexNode operand) {
        RelDataType from = operand.getType();
        if (isSpan(from) && isSpan(to) && isMonths(from) == isMonths(to)) {
            return calls.reinterpret(to, operand);
        }
        if (isSpan(from) && SqlTypeUtil.inCharFamily(to)) {
            return new ExactCasts(calls, this).sized(to, calls.call(calls.like(SqlTypeName.VARCHAR, to), Spans.class,
                    isMonths(from) ? "ofMonths" : "ofNanos", number(operand)));
        }
        if (isSpan(from) || isSpan(to)) {
            throw refused(from, to);
        }
        return isTime(to) ? toTime(to, operand) : ofTime(to, operand);
    }

    private RexNode toTime(RelDataType to, RexNode operand) {
        RelDataType from = operand.getType();
        RexNode digits = calls.integer(to.getPrecision());
        return switch (from.getSqlTypeName()) {
            case TIMESTAMP -> from.equals(to) ? operand : to.getPrecision() >= from.getPrecision()
                    ? calls.reinterpret(to, calls.reinterpret(calls.like(SqlTypeName.BIGINT, from), operand))
                    : calls.call(to, Nanos.class, "truncated", operand, digits);
            case DATE -> calls.call(to, Nanos.class, "ofDate", calls.reinterpret(calls.like(SqlTypeName.INTEGER, from),
                    operand));
            case CHAR, VARCHAR -> calls.call(to, Nanos.class, "parsed", operand, digits);
            case BIGINT, INTEGER, SMALLINT, TINYINT -> calls.call(to, Nanos.class, "truncated",
                    calls.cast(SqlTypeName.BIGINT, operand), digits);
            default -> throw refused(from, to);
        };
    }

    private RexNode ofTime(RelDataType to, RexNode operand) {
        return switch (to.getSqlTypeName()) {
            case BIGINT -> calls.reinterpret(to, operand);
            case DATE -> calls.call(to, Nanos.class, "date", operand);
            case TIME -> calls.call(to, Nanos.class, "timeOfDay", operand, calls.integer(to.getPrecision()));
            case VARCHAR, CHAR -> new ExactCasts(calls, this).sized(to, calls.call(calls.like(SqlTypeName.VARCHAR, to),
                    Nanos.class, "text", operand, calls.integer(operand.getType().getPrecision())));
            default -> throw refused(operand.getType(), to);
        };
    }

    private static QueryException refused(RelDataType from, RelDataType to) {
        return new QueryException(Reason.UNSUPPORTED, "no cast: from=" + from + ", to=" + to + (isSpan(from) || isSpan(to)
                ? "; measure durations by TIMESTAMPDIFF, or take a part of an interval by EXTRACT"
                : "; cast to BIGINT, which gives nanoseconds since 1970, first"));
    }
}
