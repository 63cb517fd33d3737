// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.planning;

import com.google.common.collect.Multimap;
import dev.ashlar.sql.internal.type.StatementBudget;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCostImpl;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.Metadata;
import org.apache.calcite.rel.metadata.MetadataDef;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.metadata.UnboundMetadata;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Calcite's planners, which stop when the query exceeds its budget.
public record Planners(StatementBudget budget) {
    /// One that chooses by cost.
    public VolcanoPlanner byCost() {
        VolcanoPlanner planner = new VolcanoPlanner() {
            @Override
            public void checkCancel() {
                budget.plan();
            }
        };
        planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
        planner.setExecutor(Planners::reduce);
        return planner;
    }

    /// Computes constants of numbers and conditions. Calcite compares texts by units of UTF-16, counts times in
    /// milliseconds and writes numbers as `.5`; of such constants, what computes rows computes them.
    private static void reduce(RexBuilder builder, List<RexNode> constants, List<RexNode> reduced) {
        if (constants.stream().allMatch(Planners::isOfNumbers)) {
            RexUtil.EXECUTOR.reduce(builder, constants, reduced);
        } else {
            reduced.addAll(constants);
        }
    }

    private static boolean isOfNumbers(RexNode node) {
        // Calcite cuts digits off, and takes what then fits.
        if (node instanceof RexCall cast && cast.getKind() == SqlKind.CAST && SqlTypeUtil.isExactNumeric(cast.getType())
                && !SqlTypeUtil.isIntType(cast.getOperands().getFirst().getType())) {
            return false;
        }
        boolean here = SqlTypeUtil.isNumeric(node.getType()) || SqlTypeUtil.isBoolean(node.getType())
                || node.getType().getSqlTypeName() == SqlTypeName.NULL;
        return here && (!(node instanceof RexCall call) || call.getOperands().stream().allMatch(Planners::isOfNumbers));
    }

    /// Applies rules until none changes anything.
    ///
    /// @param tree whether equal parts stay apart
    RelNode rewritten(RelNode node, List<RelOptRule> rules, boolean tree) {
        HepPlanner planner = new HepPlanner(new HepProgramBuilder().addRuleCollection(rules).build(), null, tree, null,
                RelOptCostImpl.FACTORY) {
            @Override
            public void checkCancel() {
                budget.plan();
            }
        };
        planner.setRoot(node);
        return planner.findBestExp();
    }

    /// Metadata of nodes for planners. By reflection, since the default compiles handlers on first use, which takes
    /// longer than most plans.
    public RelMetadataQuery metadata() {
        return new LenientMetadata(new LazyHandlers(new ProxyingMetadataHandlerProvider(new Bounded(budget))));
    }

    /// Metadata without predicates where Calcite fails on them: it does not expect comparisons with NULL. And without
    /// those of unions of many inputs, such as VALUES with casts: of ten rows it makes OR of ten times all columns, and
    /// simplifies that in seconds, for each node above.
    private static final class LenientMetadata extends RelMetadataQuery {
        private static final int MOST_INPUTS = 4;

        LenientMetadata(LazyHandlers provider) {
            super(provider);
        }

        @Override
        public RelOptPredicateList getPulledUpPredicates(RelNode node) {
            if (node instanceof Union && node.getInputs().size() > MOST_INPUTS) {
                return RelOptPredicateList.EMPTY;
            }
            try {
                return super.getPulledUpPredicates(node);
            } catch (RuntimeException | AssertionError e) {
                for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                    if (cause instanceof AssertionError) {
                        return RelOptPredicateList.EMPTY;
                    }
                }
                throw e;
            }
        }
    }

    /// Called repeatedly for each node, so the budget is checked here.
    private record Bounded(StatementBudget budget) implements RelMetadataProvider {
        // Deprecated by Calcite, but still used by its metadata by reflection.
        @Deprecated
        @Override
        public <M extends Metadata> UnboundMetadata<M> apply(Class<? extends RelNode> node,
                Class<? extends M> metadata) {
            budget.plan();
            return DefaultRelMetadataProvider.INSTANCE.apply(node, metadata);
        }

        @Deprecated
        @Override
        public <M extends Metadata> Multimap<Method, MetadataHandler<M>> handlers(MetadataDef<M> definition) {
            return DefaultRelMetadataProvider.INSTANCE.handlers(definition);
        }

        @Override
        public List<MetadataHandler<?>> handlers(Class<? extends MetadataHandler<?>> handler) {
            return DefaultRelMetadataProvider.INSTANCE.handlers(handler);
        }
    }
}
