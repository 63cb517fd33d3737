// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import com.google.common.collect.ImmutableList;
import dev.ashlar.sql.internal.type.FunctionTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;

/// Builds text comparisons so that Calcite neither evaluates them nor turns them into ranges by UTF-16 code units.
///
/// UTF-16 order is code point order except where a surrogate is compared with a unit above the surrogates. A comparison
/// with a constant that has such units becomes `texts(a, b) < 0`, which Calcite evaluates only on rows; scans recognize
/// it as the original comparison.
///
/// For comparisons with times beyond all timestamps see [OpenEnds].
public final class CodePointRexBuilder extends RexBuilder {
    private static final Set<SqlKind> COMPARISONS = EnumSet.of(SqlKind.EQUALS, SqlKind.NOT_EQUALS, SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL, SqlKind.GREATER_THAN, SqlKind.GREATER_THAN_OR_EQUAL);

    private static final Set<SqlKind> NULL_IF_EMPTY = EnumSet.of(SqlKind.SUM, SqlKind.AVG, SqlKind.MIN, SqlKind.MAX,
            SqlKind.ANY_VALUE, SqlKind.BIT_AND, SqlKind.BIT_OR, SqlKind.BIT_XOR);

    public CodePointRexBuilder(RelDataTypeFactory types) {
        super(types);
    }

    @Override
    public RexNode makeCall(SqlParserPos at, RelDataType type, SqlOperator operator, List<RexNode> operands) {
        return OpenEnds.compared(this, operator, operands)
                .orElseGet(() -> super.makeCall(at, type, operator, compared(operator, operands)));
    }

    @Override
    public RexNode makeCall(SqlParserPos at, SqlOperator operator, List<? extends RexNode> operands) {
        return OpenEnds.compared(this, operator, operands)
                .orElseGet(() -> super.makeCall(at, operator, compared(operator, List.copyOf(operands))));
    }

    /// Of a constant, Calcite would cut digits off.
    @Override
    public RexNode makeCast(SqlParserPos at, RelDataType type, RexNode node, boolean nullable, boolean safe,
            RexLiteral format) {
        boolean rounds = node instanceof RexLiteral literal && !literal.isNull() && SqlTypeUtil.isExactNumeric(type)
                && SqlTypeUtil.isNumeric(literal.getType()) && !SqlTypeUtil.isIntType(literal.getType());
        if (!rounds) {
            return super.makeCast(at, type, node, nullable, safe, format);
        }
        boolean real = SqlTypeUtil.isApproximateNumeric(node.getType()) && SqlTypeUtil.isIntType(type);
        BigDecimal rounded = ((RexLiteral) node).getValueAs(BigDecimal.class).setScale(Math.max(0, type.getScale()),
                real ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP);
        boolean fits = SqlTypeUtil.isIntType(type) ? rounded.compareTo(ExactRex.limit(type, false)) >= 0
                && rounded.compareTo(ExactRex.limit(type, true)) <= 0 : rounded.precision() <= type.getPrecision();
        return fits ? makeExactLiteral(rounded, nullable ? typeFactory.createTypeWithNullability(type,
                node.getType().isNullable()) : type) : makeAbstractCast(type, node, safe);
    }

    /// Where EXCLUDE may leave no row, an aggregate may be NULL, which Calcite does not expect.
    @Override
    public RexNode makeOver(SqlParserPos at, RelDataType type, SqlAggFunction function, List<RexNode> operands,
            List<RexNode> partition, ImmutableList<RexFieldCollation> order, RexWindowBound lower, RexWindowBound upper,
            RexWindowExclusion exclude, boolean rows, boolean partial, boolean nullIfEmpty, boolean distinct,
            boolean ignoreNulls) {
        boolean excludes = exclude != RexWindowExclusion.EXCLUDE_NO_OTHER && NULL_IF_EMPTY.contains(function.getKind());
        RelDataType found = excludes ? typeFactory.createTypeWithNullability(type, true) : type;
        return super.makeOver(at, found, function, operands, partition, order, lower, upper, exclude, rows, partial,
                nullIfEmpty, distinct, ignoreNulls);
    }

    private List<RexNode> compared(SqlOperator operator, List<RexNode> operands) {
        boolean otherwise = COMPARISONS.contains(operator.getKind()) && operands.size() == 2
                && operands.stream().allMatch(operand -> SqlTypeUtil.inCharFamily(operand.getType()))
                && operands.stream().anyMatch(CodePointRexBuilder::isOrderedOtherwise);
        if (!otherwise) {
            return operands;
        }
        boolean nullable = operands.stream().anyMatch(operand -> operand.getType().isNullable());
        RelDataType order = typeFactory.createTypeWithNullability(typeFactory.createSqlType(SqlTypeName.INTEGER),
                nullable);
        return List.of(super.makeCall(SqlParserPos.ZERO, order, FunctionTable.TEXT_ORDER, operands),
                makeExactLiteral(BigDecimal.ZERO));
    }

    private static boolean isOrderedOtherwise(RexNode node) {
        return switch (node) {
            case RexLiteral literal -> !literal.isNull() && SqlTypeUtil.inCharFamily(literal.getType())
                    && literal.getValueAs(NlsString.class).getValue().chars().anyMatch(unit ->
                            unit >= Character.MIN_SURROGATE);
            case RexCall call -> call.getOperands().stream().anyMatch(CodePointRexBuilder::isOrderedOtherwise);
            default -> false;
        };
    }
}
