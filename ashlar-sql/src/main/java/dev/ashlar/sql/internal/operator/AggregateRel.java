// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.internal.type.RuntimeAggregate;
import dev.ashlar.sql.runtime.ExactNumbers;
import dev.ashlar.sql.runtime.aggregate.GroupedRows;
import dev.ashlar.sql.runtime.aggregate.WindowCall;
import dev.ashlar.sql.runtime.aggregate.WindowCall.Function;
import dev.ashlar.sql.runtime.columnar.Call;
import dev.ashlar.sql.runtime.columnar.GroupedColumns;
import dev.ashlar.sql.runtime.columnar.Step;
import dev.ashlar.sql.runtime.columnar.WordType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;

/// Groups rows and aggregates them as scans do, in place of Calcite's operator: [GroupedRows].
public final class AggregateRel extends Aggregate implements EnumerableRel {
    /// Makes these of Calcite's.
    private static final class Rule extends ConverterRule {
        Rule(Config config) {
            super(config);
        }

        @Override
        public RelNode convert(RelNode node) {
            Aggregate aggregate = (Aggregate) node;
            if (aggregate.getAggCallList().stream().anyMatch(call -> function(call).isEmpty())) {
                requireCalcites(aggregate);
                return ((ConverterRule) EnumerableRules.ENUMERABLE_AGGREGATE_RULE).convert(node);
            }
            return new AggregateRel(aggregate.getCluster(), aggregate.getTraitSet()
                    .replace(EnumerableConvention.INSTANCE), convert(aggregate.getInput(), aggregate.getInput()
                    .getTraitSet().replace(EnumerableConvention.INSTANCE)), aggregate.getGroupSet(),
                    aggregate.getGroupSets(), aggregate.getAggCallList());
        }

        /// Aggregates that only Calcite has may stand next to those that both compute alike.
        private static void requireCalcites(Aggregate aggregate) {
            List<RelDataType> columns = aggregate.getInput().getRowType().getFieldList().stream().map(f -> f.getType())
                    .toList();
            for (AggregateCall call : aggregate.getAggCallList()) {
                boolean alike = switch (call.getAggregation().getKind()) {
                    case MIN, MAX, ANY_VALUE, SINGLE_VALUE, LITERAL_AGG, GROUPING, GROUPING_ID -> false;
                    default -> call.getCollation().getKeys().stream()
                            .noneMatch(key -> SqlTypeUtil.inCharFamily(columns.get(key)));
                };
                if (!alike || aggregate.getGroupSets().size() > 1) {
                    throw new QueryException(Reason.UNSUPPORTED, "unsupported aggregate, or unsupported in this combination: " + call
                            + "; use COUNT, SUM, AVG, MIN, MAX, ANY_VALUE, STRING_AGG or ARRAY_AGG");
                }
            }
        }
    }

    private AggregateRel(RelOptCluster cluster, RelTraitSet traits, RelNode input, ImmutableBitSet columns,
            List<ImmutableBitSet> sets, List<AggregateCall> calls) {
        super(cluster, traits, List.of(), input, columns, sets, calls);
    }

    public static RelOptRule rule() {
        return ConverterRule.Config.INSTANCE.withConversion(LogicalAggregate.class, Convention.NONE,
                EnumerableConvention.INSTANCE, "AshlarAggregateRule").withRuleFactory(Rule::new).toRule();
    }

    @Override
    public Aggregate copy(RelTraitSet traits, RelNode input, ImmutableBitSet columns, List<ImmutableBitSet> sets,
            List<AggregateCall> calls) {
        return new AggregateRel(getCluster(), traits, input, columns, sets, calls);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        GroupedRows rows = new GroupedRows(getGroupSet().asList(), getGroupSets().stream().map(ImmutableBitSet::asList)
                .toList(), getAggCallList().stream().map(AggregateRel::call).toList());
        return ArrayRows.implement(this, implementor, rows, GroupedRows.class, "of",
                ColumnarPlan.rows(this, columnar()));
    }

