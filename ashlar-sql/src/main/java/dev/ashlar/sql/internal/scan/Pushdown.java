// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.scan;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Aggregate.Function;
import dev.ashlar.query.Column;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.sql.internal.type.RuntimeAggregate;
import dev.ashlar.sql.internal.type.SqlTypes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/// Moves conditions, columns, groups, aggregates, order and limits into the scans below them, from the leaves upwards.
/// There is no cost-based choice: a scan does each of these at least as fast as Calcite's operators.
///
/// **Threading**: one thread.
public record Pushdown(RexBuilder builder) {
    public RelNode push(RelNode node) {
        if (node instanceof TableScan scan) {
            RelationTable table = scan.getTable().unwrap(RelationTable.class);
            return table == null ? node : StoreScan.of(node.getCluster(), table.relation(), node.getRowType());
        }
        List<RelNode> inputs = new ArrayList<>();
        boolean changed = false;
        for (RelNode input : node.getInputs()) {
            RelNode pushed = push(input);
            inputs.add(pushed);
            changed |= pushed != input;
        }
        RelNode over = changed ? node.copy(node.getTraitSet(), inputs) : node;
        if (over instanceof LogicalJoin join) {
            return ParentJoin.of(join, builder).orElse(over);
        }
        if (over instanceof LogicalSort sort && inputs.getFirst() instanceof LogicalProject project) {
            return below(sort, project).orElse(over);
        }
        if (inputs.size() != 1 || !(inputs.getFirst() instanceof StoreScan scan)) {
            return over;
        }
        return switch (over) {
            case LogicalFilter filter -> filter(filter, scan);
            case LogicalProject project -> project(project, scan);
            case LogicalAggregate aggregate -> aggregate(aggregate, scan).orElse(over);
            case LogicalSort sort -> sort(sort, scan).orElse(over);
            case KeyedInput keyed -> KeyedScan.of(over, keyed, scan).orElse(over);
            default -> over;
        };
    }

    private RexToExpr converter(StoreScan scan) {
        List<Output> outputs = scan.plan().outputs();
        return new RexToExpr(builder, scan.fields().stream().map(f -> outputs.get(f).expr()).toList());
    }

