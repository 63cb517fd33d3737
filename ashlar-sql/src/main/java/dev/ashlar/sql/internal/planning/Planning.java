// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.planning;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.internal.exact.BoundedValues;
import dev.ashlar.sql.internal.exact.ExactShuttle;
import dev.ashlar.sql.internal.operator.AggregateRel;
import dev.ashlar.sql.internal.operator.AsofJoinRel;
import dev.ashlar.sql.internal.operator.OrderedRel;
import dev.ashlar.sql.internal.operator.RecursiveRel;
import dev.ashlar.sql.internal.operator.SampleRel;
import dev.ashlar.sql.internal.operator.SeriesRel;
import dev.ashlar.sql.internal.operator.TopPerKeyRel;
import dev.ashlar.sql.internal.operator.WindowRel;
import dev.ashlar.sql.internal.scan.Pushdown;
import dev.ashlar.sql.internal.scan.StoreScan;
import dev.ashlar.sql.internal.type.RuntimeAggregate;
import java.util.List;
import java.util.Set;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRules;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.Sample;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.rules.AggregateExpandDistinctAggregatesRule;
import org.apache.calcite.rel.rules.AggregateProjectMergeRule;
import org.apache.calcite.rel.rules.AggregateReduceFunctionsRule;
import org.apache.calcite.rel.rules.FilterAggregateTransposeRule;
import org.apache.calcite.rel.rules.FilterJoinRule;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.FilterSetOpTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rel.rules.ProjectRemoveRule;
import org.apache.calcite.rel.rules.ProjectToWindowRule;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.RelBuilder;

/// Turns the relational form of a query into an executable plan.
///
/// ```text
///   sub-queries become joins ─► conditions and columns move down ─► Pushdown ─► one StoreScan: done
///                                                                     └─► else: Calcite's operators above the scans
/// ```
public final class Planning {
    // Not through CoreRules, which loads all 800 rule classes.
    private static final List<RelOptRule> LOGICAL = List.of(
            FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig.DEFAULT.toRule(),
            FilterJoinRule.JoinConditionPushRule.JoinConditionPushRuleConfig.DEFAULT.toRule(),
            FilterProjectTransposeRule.Config.DEFAULT.toRule(), FilterAggregateTransposeRule.Config.DEFAULT.toRule(),
            FilterMergeRule.Config.DEFAULT.toRule(), FilterSetOpTransposeRule.Config.DEFAULT.toRule(),
            ProjectMergeRule.Config.DEFAULT.toRule(), ProjectRemoveRule.Config.DEFAULT.toRule(),
            AggregateProjectMergeRule.Config.DEFAULT.toRule(), AsofFilterRule.INSTANCE,
            TopPerKeyRule.INSTANCE);

    /// Rules for queries that are more than one scan; loaded on first use.
    private static final class Above {
        /// Makes aggregates of different values groups of these, which scans do. Where there are others next to them,
        /// the rule makes grouping sets whose columns have other types than it says.
        static final RelOptRule DISTINCT = AggregateExpandDistinctAggregatesRule.Config.DEFAULT.withOperandSupplier(b ->
                b.operand(LogicalAggregate.class).predicate(Above::isOfDistinctValues).anyInputs()).as(
                AggregateExpandDistinctAggregatesRule.Config.class).toRule();
        static final List<RelOptRule> SUB_QUERIES = List.of(SubQueryRemoveRule.Config.FILTER.toRule(),
                SubQueryRemoveRule.Config.PROJECT.toRule(), SubQueryRemoveRule.Config.JOIN.toRule());
        /// Means and the like become sums. Sums stay what they are: in their place the rule counts rows as well, and
        /// casts each of them to the type of the sum.
        static final RelOptRule MEANS = AggregateReduceFunctionsRule.Config.DEFAULT.withExtraCondition(call ->
                call.getAggregation().getKind() != SqlKind.SUM).toRule();
        static final List<RelOptRule> LEFT = List.of(MEANS, DISTINCT,
                ProjectMergeRule.Config.DEFAULT.toRule(), ProjectRemoveRule.Config.DEFAULT.toRule());
        static final List<RelOptRule> WINDOWS = List.of(ProjectToWindowRule.ProjectToLogicalProjectAndWindowRule
                .ProjectToLogicalProjectAndWindowRuleConfig.DEFAULT.toRule());
        /// Those that need rows in an order, of which the planner knows nothing, and those that ours are in place of.
        static final Set<RelOptRule> UNUSED = Set.of(EnumerableRules.ENUMERABLE_MERGE_JOIN_RULE,
                EnumerableRules.ENUMERABLE_MERGE_UNION_RULE, EnumerableRules.ENUMERABLE_SORT_RULE,
                EnumerableRules.ENUMERABLE_WINDOW_RULE, EnumerableRules.ENUMERABLE_AGGREGATE_RULE,
                EnumerableRules.ENUMERABLE_ASOFJOIN_RULE);
        static final List<RelOptRule> OURS = List.of(OrderedRel.rule(), WindowRel.rule(), AggregateRel.rule(),
                AsofJoinRel.rule(), RecursiveRel.rule(), SeriesRel.rule(), SampleRel.rule(), TopPerKeyRel.rule());

        private Above() {
        }