    /// The same over columns that windows have.
    Optional<Step> columnar() {
        Optional<Step> input = ColumnarPlan.hasWindow(getInput()) && getGroupSets().size() == 1
                && getGroupCount() <= GroupedColumns.MOST_KEYS ? ColumnarPlan.of(getInput()) : Optional.empty();
        Optional<List<WordType>> types = ColumnarPlan.types(getInput());
        Optional<List<WordType>> results = ColumnarPlan.types(this);
        if (input.isEmpty() || types.isEmpty() || results.isEmpty()) {
            return Optional.empty();
        }
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < getAggCallList().size(); i++) {
            WordType result = results.get().get(getGroupCount() + i);
            new ColumnarCalls(types.get()).call(call(getAggCallList().get(i)), result).ifPresent(calls::add);
        }
        return calls.size() == getAggCallList().size() ? Optional.of(new GroupedColumns(input.get(),
                getGroupSet().asList(), calls)) : Optional.empty();
    }

    private static GroupedRows.Call call(AggregateCall call) {
        boolean grouping = isGrouping(call);
        List<WindowCall.Argument> arguments = grouping ? List.of() : isLiteral(call)
                ? List.of(WindowRel.constant((RexLiteral) call.rexList.getFirst())) : call.getArgList().stream()
                .map(column -> new WindowCall.Argument(column, null)).toList();
        WindowCall aggregate = new WindowCall(function(call).orElseThrow(), arguments, call.isDistinct(), false,
                OrderedRel.keys(call.getCollation()), conversion(call.getType()));
        return new GroupedRows.Call(aggregate, call.filterArg, grouping ? call.getArgList() : null);
    }

    /// A constant, the same for every group.
    private static boolean isLiteral(AggregateCall call) {
        return call.getAggregation().getKind() == SqlKind.LITERAL_AGG;
    }

    private static boolean isGrouping(AggregateCall call) {
        return switch (call.getAggregation().getKind()) {
            case GROUPING, GROUPING_ID -> true;
            default -> false;
        };
    }

    /// Empty for aggregates that we do not implement.
    private static Optional<Function> function(AggregateCall call) {
        if (call.distinctKeys != null || !call.rexList.isEmpty() && !isLiteral(call)) {
            return Optional.empty();
        }
        if (call.getAggregation() instanceof RuntimeAggregate aggregate) {
            return Optional.of(aggregate.function());
        }
        return Optional.ofNullable(switch (call.getAggregation().getKind()) {
            case COUNT -> Function.COUNT;
            case SUM -> sum(call.getType(), Function.SUM, Function.SUM_OF_DOUBLES);
            case SUM0 -> sum(call.getType(), Function.SUM0, Function.SUM0_OF_DOUBLES);
            case MIN -> Function.MIN;
            case MAX -> Function.MAX;
            case BIT_AND -> bits(call, Function.BIT_AND);
            case BIT_OR -> bits(call, Function.BIT_OR);
            case BIT_XOR -> bits(call, Function.BIT_XOR);
            case ANY_VALUE -> Function.FIRST_NOT_NULL;
            case COLLECT -> Function.ARRAY_AGG;
            case SINGLE_VALUE -> Function.SINGLE_VALUE;
            case LITERAL_AGG -> Function.CONSTANT;
            case GROUPING, GROUPING_ID -> Function.COUNT;
            default -> null;
        });
    }

    private static Function bits(AggregateCall call, Function function) {
        return SqlTypeUtil.isIntType(call.getType()) ? function : null;
    }

    static Function sum(RelDataType type, Function exact, Function doubles) {
        if (!SqlTypeUtil.isNumeric(type)) {
            throw new QueryException(Reason.UNSUPPORTED, "cannot sum " + type
                    + "; sum TIMESTAMPDIFF, which gives numbers");
        }
        return SqlTypeUtil.isExactNumeric(type) ? exact : doubles;
    }

    /// What Calcite's operators hold a number of a type as.
    static UnaryOperator<Object> conversion(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT -> value -> exact(value).byteValueExact();
            case SMALLINT -> value -> exact(value).shortValueExact();
            case INTEGER -> value -> exact(value).intValueExact();
            case BIGINT -> value -> exact(value).longValueExact();
            case DECIMAL -> value -> ExactNumbers.fitting(exact(value), type.getScale());
            // Between two timestamps.
            case TIMESTAMP -> value -> value instanceof BigDecimal ns ? ns.setScale(0, RoundingMode.HALF_UP)
                    .longValueExact() : value;
            case REAL -> value -> ((Number) value).floatValue();
            case DOUBLE, FLOAT -> value -> ((Number) value).doubleValue();
            default -> UnaryOperator.identity();
        };
    }

    private static BigDecimal exact(Object value) {
        return value instanceof BigDecimal number ? number : BigDecimal.valueOf(((Number) value).longValue());
    }
}
