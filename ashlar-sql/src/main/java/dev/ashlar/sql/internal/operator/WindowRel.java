// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.internal.type.GroupsFrame;
import dev.ashlar.sql.internal.type.RuntimeAggregate;
import dev.ashlar.sql.runtime.aggregate.WindowCall;
import dev.ashlar.sql.runtime.aggregate.WindowCall.Function;
import dev.ashlar.sql.runtime.aggregate.WindowFrame;
import dev.ashlar.sql.runtime.aggregate.WindowRows;
import dev.ashlar.sql.runtime.columnar.Step;
import dev.ashlar.sql.runtime.columnar.WindowedColumns;
import dev.ashlar.sql.runtime.columnar.WordType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.logical.LogicalWindow;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Windows over rows, in place of Calcite's operator: [WindowRows].
public final class WindowRel extends Window implements EnumerableRel {
    private static final BigDecimal DAY_NS = BigDecimal.valueOf(86_400_000_000_000L);

    /// Makes these of Calcite's.
    private static final class Rule extends ConverterRule {
        Rule(Config config) {
            super(config);
        }

        @Override
        public RelNode convert(RelNode node) {
            Window window = (Window) node;
            return new WindowRel(window.getCluster(), window.getTraitSet().replace(EnumerableConvention.INSTANCE),
                    convert(window.getInput(), window.getInput().getTraitSet().replace(EnumerableConvention.INSTANCE)),
                    window.getConstants(), window.getRowType(), window.groups);
        }
    }

    private WindowRel(RelOptCluster cluster, RelTraitSet traits, RelNode input, List<RexLiteral> constants,
            RelDataType rowType, List<Group> groups) {
        super(cluster, traits, input, constants, rowType, groups);
    }

    public static RelOptRule rule() {
        return ConverterRule.Config.INSTANCE.withConversion(LogicalWindow.class, Convention.NONE,
                EnumerableConvention.INSTANCE, "AshlarWindowRule").withRuleFactory(Rule::new).toRule();
    }

    /// Windows with a constant more, which nothing refers to: it says what Calcite leaves out where it compares two
    /// windows, which it would otherwise take for one.
    public static RelNode told(RelNode node) {
        List<RelNode> inputs = node.getInputs().stream().map(WindowRel::told).toList();
        RelNode told = inputs.equals(node.getInputs()) ? node : node.copy(node.getTraitSet(), inputs);
        String flags = told instanceof LogicalWindow window ? flags(window) : "";
        if (flags.isEmpty()) {
            return told;
        }
        LogicalWindow window = (LogicalWindow) told;
        List<RexLiteral> constants = new ArrayList<>(window.constants);
        constants.add(window.getCluster().getRexBuilder().makeLiteral(flags));
        return window.copy(constants);
    }

    private static String flags(LogicalWindow window) {
        StringJoiner flags = new StringJoiner(", ");
        int call = 0;
        for (Group group : window.groups) {
            for (RexWinAggCall aggregate : group.aggCalls) {
                call++;
                if (aggregate.distinct || aggregate.ignoreNulls) {
                    flags.add("call " + call + (aggregate.distinct ? " DISTINCT" : "")
                            + (aggregate.ignoreNulls ? " IGNORE NULLS" : ""));
                }
            }
        }
        return flags.toString();
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new WindowRel(getCluster(), traits, inputs.getFirst(), constants, getRowType(), groups);
    }

    @Override
    public Window copy(List<RexLiteral> literals) {
        return new WindowRel(getCluster(), getTraitSet(), getInput(), literals, getRowType(), groups);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        WindowRows rows = new WindowRows(columns(), groups.stream().map(this::group).toList());
        return ArrayRows.implement(this, implementor, rows, WindowRows.class, "with",
                ColumnarPlan.rows(this, columnar()));
    }

    /// The same over columns; empty if these do not have the functions, the frames or the types.
    Optional<Step> columnar() {
        Optional<Step> input = ColumnarPlan.of(getInput());
        Optional<List<WordType>> types = ColumnarPlan.types(this);
        if (input.isEmpty() || types.isEmpty()) {
            return Optional.empty();
        }
        List<WordType> before = types.get().subList(0, columns());
        List<WindowedColumns.Group> columnar = new ArrayList<>();
        int first = columns();
        for (Group group : groups) {
            int end = first + group.aggCalls.size();
            new ColumnarCalls(before).group(group(group), types.get().subList(first, end)).ifPresent(columnar::add);
            first = end;
        }
        return columnar.size() == groups.size() ? Optional.of(new WindowedColumns(input.get(), before, columnar))
                : Optional.empty();
    }