    private RelNode filter(LogicalFilter filter, StoreScan scan) {
        if (!scan.isOpen() || !filter.getVariablesSet().isEmpty()) {
            return filter;
        }
        RexToExpr converter = converter(scan);
        List<Expr> pushed = new ArrayList<>();
        List<RexNode> left = new ArrayList<>();
        scan.plan().where().ifPresent(pushed::add);
        for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
            Optional<Expr> expr = converter.convert(condition);
            expr.ifPresent(pushed::add);
            if (expr.isEmpty()) {
                left.add(condition);
            }
        }
        Plan plan = scan.plan();
        Optional<Expr> where = pushed.isEmpty() ? Optional.empty()
                : Optional.of(pushed.size() == 1 ? pushed.getFirst() : new Expr.And(pushed));
        StoreScan narrowed = new StoreScan(scan.getCluster(), new Plan(plan.source(), where, plan.outputs(),
                List.of(), false, List.of(), 0, Plan.NO_LIMIT), scan.fields(), scan.getRowType());
        return left.isEmpty() ? narrowed : LogicalFilter.create(narrowed,
                RexUtil.composeConjunction(builder, left));
    }

    private RelNode project(LogicalProject project, StoreScan scan) {
        List<RexNode> projects = project.getProjects();
        if (projects.isEmpty()) {
            return project;
        }
        if (projects.stream().allMatch(RexInputRef.class::isInstance)) {
            return shown(scan, projects.stream().map(p -> ((RexInputRef) p).getIndex()).toList(),
                    project.getRowType());
        }
        if (scan.isOpen()) {
            RexToExpr converter = converter(scan);
            List<Output> outputs = new ArrayList<>();
            List<Integer> fields = new ArrayList<>();
            for (RexNode node : projects) {
                String name = project.getRowType().getFieldNames().get(outputs.size());
                converter.convert(node).ifPresent(e -> outputs.add(new Output(name, e)));
                fields.add(fields.size());
            }
            if (outputs.size() == projects.size()) {
                return new StoreScan(scan.getCluster(), ungrouped(scan.plan(), outputs), fields,
                        project.getRowType());
            }
        }
        return trimmed(project, scan);
    }

    /// Other columns, or in another order.
    private static StoreScan shown(StoreScan scan, List<Integer> columns, RelDataType rowType) {
        List<Integer> fields = columns.stream().map(scan.fields()::get).toList();
        if (!scan.isOpen()) {
            return new StoreScan(scan.getCluster(), scan.plan(), fields, rowType);
        }
        List<Output> outputs = new ArrayList<>();
        List<Integer> order = new ArrayList<>();
        for (int field : fields) {
            outputs.add(scan.plan().outputs().get(field));
            order.add(order.size());
        }
        return new StoreScan(scan.getCluster(), ungrouped(scan.plan(), outputs), order, rowType);
    }

    private static Plan ungrouped(Plan plan, List<Output> outputs) {
        return new Plan(plan.source(), plan.where(), outputs, List.of(), false, List.of(), 0, Plan.NO_LIMIT);
    }

    /// Leaves the computation above, of the columns alone that it needs.
    private RelNode trimmed(LogicalProject project, StoreScan scan) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(project.getProjects(), null);
        if (used.cardinality() == scan.fields().size()) {
            return project;
        }
        // Rows without columns have no scan.
        ImmutableBitSet kept = used.isEmpty() ? ImmutableBitSet.of(0) : used;
        RelDataTypeFactory.Builder row = scan.getCluster().getTypeFactory().builder();
        kept.forEach(column -> row.add(scan.getRowType().getFieldList().get(column)));
        StoreScan narrow = shown(scan, kept.asList(), row.build());
        List<RexNode> projects = new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef input) {
                return new RexInputRef(kept.asList().indexOf(input.getIndex()), input.getType());
            }
        }.visitList(project.getProjects());
        return LogicalProject.create(narrow, project.getHints(), projects, project.getRowType(),
                project.getVariablesSet());
    }

    private Optional<RelNode> aggregate(LogicalAggregate aggregate, StoreScan scan) {
        if (!scan.isOpen() || aggregate.getGroupSets().size() != 1
                || aggregate.getGroupCount() == 0 && aggregate.getAggCallList().isEmpty()) {
            return Optional.empty();
        }
        List<String> names = aggregate.getRowType().getFieldNames();
        List<Output> keys = new ArrayList<>();
        for (int key : aggregate.getGroupSet()) {
            keys.add(new Output(names.get(keys.size()), column(scan, key)));
        }
        List<Aggregate> aggregates = new ArrayList<>();
        for (AggregateCall call : aggregate.getAggCallList()) {
            Optional<Aggregate> found = call(call, scan, names.get(keys.size() + aggregates.size()));
            if (found.isEmpty() || !fits(found.get(), call.getType())) {
                return KeyedScan.of(aggregate, scan);
            }
            aggregates.add(found.get());
        }
        List<Integer> fields = new ArrayList<>();
        for (int i = 0; i < keys.size() + aggregates.size(); i++) {
            fields.add(i);
        }
        Plan plan = scan.plan();
        return Optional.of(new StoreScan(scan.getCluster(), new Plan(plan.source(), plan.where(), keys, aggregates,
                true, List.of(), 0, Plan.NO_LIMIT), fields, aggregate.getRowType()));
    }

    private static Expr column(StoreScan scan, int column) {
        return scan.plan().outputs().get(scan.fields().get(column)).expr();
    }

    private static boolean fits(Aggregate aggregate, RelDataType type) {
        return SqlTypes.scanned(type).filter(wanted -> wanted.kind() == aggregate.type().kind()
                && wanted.scale() == aggregate.type().scale()).isPresent();
    }

    private static Optional<Aggregate> call(AggregateCall call, StoreScan scan, String name) {
        boolean countsOnce = call.isDistinct() && call.getArgList().size() == 1;
        Function function = switch (call.getAggregation().getKind()) {
            case COUNT -> countsOnce ? Function.COUNT_DISTINCT : Function.COUNT;
            case SUM -> Function.SUM;
            case AVG -> Function.AVG;
            case MIN -> Function.MIN;
            case MAX -> Function.MAX;
            case ANY_VALUE -> Function.FIRST;
            case OTHER_FUNCTION -> ours(call, scan);
            default -> null;
        };
        if (function == null) {
            return Optional.empty();
        }
        if (function.isQuantile()) {
            return quantile(call, function, scan, name);
        }
        boolean distinct = call.isDistinct() && (function == Function.SUM || function == Function.AVG
                || function.isMoment());
        int arguments = function.isOfPairs() ? 2 : 1;
        if (distinct || call.getArgList().size() > arguments || !call.getCollation().getKeys().isEmpty()
                || call.distinctKeys != null || !call.rexList.isEmpty()) {
            return Optional.empty();
        }
        Optional<Expr> argument = call.getArgList().stream().findFirst().map(a -> column(scan, a));
        if (call.hasFilter()) {
            argument = Optional.of(argument(call, scan, argument.orElse(Expr.of(1))));
        }
        Optional<Expr> second = arguments == 1 ? Optional.empty() : Optional.of(column(scan, call.getArgList().get(1)));
        return Optional.of(new Aggregate(name, function, argument, second));
    }

    /// A quantile of all values of a column, whose fraction is a constant.
    private static Optional<Aggregate> quantile(AggregateCall call, Function function, StoreScan scan, String name) {
        if (call.isDistinct() || call.getArgList().size() != 2 || !call.getCollation().getKeys().isEmpty()
                || call.distinctKeys != null || !call.rexList.isEmpty()
                || !(column(scan, call.getArgList().getLast()) instanceof Expr.Literal literal)) {
            return Optional.empty();
        }
        // Another one, or one out of range, is for the operators above scans.
        BigDecimal fraction = switch (literal.value()) {
            case BigDecimal decimal -> decimal;
            case Long whole -> BigDecimal.valueOf(whole);
            case Double real when Double.isFinite(real) -> BigDecimal.valueOf(real);
            case null, default -> BigDecimal.TEN;
        };
        boolean fits = fraction.signum() >= 0 && fraction.compareTo(BigDecimal.ONE) <= 0;
        return fits ? Optional.of(new Aggregate(name, function, Optional.of(argument(call, scan,
                column(scan, call.getArgList().getFirst()))), Optional.empty(), Optional.of(fraction)))
                : Optional.empty();
    }

    /// A value where the call's filter is true, NULL elsewhere.
    private static Expr argument(AggregateCall call, StoreScan scan, Expr value) {
        return call.hasFilter() ? new Expr.Case(List.of(new Expr.When(column(scan, call.filterArg), value)),
                Expr.nullOf(value.type())) : value;
    }

    /// Whether a value may be NULL, which scans skip.
    private static boolean isNullable(AggregateCall call, StoreScan scan) {
        return scan.getRowType().getFieldList().get(call.getArgList().getFirst()).getType().isNullable();
    }

    /// Those that Calcite does not have.
    private static Function ours(AggregateCall call, StoreScan scan) {
        return call.getAggregation() instanceof RuntimeAggregate aggregate ? switch (aggregate.function()) {
            case FIRST -> isNullable(call, scan) ? null : Function.FIRST;
            case LAST -> isNullable(call, scan) ? null : Function.LAST;
            case FIRST_NOT_NULL -> Function.FIRST;
            case LAST_NOT_NULL -> Function.LAST;
            case QUANTILE_CONT -> Function.QUANTILE_CONT;
            case QUANTILE_DISC -> Function.QUANTILE_DISC;
            case VAR_POP -> Function.VAR_POP;
            case VAR_SAMP -> Function.VAR_SAMP;
            case STDDEV_POP -> Function.STDDEV_POP;
            case STDDEV_SAMP -> Function.STDDEV_SAMP;
            case COVAR_POP -> Function.COVAR_POP;
            case COVAR_SAMP -> Function.COVAR_SAMP;
            case CORR -> Function.CORR;
            case REGR_SLOPE -> Function.REGR_SLOPE;
            case REGR_INTERCEPT -> Function.REGR_INTERCEPT;
            case REGR_R2 -> Function.REGR_R2;
            default -> null;
        } : null;
    }

    private static Optional<RelNode> sort(LogicalSort sort, StoreScan scan) {
        Plan plan = scan.plan();
        List<RelFieldCollation> keys = sort.getCollation().getFieldCollations();
        boolean after = keys.isEmpty() && plan.offset() == 0 && plan.limit() == Plan.NO_LIMIT;
        Optional<Long> offset = constant(sort.offset, 0);
        Optional<Long> limit = constant(sort.fetch, Plan.NO_LIMIT);
        if (!scan.isUnordered() && !after || offset.isEmpty() || limit.isEmpty()) {
            return Optional.empty();
        }
        List<Order> order = new ArrayList<>(plan.order());
        List<Column> columns = plan.columns();
        for (RelFieldCollation key : keys) {
            order.add(KeyedScan.order(columns.get(scan.fields().get(key.getFieldIndex())).index(), key));
        }
        return Optional.of(new StoreScan(scan.getCluster(), new Plan(plan.source(), plan.where(), plan.outputs(),
                plan.aggregates(), plan.grouped(), plan.firsts(), order, offset.get(), limit.get()), scan.fields(),
                sort.getRowType()));
    }

    /// The first rows of an order by columns that a computation above the scan leaves as they are: found first, so that
    /// only they are computed.
    private static Optional<RelNode> below(LogicalSort sort, LogicalProject project) {
        if (!(project.getInput() instanceof StoreScan scan) || sort.fetch == null || project.containsOver()) {
            return Optional.empty();
        }
        List<RelFieldCollation> keys = new ArrayList<>();
        for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
            if (!(project.getProjects().get(key.getFieldIndex()) instanceof RexInputRef column)) {
                return Optional.empty();
            }
            keys.add(key.withFieldIndex(column.getIndex()));
        }
        LogicalSort first = LogicalSort.create(scan, RelCollations.of(keys), sort.offset, sort.fetch);
        return sort(first, scan).map(found -> LogicalProject.create(found, project.getHints(), project.getProjects(),
                project.getRowType(), project.getVariablesSet()));
    }

    private static Optional<Long> constant(RexNode node, long absent) {
        if (node == null) {
            return Optional.of(absent);
        }
        return node instanceof RexLiteral literal && !literal.isNull()
                ? Optional.of(literal.getValueAs(BigDecimal.class).min(BigDecimal.valueOf(Plan.NO_LIMIT)).longValue())
                        .filter(n -> n >= 0) : Optional.empty();
    }
}
