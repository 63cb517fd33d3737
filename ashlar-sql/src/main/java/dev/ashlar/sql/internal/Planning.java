// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import java.util.List;
import java.util.Set;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.Programs;
import org.apache.calcite.tools.RelBuilder;

/// From what is asked to what is done.
///
/// ```text
///   sub-queries become joins ─► conditions and columns move down ─► Pushdown ─► one StoreScan: done
///                                                                     └─► else: Calcite's operators above the scans
/// ```
final class Planning {
    private static final List<RelOptRule> SUB_QUERIES = List.of(CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
            CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE, CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);
    private static final List<RelOptRule> LOGICAL = List.of(CoreRules.FILTER_INTO_JOIN, CoreRules.JOIN_CONDITION_PUSH,
            CoreRules.FILTER_PROJECT_TRANSPOSE, CoreRules.FILTER_AGGREGATE_TRANSPOSE, CoreRules.FILTER_MERGE,
            CoreRules.FILTER_SET_OP_TRANSPOSE, CoreRules.PROJECT_MERGE, CoreRules.PROJECT_REMOVE,
            CoreRules.AGGREGATE_PROJECT_MERGE);
    private static final List<RelOptRule> LEFT = List.of(CoreRules.AGGREGATE_REDUCE_FUNCTIONS,
            CoreRules.AGGREGATE_EXPAND_DISTINCT_AGGREGATES, CoreRules.PROJECT_MERGE, CoreRules.PROJECT_REMOVE);
    private static final List<RelOptRule> WINDOWS = List.of(CoreRules.PROJECT_TO_LOGICAL_PROJECT_AND_WINDOW);
    private static final Set<RelOptRule> UNUSED = Set.of(EnumerableRules.ENUMERABLE_MERGE_JOIN_RULE);

    private Planning() {
    }

    static VolcanoPlanner planner() {
        VolcanoPlanner planner = new VolcanoPlanner();
        planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
        return planner;
    }

    /// Moves as much as can be into scans.
    static RelNode pushed(RelNode asked) {
        RelOptCluster cluster = asked.getCluster();
        RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(cluster, null);
        RelNode node = RelDecorrelator.decorrelateQuery(rewritten(asked, SUB_QUERIES), builder);
        node = rewritten(node, LOGICAL);
        if (!isFlat(node)) {
            node = new RelFieldTrimmer(null, builder).trim(node);
        }
        return new Pushdown(cluster.getRexBuilder()).push(node);
    }

    /// Whether there is but one leaf: then nothing is trimmed that a scan does not see anyway.
    private static boolean isFlat(RelNode node) {
        return node.getInputs().isEmpty() || node.getInputs().size() == 1 && isFlat(node.getInput(0));
    }

    private static RelNode rewritten(RelNode node, List<RelOptRule> rules) {
        HepProgram program = new HepProgramBuilder().addRuleCollection(rules).build();
        HepPlanner planner = new HepPlanner(program);
        planner.setRoot(node);
        return planner.findBestExp();
    }

    /// Chooses Calcite's operators for what was not pushed.
    static RelNode physical(RelNode pushed) {
        RelOptCluster cluster = pushed.getCluster();
        RelNode left = new Pushdown(cluster.getRexBuilder()).push(rewritten(pushed, LEFT));
        if (left instanceof StoreScan) {
            return left;
        }
        // Windows last: what is exact about them is said where they are still expressions.
        RelNode exact = rewritten(left.accept(new ExactShuttle(cluster)), WINDOWS);
        VolcanoPlanner planner = (VolcanoPlanner) cluster.getPlanner();
        EnumerableRules.rules().stream().filter(rule -> !UNUSED.contains(rule)).forEach(planner::addRule);
        planner.setRoot(planner.changeTraits(exact, cluster.traitSetOf(EnumerableConvention.INSTANCE)));
        RelNode best = planner.findBestExp();
        return Programs.calc(DefaultRelMetadataProvider.INSTANCE).run(planner, best, best.getTraitSet(), List.of(),
                List.of());
    }
}