    private int columns() {
        return getInput().getRowType().getFieldCount();
    }

    private WindowRows.Group group(Group group) {
        List<WindowCall> calls = new ArrayList<>();
        group.aggCalls.forEach(call -> calls.add(call(call)));
        return new WindowRows.Group(group.keys.asList(), OrderedRel.keys(group.orderKeys), frame(group), calls);
    }

    private WindowFrame frame(Group group) {
        WindowFrame.Exclusion exclusion = switch (group.exclude) {
            case EXCLUDE_NO_OTHER -> WindowFrame.Exclusion.NONE;
            case EXCLUDE_CURRENT_ROW -> WindowFrame.Exclusion.CURRENT_ROW;
            case EXCLUDE_GROUP -> WindowFrame.Exclusion.PEERS;
            case EXCLUDE_TIES -> WindowFrame.Exclusion.OTHER_PEERS;
        };
        boolean groups = group.isRows && (countsGroups(group.lowerBound) || countsGroups(group.upperBound));
        WindowFrame.Unit unit = groups ? WindowFrame.Unit.GROUPS : group.isRows ? WindowFrame.Unit.ROWS
                : WindowFrame.Unit.RANGE;
        if (unit == WindowFrame.Unit.GROUPS && group.orderKeys.getFieldCollations().isEmpty()) {
            throw unsupported("frames of GROUPS need an ORDER BY in their window");
        }
        return new WindowFrame(unit, bound(group, group.lowerBound), bound(group, group.upperBound), exclusion);
    }

    private boolean countsGroups(RexWindowBound bound) {
        return !bound.isUnbounded() && !bound.isCurrentRow() && GroupsFrame.isMarked(number(bound));
    }

    private WindowFrame.Bound bound(Group group, RexWindowBound bound) {
        if (bound.isCurrentRow()) {
            return new WindowFrame.Bound(WindowFrame.Kind.CURRENT_ROW, null);
        }
        if (bound.isUnbounded()) {
            return new WindowFrame.Bound(bound.isPreceding() ? WindowFrame.Kind.UNBOUNDED_PRECEDING
                    : WindowFrame.Kind.UNBOUNDED_FOLLOWING, null);
        }
        WindowFrame.Kind kind = bound.isPreceding() ? WindowFrame.Kind.PRECEDING : WindowFrame.Kind.FOLLOWING;
        RexLiteral literal = literal(bound.getOffset());
        BigDecimal offset = number(bound);
        if (offset == null || offset.signum() < 0 || group.isRows && offset.stripTrailingZeros().scale() > 0) {
            throw unsupported("the bound of a window must be " + (group.isRows ? "a count of rows" : "0 or more")
                    + ": bound=" + literal);
        }
        if (group.isRows) {
            return new WindowFrame.Bound(kind, GroupsFrame.isMarked(offset) ? GroupsFrame.groups(offset) : offset);
        }
        return new WindowFrame.Bound(kind, difference(group, literal, offset));
    }