        /// With conditions on the right of joins by time that follow from those on the left.
        static RelNode narrowed(RelNode node, Planners planners) {
            RelNode narrowed = node.accept(new RelHomogeneousShuttle() {
                @Override
                public RelNode visit(RelNode other) {
                    RelNode children = super.visitChildren(other);
                    return children instanceof AsofJoinRel join ? AsofForm.narrowed(join) : children;
                }
            });
            return planners.rewritten(narrowed, LOGICAL, false);
        }

        private static boolean isOfDistinctValues(LogicalAggregate aggregate) {
            List<AggregateCall> calls = aggregate.getAggCallList();
            return aggregate.getGroupSets().size() == 1 && calls.stream().allMatch(call -> call.isDistinct()
                    && !call.hasFilter() && call.getCollation().getKeys().isEmpty()
                    && !(call.getAggregation() instanceof RuntimeAggregate)
                    && call.getArgList().equals(calls.getFirst().getArgList()));
        }
    }

    private Planning() {
    }

    /// Moves as much as possible into scans.
    public static RelNode pushed(RelNode asked, Planners planners) {
        RelOptCluster cluster = asked.getCluster();
        RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(cluster, null);
        RelNode node = dissolved(asked, planners, builder);
        node = planners.rewritten(node, LOGICAL, false);
        if (!isFlat(node) || has(TopPerKeyRel.class, node)) {
            if (has(AsofJoinRel.class, node)) {
                node = Above.narrowed(node, planners);
            }
            node = new FieldTrimmer(builder).trim(node);
        }
        return new Pushdown(cluster.getRexBuilder()).push(node);
    }

    /// Without sub-queries, and with operators of ours.
    private static RelNode dissolved(RelNode asked, Planners planners, RelBuilder builder) {
        boolean subQueries = hasSubQueries(asked);
        RelNode node = subQueries ? planners.rewritten(asked, Above.SUB_QUERIES, false) : asked;
        if (subQueries || !isPlain(node)) {
            OwnForms forms = new OwnForms();
            node = node.accept(forms);
            if (forms.isChanged() && hasSubQueries(node)) {
                // Sub-queries that were bounds of a series.
                node = planners.rewritten(node, Above.SUB_QUERIES, false);
                subQueries = true;
            }
        }
        return subQueries ? decorrelated(node, builder) : node;
    }

    private static RelNode decorrelated(RelNode node, RelBuilder builder) {
        try {
            return RelDecorrelator.decorrelateQuery(node, builder);
        } catch (AssertionError e) {
            if (!String.valueOf(e.getMessage()).startsWith("Decorrelation produced a relation with a different type")) {
                throw e;
            }
            QueryException unsupported = new QueryException(Reason.UNSUPPORTED, "unsupported aggregate of all rows of "
                    + "a LATERAL query; write left join lateral (…) on true, which gives the same rows");
            unsupported.initCause(e);
            throw unsupported;
        }
    }

    /// Whether it has one table, all of whose rows are read.
    private static boolean isPlain(RelNode node) {
        return node instanceof TableScan || node.getInputs().size() == 1 && !(node instanceof Sample)
                && isPlain(node.getInput(0));
    }

    private static boolean has(Class<? extends RelNode> type, RelNode node) {
        return type.isInstance(node) || node.getInputs().stream().anyMatch(input -> has(type, input));
    }

    /// Whether there is only one leaf: then a scan already sees which columns are used.
    private static boolean isFlat(RelNode node) {
        return node.getInputs().isEmpty() || node.getInputs().size() == 1 && isFlat(node.getInput(0));
    }

    private static boolean hasSubQueries(RelNode node) {
        boolean here = switch (node) {
            case Project project -> RexUtil.SubQueryFinder.containsSubQuery(project);
            case Filter filter -> RexUtil.SubQueryFinder.containsSubQuery(filter);
            case Join join -> RexUtil.SubQueryFinder.containsSubQuery(join);
            case Correlate _ -> true;
            default -> false;
        };
        return here || node.getInputs().stream().anyMatch(Planning::hasSubQueries);
    }

    /// Chooses Calcite's operators for what was not pushed.
    public static RelNode physical(RelNode pushed, Planners planners) {
        RelOptCluster cluster = pushed.getCluster();
        RelNode left = new Pushdown(cluster.getRexBuilder()).push(planners.rewritten(pushed, Above.LEFT, false));
        if (left instanceof StoreScan) {
            return left;
        }
        RowValues.require(left);
        // Windows last: what is exact about them is said where they are still expressions.
        int characters = planners.budget().textCharacters();
        RelNode exact = WindowRel.told(planners.rewritten(left.accept(new ExactShuttle(cluster, characters)).accept(
                new BoundedValues(cluster.getRexBuilder(), characters)), Above.WINDOWS, true));
        VolcanoPlanner planner = (VolcanoPlanner) cluster.getPlanner();
        EnumerableRules.rules().stream().filter(rule -> !Above.UNUSED.contains(rule)).forEach(planner::addRule);
        Above.OURS.forEach(planner::addRule);
        planner.setRoot(planner.changeTraits(exact, cluster.traitSetOf(EnumerableConvention.INSTANCE)));
        return planners.rewritten(planner.findBestExp(), RelOptRules.CALC_RULES, true);
    }
}
