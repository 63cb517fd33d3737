// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.scan;

import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.sql.internal.type.FunctionTable;
import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.runtime.Nanos;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimestampString;

/// Converts Calcite's expressions to those of scans if both give the same result to the last digit.
///
/// @param inputs the expressions that column references stand for
record RexToExpr(RexBuilder builder, List<Expr> inputs) {
    /// What a scan cannot compute.
    private static final class NotScannedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotScannedException() {
            super(null, null, false, false);
        }
    }

    /// Where a week begins; 1970 began on a Thursday.
    private static final long MONDAY_NS = 4 * Nanos.width("DAY");

    /// Empty if a scan cannot compute it.
    Optional<Expr> convert(RexNode node) {
        try {
            return Optional.of(expr(node));
        } catch (NotScannedException | IllegalArgumentException e) {
            return Optional.empty();
        } catch (QueryException e) {
            // Calcite's operators report what is wrong with it, if anything.
            return Optional.empty();
        }
    }

    private Expr expr(RexNode node) {
        return switch (node) {
            case RexInputRef input -> inputs.get(input.getIndex());
            case RexLiteral literal -> literal(literal);
            case RexCall call when isBeginningOfDate(call) -> expr(call.getOperands().getFirst());
            case RexCall call -> typed(call(call), call.getType());
            default -> throw new NotScannedException();
        };
    }

    /// A date as a timestamp, of however many digits: what it is in scans.
    private static boolean isBeginningOfDate(RexCall call) {
        return call.getKind() == SqlKind.CAST && call.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
                && call.getOperands().getFirst().getType().getSqlTypeName() == SqlTypeName.DATE
                && !(call.getOperands().getFirst() instanceof RexLiteral);
    }

    private static ValueType typeOf(RelDataType type) {
        if (type.getSqlTypeName() == SqlTypeName.CHAR) {
            return ValueType.text(type.getPrecision());
        }
        return SqlTypes.scanned(type).orElseThrow(NotScannedException::new);
    }

    /// The value with the type that Calcite gave it; what does not fit is an error there as here.
    private static Expr typed(Expr expr, RelDataType type) {
        ValueType wanted = typeOf(type);
        ValueType found = expr.type();
        if (found.equals(wanted) || wanted.kind() == Kind.TEXT && found.kind() == Kind.TEXT) {
            return expr;
        }
        if (wanted.kind() == Kind.DECIMAL && found.kind() == Kind.DECIMAL && wanted.scale() < found.scale()
                || found.kind().isFloating() && wanted.kind().isExact()) {
            throw new NotScannedException();
        }
        return wanted.kind() == Kind.DECIMAL && found.kind() == Kind.DECIMAL && wanted.scale() == found.scale()
                && wanted.precision() >= found.precision() ? expr : expr.cast(wanted);
    }

    private Expr literal(RexLiteral literal) {
        if (literal.isNull()) {
            return Expr.nullOf(literal.getType().getSqlTypeName() == SqlTypeName.NULL ? ValueType.BOOLEAN
                    : typeOf(literal.getType()));
        }
        // A constant has the digits that it has.
        ValueType type = literal.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP ? ValueType.TIMESTAMP
                : typeOf(literal.getType());
        return switch (type.kind()) {
            case BOOLEAN -> Expr.of(RexLiteral.booleanValue(literal));
            case INT8, INT16, INT32, INT64 ->
                new Expr.Literal(literal.getValueAs(BigDecimal.class).longValueExact(), type);
            case DECIMAL -> {
                BigDecimal number = literal.getValueAs(BigDecimal.class);
                yield new Expr.Literal(number.setScale(type.scale()), type);
            }
            case DOUBLE -> Expr.of(literal.getValueAs(Double.class));
            case TEXT -> Expr.of(literal.getValueAs(NlsString.class).getValue());
            case TIMESTAMP -> literal.getType().getSqlTypeName() == SqlTypeName.DATE
                    ? date(LocalDate.parse(literal.getValueAs(DateString.class).toString()))
                    : timestamp(Nanos.parse(literal.getValueAs(TimestampString.class).toString()));
            case REAL -> throw new NotScannedException();
        };
    }

    static Expr.Literal timestamp(long ns) {
        return new Expr.Literal(ns, ValueType.TIMESTAMP);
    }

    private Expr call(RexCall call) {
        List<RexNode> operands = call.getOperands();
        return switch (call.getKind()) {
            case PLUS -> isInterval(operands.get(1)) ? shifted(operands, 1) : arithmetic(Expr.Operator.ADD, operands);
            case MINUS -> isInterval(operands.get(1)) ? shifted(operands, -1)
                    : arithmetic(Expr.Operator.SUBTRACT, operands);
            case TIMES -> arithmetic(Expr.Operator.MULTIPLY, operands);
            case DIVIDE -> arithmetic(Expr.Operator.DIVIDE, operands);
            case MOD -> arithmetic(Expr.Operator.REMAINDER, operands);
            case MINUS_PREFIX -> number(operands.getFirst()).negate();
            case PLUS_PREFIX -> number(operands.getFirst());
            case EQUALS -> compare(Expr.Comparison.EQUAL, operands);
            case NOT_EQUALS -> compare(Expr.Comparison.NOT_EQUAL, operands);
            case LESS_THAN -> compare(Expr.Comparison.LESS, operands);
            case LESS_THAN_OR_EQUAL -> compare(Expr.Comparison.LESS_OR_EQUAL, operands);
            case GREATER_THAN -> compare(Expr.Comparison.GREATER, operands);
            case GREATER_THAN_OR_EQUAL -> compare(Expr.Comparison.GREATER_OR_EQUAL, operands);
            case AND -> new Expr.And(operands.stream().map(this::expr).toList());
            case OR -> anyOf(operands);
            case NOT -> expr(operands.getFirst()).not();
            case IS_NULL -> expr(operands.getFirst()).isNull();
            case IS_NOT_NULL -> expr(operands.getFirst()).isNotNull();
            case IS_TRUE -> decided(operands.getFirst(), true, false);
            case IS_NOT_TRUE -> decided(operands.getFirst(), false, true);
            case IS_FALSE -> decided(new NotNode(operands.getFirst()), true, false);
            case IS_NOT_FALSE -> decided(new NotNode(operands.getFirst()), false, true);
            case SEARCH -> search(call);
            case LIKE -> like(call);
            case CASE -> choice(operands);
            case CAST -> cast(operands.getFirst(), call.getType());
            case FLOOR -> floor(operands);
            case TIMESTAMP_DIFF, TIMESTAMP_ADD -> ofUnit(call);
            case OTHER_FUNCTION -> function(call);
            default -> throw new NotScannedException();
        };
    }

    /// The opposite of a condition, for `IS FALSE`.
    private record NotNode(RexNode operand) { }

    private Expr decided(RexNode condition, boolean then, boolean otherwise) {
        return decided(expr(condition), then, otherwise);
    }

    private Expr decided(NotNode condition, boolean then, boolean otherwise) {
        return decided(expr(condition.operand()).not(), then, otherwise);
    }

    private static Expr decided(Expr condition, boolean then, boolean otherwise) {
        return new Expr.Case(List.of(new Expr.When(condition, Expr.of(then))), Expr.of(otherwise));
    }

    private Expr number(RexNode node) {
        Expr found = expr(node);
        if (!found.type().kind().isNumber()) {
            throw new NotScannedException();
        }
        return found;
    }

    private Expr arithmetic(Expr.Operator operator, List<RexNode> operands) {
        if (operands.size() != 2) {
            throw new NotScannedException();
        }
        return new Expr.Arithmetic(operator, number(operands.get(0)), number(operands.get(1)));
    }

    private static boolean isInterval(RexNode node) {
        return SqlTypeUtil.isInterval(node.getType());
    }

    /// A timestamp and a span of time.
    private Expr shifted(List<RexNode> operands, int sign) {
        Expr time = expr(operands.get(0));
        long ns = intervalNs(operands.get(1));
        if (operands.get(0).getType().getSqlTypeName() == SqlTypeName.DATE && ns % Nanos.width("DAY") != 0) {
            throw new NotScannedException();
        }
        return new Expr.Arithmetic(Expr.Operator.ADD, time, Expr.of(sign * ns));
    }

    private static long intervalNs(RexNode node) {
        if (!(node instanceof RexLiteral literal) || literal.isNull()
                || !SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName())) {
            throw new NotScannedException();
        }
        return literal.getValueAs(BigDecimal.class).longValueExact();
    }

    private Expr compare(Expr.Comparison comparison, List<RexNode> operands) {
        // The order of two texts is less than 0 where the one is less than the other.
        boolean texts = operands.getFirst() instanceof RexCall call && call.getOperator() == FunctionTable.TEXT_ORDER
                && operands.get(1) instanceof RexLiteral zero && BigDecimal.ZERO.equals(zero.getValueAs(
                        BigDecimal.class));
        List<RexNode> compared = texts ? ((RexCall) operands.getFirst()).getOperands() : operands;
        return new Expr.Compare(comparison, expr(compared.get(0)), expr(compared.get(1)));
    }

    /// Comparisons of one value with constants are a list of these, as they were written.
    private Expr anyOf(List<RexNode> operands) {
        RexNode value = operands.getFirst() instanceof RexCall call && call.getKind() == SqlKind.EQUALS
                ? call.getOperands().getFirst() : null;
        List<Expr.Literal> constants = new ArrayList<>();
        for (RexNode operand : operands) {
            if (value != null && operand instanceof RexCall call && call.getKind() == SqlKind.EQUALS
                    && call.getOperands().getFirst().equals(value)
                    && expr(call.getOperands().get(1)) instanceof Expr.Literal constant) {
                constants.add(constant);
            }
        }
        return constants.size() == operands.size() ? new Expr.In(expr(value), constants)
                : new Expr.Or(operands.stream().map(this::expr).toList());
    }

    /// A set of points or ranges.
    private Expr search(RexCall call) {
        return expr(RexUtil.expandSearch(builder, null, call));
    }

    private Expr like(RexCall call) {
        List<RexNode> operands = call.getOperands();
        if (call.getOperator() != SqlStdOperatorTable.LIKE) {
            // ILIKE is of the same kind.
            throw new NotScannedException();
        }
        String pattern = text(operands.get(1));
        String escape = operands.size() > 2 ? text(operands.get(2)) : "";
        if (escape.length() > 1) {
            throw new NotScannedException();
        }
        return new Expr.Like(expr(operands.get(0)), pattern, escape.isEmpty() ? 0 : escape.charAt(0));
    }

    private static String text(RexNode node) {
        if (node instanceof RexLiteral literal && !literal.isNull() && SqlTypeUtil.inCharFamily(literal.getType())) {
            return literal.getValueAs(NlsString.class).getValue();
        }
        throw new NotScannedException();
    }

    private Expr choice(List<RexNode> operands) {
        List<Expr.When> branches = new ArrayList<>();
        for (int i = 0; i + 1 < operands.size(); i += 2) {
            branches.add(new Expr.When(expr(operands.get(i)), expr(operands.get(i + 1))));
        }
        return new Expr.Case(branches, expr(operands.getLast()));
    }

    private Expr cast(RexNode operand, RelDataType type) {
        ValueType to = typeOf(type);
        if (to.kind() == Kind.TIMESTAMP && SqlTypeUtil.inCharFamily(operand.getType())
                && operand instanceof RexLiteral literal && !literal.isNull()) {
            return timestamp(Nanos.parse(text(operand)));
        }
        boolean fromDate = operand.getType().getSqlTypeName() == SqlTypeName.DATE;
        if (type.getSqlTypeName() == SqlTypeName.DATE && !fromDate && !isNull(operand)) {
            return date(operand);
        }
        if (fromDate && to.kind() != Kind.TIMESTAMP) {
            // A date is a timestamp in scans alone.
            throw new NotScannedException();
        }
        if (type.getSqlTypeName() == SqlTypeName.CHAR) {
            // Calcite adds blanks.
            throw new NotScannedException();
        }
        Expr value = operand instanceof RexLiteral literal && literal.isNull() ? Expr.nullOf(to) : expr(operand);
        ValueType from = value.type();
        boolean same = from.kind() == to.kind() || from.kind().isExact() && to.kind().isNumber()
                || from.kind().isFloating() && to.kind() == Kind.DOUBLE
                || from.kind() == Kind.TIMESTAMP && to.kind() == Kind.INT64;
        if (!same || from.kind() == Kind.DECIMAL && to.kind() == Kind.REAL) {
            throw new NotScannedException();
        }
        boolean widens = to.kind() == Kind.TEXT && (to.precision() == 0 || from.precision() > 0
                && from.precision() <= to.precision());
        return from.equals(to) || widens ? value : (from.kind() == Kind.DECIMAL ? rounded(value, to) : value).cast(to);
    }

    /// A decimal that a cast rounds half away from zero, by cutting it off.
    private static Expr rounded(Expr value, ValueType to) {
        int digits = to.kind() == Kind.DECIMAL ? to.scale() : 0;
        if (value.type().scale() <= digits || !to.kind().isExact()) {
            return value;
        }
        Expr half = Expr.of(BigDecimal.valueOf(5, digits + 1));
        return new Expr.Case(List.of(new Expr.When(value.lt(Expr.of(0)), value.minus(half))), value.plus(half));
    }

    private static boolean isNull(RexNode node) {
        return node instanceof RexLiteral literal && literal.isNull();
    }

    /// Other values become dates only where they are dates already.
    private static Expr date(RexNode operand) {
        String text = text(operand).strip();
        try {
            return date(LocalDate.parse(text));
        } catch (DateTimeParseException e) {
            throw new NotScannedException();
        }
    }

    private static Expr date(LocalDate date) {
        try {
            return timestamp(Nanos.ofDate(Math.toIntExact(date.toEpochDay())));
        } catch (ArithmeticException e) {
            throw new NotScannedException();
        }
    }

    private Expr floor(List<RexNode> operands) {
        if (operands.size() != 2 || !(operands.get(1) instanceof RexLiteral unit)) {
            throw new NotScannedException();
        }
        TimeUnitRange range = unit.getValueAs(TimeUnitRange.class);
        long width = range == null ? 0 : Nanos.width(range.name());
        if (width == 0) {
            throw new NotScannedException();
        }
        return new Expr.TimeBucket(expr(operands.get(0)), width, range == TimeUnitRange.WEEK ? MONDAY_NS : 0);
    }

    private Expr time(RexCall call, int operand) {
        Expr time = expr(call.getOperands().get(operand));
        if (time.type().kind() != Kind.TIMESTAMP) {
            throw new NotScannedException();
        }
        return time;
    }

    private Expr ofUnit(RexCall call) {
        long width = Nanos.width(text(call.getOperands().getFirst()));
        if (width == 0) {
            throw new NotScannedException();
        }
        if (call.getOperator() == FunctionTable.TIMESTAMPDIFF) {
            Expr ns = time(call, 2).minus(time(call, 1));
            return width == 1 ? ns : new Expr.Arithmetic(Expr.Operator.DIVIDE, ns, Expr.of(width));
        }
        Expr count = new Expr.Arithmetic(Expr.Operator.MULTIPLY, number(call.getOperands().get(1)), Expr.of(width));
        return new Expr.Arithmetic(Expr.Operator.ADD, time(call, 2), count);
    }

    private Expr function(RexCall call) {
        if (call.getOperator() == FunctionTable.TIME_BUCKET) {
            long width = intervalNs(call.getOperands().get(0));
            return new Expr.TimeBucket(expr(call.getOperands().get(1)), width, 0);
        }
        if (call.getOperator() == FunctionTable.NANOS_BETWEEN) {
            return time(call, 0).minus(time(call, 1));
        }
        throw new NotScannedException();
    }
}
