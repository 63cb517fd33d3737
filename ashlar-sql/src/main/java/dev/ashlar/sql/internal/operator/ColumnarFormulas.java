// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.query.Expr.Comparison;
import dev.ashlar.sql.internal.type.FunctionTable;
import dev.ashlar.sql.runtime.columnar.Formula;
import dev.ashlar.sql.runtime.columnar.Formula.Operator;
import dev.ashlar.sql.runtime.columnar.WordType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/// Converts exact Calcite expressions to formulas over columns. Unsupported expressions are left to generated code over
/// objects.
final class ColumnarFormulas {
    /// Of one program. Expressions that are used several times are computed as often.
    private static final int MOST_PARTS = 1 << 10;

    private final List<RexNode> shared;
    private int parts;

    /// @param shared what references of the program refer to
    ColumnarFormulas(List<RexNode> shared) {
        this.shared = List.copyOf(shared);
    }

    Optional<Formula> of(RexNode node) {
        if (++parts > MOST_PARTS) {
            return Optional.empty();
        }
        if (node instanceof RexLocalRef reference) {
            return of(shared.get(reference.getIndex()));
        }
        Optional<WordType> type = ColumnarPlan.type(node.getType());
        if (type.isEmpty()) {
            return Optional.empty();
        }
        return switch (node) {
            case RexInputRef input -> Optional.of(new Formula.Input(input.getIndex()));
            case RexLiteral literal -> constant(literal, type.get()).map(found -> found);
            case RexCall call when !type.get().isText() -> call(call, type.get());
            default -> Optional.empty();
        };
    }

    private static Optional<Formula.Constant> constant(RexLiteral literal, WordType type) {
        if (literal.isNull()) {
            return type.isText() ? Optional.empty() : Optional.of(new Formula.Constant(0, true));
        }
        if (type.name() == SqlTypeName.BOOLEAN) {
            return Optional.of(new Formula.Constant(RexLiteral.booleanValue(literal) ? 1 : 0, false));
        }
        return type.isExact() ? word(literal.getValueAs(BigDecimal.class), type.scale()).map(word ->
                new Formula.Constant(word, false)) : Optional.empty();
    }

    /// A number at a scale; empty if it has more digits.
    static Optional<Long> word(BigDecimal number, int scale) {
        try {
            return Optional.of(number.setScale(scale).unscaledValue().longValueExact());
        } catch (ArithmeticException _) {
            return Optional.empty();
        }
    }

    private Optional<Formula> call(RexCall call, WordType type) {
        return switch (call.getKind()) {
            case CASE -> choice(call, type);
            case AND, OR -> all(call.getOperands()).map(operands -> new Formula.Logical(call.getKind()
                    == SqlKind.OR, operands));
            case NOT -> of(call.getOperands().getFirst()).map(Formula.Not::new);
            case IS_NULL -> of(call.getOperands().getFirst()).map(Formula.IsNull::new);
            case IS_NOT_NULL -> of(call.getOperands().getFirst()).map(Formula.IsNull::new).map(Formula.Not::new);
            case IS_TRUE -> is(call, true);
            case IS_FALSE -> is(call, false);
            case IS_NOT_TRUE -> is(call, true).map(Formula.Not::new);
            case IS_NOT_FALSE -> is(call, false).map(Formula.Not::new);
            case EQUALS -> compared(Comparison.EQUAL, call);
            case NOT_EQUALS -> compared(Comparison.NOT_EQUAL, call);
            case LESS_THAN -> compared(Comparison.LESS, call);
            case LESS_THAN_OR_EQUAL -> compared(Comparison.LESS_OR_EQUAL, call);
            case GREATER_THAN -> compared(Comparison.GREATER, call);
            case GREATER_THAN_OR_EQUAL -> compared(Comparison.GREATER_OR_EQUAL, call);
            case CAST, REINTERPRET -> same(call, type);
            default -> function(call, type);
        };
    }

    private Optional<Formula> is(RexCall call, boolean truth) {
        return of(call.getOperands().getFirst()).map(found -> new Formula.Is(found, truth));
    }

    private Optional<List<Formula>> all(List<RexNode> nodes) {
        List<Formula> found = new ArrayList<>();
        for (RexNode node : nodes) {
            Optional<Formula> one = of(node);
            if (one.isEmpty()) {
                return Optional.empty();
            }
            found.add(one.get());
        }
        return Optional.of(found);
    }

    private WordType type(RexNode node) {
        return ColumnarPlan.type(node.getType()).orElseThrow();
    }

    private Optional<Formula> choice(RexCall call, WordType type) {
        List<RexNode> conditions = new ArrayList<>();
        List<RexNode> values = new ArrayList<>();
        for (int i = 0; i < call.getOperands().size(); i++) {
            boolean last = i == call.getOperands().size() - 1;
            (i % 2 == 0 && !last ? conditions : values).add(call.getOperands().get(i));
        }
        for (RexNode value : values) {
            boolean isNull = value.getType().getSqlTypeName() == SqlTypeName.NULL;
            if (isNull || !alike(ColumnarPlan.type(value.getType()), type)) {
                return Optional.empty();
            }
        }
        return all(conditions).flatMap(tests -> all(values).map(results -> new Formula.Case(tests, results)));
    }

