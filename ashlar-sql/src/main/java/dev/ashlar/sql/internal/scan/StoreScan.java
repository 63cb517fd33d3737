// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.scan;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.Relation;
import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.runtime.ScanRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;

/// A plan of `dev.ashlar.query` as a relational expression, which may reorder its columns.
///
/// **Threading**: immutable.
public final class StoreScan extends AbstractRelNode implements EnumerableRel {
    /// Assumed share of rows that pass a condition.
    private static final double SELECTED = 0.25;
    private static final double GROUPS = 0.1;

    private final Plan plan;
    private final List<Integer> fields;

    /// @param fields  by column of this: the column of the plan
    /// @param rowType of this
    StoreScan(RelOptCluster cluster, Plan plan, List<Integer> fields, RelDataType rowType) {
        super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE));
        this.plan = plan;
        this.fields = List.copyOf(fields);
        this.rowType = rowType;
        if (fields.size() != rowType.getFieldCount()) {
            throw new IllegalArgumentException("fields=" + fields.size() + ", columns=" + rowType.getFieldCount());
        }
    }

    /// All columns and rows of a relation.
    static StoreScan of(RelOptCluster cluster, Relation relation, RelDataType rowType) {
        List<Output> outputs = new ArrayList<>();
        List<Integer> fields = new ArrayList<>();
        for (int i = 0; i < relation.columns().size(); i++) {
            Expr column = relation.column(i);
            outputs.add(new Output(relation.columns().get(i).name(), column));
            fields.add(i);
        }
        Plan plan = new Plan(relation, Optional.empty(), outputs, List.of(), false, List.of(), 0, Plan.NO_LIMIT);
        return new StoreScan(cluster, plan, fields, rowType);
    }

    public Plan plan() {
        return plan;
    }

    /// By column of this: the column of the plan.
    public List<Integer> fields() {
        return fields;
    }

    /// Whether rows can still be left out and columns computed before anything else happens to them.
    boolean isOpen() {
        return plan.isPlain();
    }

    boolean isUnordered() {
        return plan.order().isEmpty() && plan.offset() == 0 && plan.limit() == Plan.NO_LIMIT;
    }

    /// Types of the columns, as Calcite names them.
    SqlTypeName[] types() {
        return rowType.getFieldList().stream().map(RelDataTypeField::getType).map(RelDataType::getSqlTypeName)
                .toArray(SqlTypeName[]::new);
    }

    ScanRows rows() {
        SqlTypeName[] types = types();
        int[] order = fields.stream().mapToInt(Integer::intValue).toArray();
        return new ScanRows(plan, order, (value, column) -> SqlTypes.toCalcite(value, types[column]));
    }

    /// One column alone, of the same rows in the same order; empty if they are groups or in an order of their own.
    public Optional<ScanRows> column(int column) {
        if (!isOpen()) {
            return Optional.empty();
        }
        Plan only = new Plan(plan.source(), plan.where(), List.of(plan.outputs().get(fields.get(column))), List.of(),
                false, List.of(), 0, Plan.NO_LIMIT);
        SqlTypeName type = types()[column];
        return Optional.of(new ScanRows(only, new int[1], (value, _) -> SqlTypes.toCalcite(value, type)));
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return this;
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        PhysType physical = PhysTypeImpl.of(implementor.getTypeFactory(), rowType, prefer.preferArray());
        return implementor.result(physical, Blocks.toBlock(Expressions.call(
                implementor.stash(rows(), ScanRows.class), "open", DataContext.ROOT)));
    }

    @Override
    public double estimateRowCount(RelMetadataQuery query) {
        double rows = Math.max(1, plan.source().rowCount()) * (plan.where().isPresent() ? SELECTED : 1);
        if (plan.grouped()) {
            rows = plan.outputs().isEmpty() ? 1 : Math.max(1, rows * GROUPS);
        }
        if (plan.firsts().isPresent()) {
            rows = Math.max(1, rows * GROUPS);
        }
        return Math.min(rows, plan.limit());
    }

    @Override
    public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery query) {
        double rows = estimateRowCount(query);
        return planner.getCostFactory().makeCost(rows, rows, 0);
    }

    /// What the terms show is not enough: tables of two stores may have the same name, and an exact number and a
    /// floating-point one the same digits.
    @Override
    public boolean deepEquals(Object other) {
        return super.deepEquals(other) && isSame(((StoreScan) other).plan);
    }

    /// Whether another plan finds the same, whatever its columns are called.
    private boolean isSame(Plan other) {
        return other.source() == plan.source() && other.where().equals(plan.where())
                && other.grouped() == plan.grouped() && exprs(other).equals(exprs(plan))
                && aggregates(other).equals(aggregates(plan))
                && other.firsts().equals(plan.firsts()) && other.order().equals(plan.order())
                && other.offset() == plan.offset() && other.limit() == plan.limit();
    }

    private static List<Expr> exprs(Plan plan) {
        return plan.outputs().stream().map(Output::expr).toList();
    }

    private static List<Aggregate> aggregates(Plan plan) {
        return plan.aggregates().stream().map(a -> new Aggregate("", a.function(), a.argument(), a.second(),
                a.fraction())).toList();
    }

    @Override
    public int deepHashCode() {
        return super.deepHashCode();
    }

    /// What was pushed, for EXPLAIN.
    @Override
    public RelWriter explainTerms(RelWriter writer) {
        RelWriter terms = super.explainTerms(writer).item("table", plan.source().name());
        plan.where().ifPresent(where -> terms.item("where", where));
        terms.item(plan.grouped() ? "groupBy" : "columns", plan.outputs().stream().map(o -> String.valueOf(o.expr()))
                .toList());
        terms.itemIf("aggregates", plan.aggregates().stream().map(a -> a.function()
                + (a.argument().isEmpty() ? "(*)" : Stream.concat(a.arguments().stream(), a.fraction().stream())
                        .map(Object::toString).collect(Collectors.joining(", ", "(", ")")))).toList(),
                !plan.aggregates().isEmpty());
        plan.firsts().ifPresent(firsts -> terms.item("first", firsts.most()).item("of", firsts.keys()).item("by",
                firsts.order().stream().map(StoreScan::describe).collect(Collectors.joining(", "))));
        terms.itemIf("order", plan.order().stream().map(StoreScan::describe).collect(Collectors.joining(", ")),
                !plan.order().isEmpty());
        terms.itemIf("offset", plan.offset(), plan.offset() > 0);
        terms.itemIf("limit", plan.limit(), plan.limit() < Plan.NO_LIMIT);
        boolean asIs = fields.size() == plan.columns().size();
        for (int i = 0; asIs && i < fields.size(); i++) {
            asIs = fields.get(i) == i;
        }
        return terms.itemIf("shown", fields, !asIs);
    }

    private static String describe(Order order) {
        return "$" + order.column() + (order.descending() ? " DESC" : "") + (order.nullsFirst() ? " NULLS FIRST" : "");
    }
}