    /// In the unit of the key.
    private BigDecimal difference(Group group, RexLiteral literal, BigDecimal offset) {
        if (group.orderKeys.getFieldCollations().size() != 1) {
            throw unsupported("RANGE with a bound needs one column to order by: columns="
                    + group.orderKeys.getFieldCollations().size() + "; use ROWS");
        }
        RelDataType key = type(group.orderKeys.getFieldCollations().getFirst().getFieldIndex());
        boolean span = SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName());
        if (key.getSqlTypeName() == SqlTypeName.TIMESTAMP && span || SqlTypeUtil.isNumeric(key)
                && SqlTypeUtil.isNumeric(literal.getType())) {
            return offset;
        }
        if (key.getSqlTypeName() == SqlTypeName.DATE && span && offset.remainder(DAY_NS).signum() == 0) {
            return offset.divide(DAY_NS);
        }
        throw unsupported("RANGE over " + key + " with a bound of " + literal.getType() + "; order by a number, or by a "
                + "timestamp with an interval of days, hours, minutes or seconds");
    }

    private RelDataType type(int column) {
        return column < columns() ? getInput().getRowType().getFieldList().get(column).getType()
                : constants.get(column - columns()).getType();
    }

    private BigDecimal number(RexWindowBound bound) {
        RexLiteral literal = literal(bound.getOffset());
        if (literal.getType().getFamily() == SqlTypeFamily.CHARACTER) {
            throw unsupported("the bound of a window is not a number: bound='" + RexLiteral.stringValue(literal) + "'");
        }
        return literal.getValueAs(BigDecimal.class);
    }

    private RexLiteral literal(RexNode node) {
        return switch (node) {
            case RexLiteral literal -> literal;
            case RexInputRef input when input.getIndex() >= columns() -> constants.get(input.getIndex() - columns());
            default -> throw unsupported("the bound of a window must be a constant: bound=" + node);
        };
    }

    private static QueryException unsupported(String message) {
        return new QueryException(Reason.UNSUPPORTED, message);
    }

    private WindowCall call(RexWinAggCall call) {
        RelDataType type = call.getType();
        Function function = call.getOperator() instanceof RuntimeAggregate aggregate ? aggregate.function()
                : function(call, type);
        List<WindowCall.Argument> arguments = call.getOperands().stream().map(this::argument).toList();
        // APPROX_COUNT_DISTINCT is a COUNT that Calcite does not mark.
        boolean distinct = call.distinct || call.getOperator() == SqlStdOperatorTable.APPROX_COUNT_DISTINCT;
        return new WindowCall(function, arguments, distinct, call.ignoreNulls, List.of(),
                AggregateRel.conversion(type));
    }

    private static Function function(RexWinAggCall call, RelDataType type) {
        return switch (call.getKind()) {
            case ROW_NUMBER -> Function.ROW_NUMBER;
            case RANK -> Function.RANK;
            case DENSE_RANK -> Function.DENSE_RANK;
            case PERCENT_RANK -> Function.PERCENT_RANK;
            case CUME_DIST -> Function.CUME_DIST;
            case NTILE -> Function.NTILE;
            case LAG -> Function.LAG;
            case LEAD -> Function.LEAD;
            case FIRST_VALUE -> Function.FIRST_VALUE;
            case ANY_VALUE -> Function.FIRST_NOT_NULL;
            case LAST_VALUE -> Function.LAST_VALUE;
            case NTH_VALUE -> Function.NTH_VALUE;
            case COUNT -> Function.COUNT;
            case SUM -> AggregateRel.sum(type, Function.SUM, Function.SUM_OF_DOUBLES);
            case SUM0 -> AggregateRel.sum(type, Function.SUM0, Function.SUM0_OF_DOUBLES);
            case MIN -> Function.MIN;
            case MAX -> Function.MAX;
            case SINGLE_VALUE -> Function.SINGLE_VALUE;
            case BIT_AND -> bits(type, Function.BIT_AND);
            case BIT_OR -> bits(type, Function.BIT_OR);
            case BIT_XOR -> bits(type, Function.BIT_XOR);
            default -> throw unsupported("unsupported window function: function=" + call.getOperator().getName()
                    + "; use COUNT, SUM, AVG, MIN, MAX, or a ranking or offset function");
        };
    }

    private static Function bits(RelDataType type, Function function) {
        if (!SqlTypeUtil.isIntType(type)) {
            throw unsupported("bit operations do not support this type: function=" + function + ", type=" + type
                    + "; cast it to BIGINT");
        }
        return function;
    }

    private WindowCall.Argument argument(RexNode operand) {
        if (operand instanceof RexInputRef input && input.getIndex() < columns()) {
            return new WindowCall.Argument(input.getIndex(), null);
        }
        return constant(literal(operand));
    }

    static WindowCall.Argument constant(RexLiteral literal) {
        return new WindowCall.Argument(-1, literal.isNull() ? null : value(literal));
    }

    private static Object value(RexLiteral literal) {
        if (literal.getType().getFamily() == SqlTypeFamily.CHARACTER) {
            return literal.getValueAs(String.class);
        }
        return SqlTypeUtil.isNumeric(literal.getType()) ? AggregateRel.conversion(literal.getType())
                .apply(literal.getValueAs(BigDecimal.class)) : literal.getValue2();
    }
}