    /// Whether words of both mean the same.
    private static boolean alike(Optional<WordType> one, WordType other) {
        return one.isPresent() && (one.get().equals(other) || one.get().isWhole() && other.isWhole());
    }

    private Optional<Formula> compared(Comparison comparison, RexCall call) {
        Optional<List<Formula>> operands = all(call.getOperands());
        if (operands.isEmpty()) {
            return Optional.empty();
        }
        WordType left = type(call.getOperands().get(0));
        WordType right = type(call.getOperands().get(1));
        boolean numbers = !left.isText() && !left.isReal() && alike(Optional.of(left), right);
        return numbers ? Optional.of(new Formula.Compared(comparison, operands.get().get(0), operands.get().get(1)))
                : Optional.empty();
    }

    /// Conversions that leave words as they are.
    private Optional<Formula> same(RexCall call, WordType to) {
        RexNode operand = call.getOperands().getFirst();
        Optional<Formula> found = of(operand);
        if (found.isEmpty()) {
            return found;
        }
        WordType from = type(operand);
        boolean fits = operand.getType().getPrecision() <= call.getType().getPrecision();
        boolean widens = fits && (from.equals(to) || from.isWhole() && to.isExact() && to.scale() == 0)
                || from.isReal() && to.name() == SqlTypeName.DOUBLE;
        boolean reads = call.getKind() == SqlKind.REINTERPRET && switch (from.name()) {
            case BIGINT -> to.name() == SqlTypeName.TIMESTAMP;
            case TIMESTAMP -> to.name() == SqlTypeName.BIGINT || to.name() == SqlTypeName.TIMESTAMP;
            case INTEGER -> to.name() == SqlTypeName.DATE;
            case DATE -> to.name() == SqlTypeName.INTEGER;
            default -> false;
        };
        return widens || reads ? found : Optional.empty();
    }

    private Optional<Formula> function(RexCall call, WordType type) {
        String name = FunctionTable.method(call.getOperator()).orElse("");
        return switch (name) {
            case "ExactNumbers.add", "Nanos.plusNanos" -> binary(Operator.ADD, call);
            case "ExactNumbers.subtract", "Nanos.between", "Nanos.minusNanos" -> binary(Operator.SUBTRACT, call);
            case "ExactNumbers.multiply" -> binary(Operator.MULTIPLY, call);
            case "ExactNumbers.divide" -> binary(Operator.DIVIDE, call);
            case "ExactNumbers.remainder" -> binary(Operator.REMAINDER, call);
            case "ValueOrder.reals" -> binary(Operator.COMPARE_REALS, call);
            case "ExactNumbers.addDecimals" -> decimals(Operator.ADD, call, type);
            case "ExactNumbers.subtractDecimals" -> decimals(Operator.SUBTRACT, call, type);
            case "ExactNumbers.inRange" -> inRange(call);
            case "ExactNumbers.decimalOfWhole" -> decimal(call, type);
            default -> Optional.empty();
        };
    }

    private Optional<Formula> binary(Operator operator, RexCall call) {
        return all(call.getOperands()).map(operands -> new Formula.Binary(operator, operands.get(0), operands.get(1)));
    }

    private Optional<Formula> decimals(Operator operator, RexCall call, WordType type) {
        boolean same = type(call.getOperands().get(0)).scale() == type.scale()
                && type(call.getOperands().get(1)).scale() == type.scale();
        return same ? all(call.getOperands().subList(0, 2)).map(operands -> new Formula.Binary(operator,
                operands.get(0), operands.get(1))) : Optional.empty();
    }

    private Optional<Formula> inRange(RexCall call) {
        return all(call.getOperands()).flatMap(operands -> operands.get(1) instanceof Formula.Constant least
                && operands.get(2) instanceof Formula.Constant greatest
                ? Optional.of(new Formula.InRange(operands.getFirst(), least.word(), greatest.word()))
                : Optional.empty());
    }

    /// A whole number as a decimal that has room for all of them.
    private Optional<Formula> decimal(RexCall call, WordType type) {
        int digits = call.getType().getPrecision() - type.scale();
        Optional<Long> factor = word(BigDecimal.TEN.pow(type.scale()), 0);
        if (digits < Long.toString(Long.MAX_VALUE).length() || factor.isEmpty()) {
            return Optional.empty();
        }
        return of(call.getOperands().getFirst()).map(whole -> type.scale() == 0 ? whole
                : new Formula.Binary(Operator.MULTIPLY, whole, new Formula.Constant(factor.get(), false)));
    }
}
