// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.planning;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ArrowSet;
import org.apache.calcite.util.ImmutableBitSet;

/// Metadata handlers that are created on first use. Calcite's metadata query creates all of them when it is
/// constructed, even if they are never used; each is a proxy whose class the JVM generates at run time, which takes one
/// or two milliseconds in a new process. The first one also makes Calcite look for some 700 methods by reflection.
///
/// **Threading**: one thread.
final class LazyHandlers implements MetadataHandlerProvider {
    private final MetadataHandlerProvider provider;
    private final Map<Class<?>, MetadataHandler<?>> lazy = new HashMap<>();
    private final Map<Class<?>, MetadataHandler<?>> made = new HashMap<>();

    LazyHandlers(MetadataHandlerProvider provider) {
        this.provider = provider;
        add(BuiltInMetadata.AllPredicates.Handler.class, (node, query) -> made(
                BuiltInMetadata.AllPredicates.Handler.class).getAllPredicates(node, query));
        add(BuiltInMetadata.Collation.Handler.class, (node, query) -> made(
                BuiltInMetadata.Collation.Handler.class).collations(node, query));
        add(BuiltInMetadata.ColumnOrigin.Handler.class, (node, query, column) -> made(
                BuiltInMetadata.ColumnOrigin.Handler.class).getColumnOrigins(node, query, column));
        add(BuiltInMetadata.ColumnUniqueness.Handler.class, (node, query, columns, ignoreNulls) -> made(
                BuiltInMetadata.ColumnUniqueness.Handler.class).areColumnsUnique(node, query, columns, ignoreNulls));
        add(BuiltInMetadata.CumulativeCost.Handler.class, (node, query) -> made(
                BuiltInMetadata.CumulativeCost.Handler.class).getCumulativeCost(node, query));
        add(BuiltInMetadata.DistinctRowCount.Handler.class, (node, query, columns, where) -> made(
                BuiltInMetadata.DistinctRowCount.Handler.class).getDistinctRowCount(node, query, columns, where));
        add(BuiltInMetadata.Distribution.Handler.class, (node, query) -> made(
                BuiltInMetadata.Distribution.Handler.class).distribution(node, query));
        add(BuiltInMetadata.ExplainVisibility.Handler.class, (node, query, level) -> made(
                BuiltInMetadata.ExplainVisibility.Handler.class).isVisibleInExplain(node, query, level));
        add(BuiltInMetadata.ExpressionLineage.Handler.class, (node, query, expression) -> made(
                BuiltInMetadata.ExpressionLineage.Handler.class).getExpressionLineage(node, query, expression));
        add(BuiltInMetadata.InputFieldsUsed.Handler.class, (node, query) -> made(
                BuiltInMetadata.InputFieldsUsed.Handler.class).getInputFieldsUsed(node, query));
        add(BuiltInMetadata.LowerBoundCost.Handler.class, (node, query, planner) -> made(
                BuiltInMetadata.LowerBoundCost.Handler.class).getLowerBoundCost(node, query, planner));
        add(BuiltInMetadata.MaxRowCount.Handler.class, (node, query) -> made(
                BuiltInMetadata.MaxRowCount.Handler.class).getMaxRowCount(node, query));
        add(BuiltInMetadata.MinRowCount.Handler.class, (node, query) -> made(
                BuiltInMetadata.MinRowCount.Handler.class).getMinRowCount(node, query));
        add(BuiltInMetadata.NodeTypes.Handler.class, (node, query) -> made(
                BuiltInMetadata.NodeTypes.Handler.class).getNodeTypes(node, query));
        add(BuiltInMetadata.NonCumulativeCost.Handler.class, (node, query) -> made(
                BuiltInMetadata.NonCumulativeCost.Handler.class).getNonCumulativeCost(node, query));
        add(BuiltInMetadata.PercentageOriginalRows.Handler.class, (node, query) -> made(
                BuiltInMetadata.PercentageOriginalRows.Handler.class).getPercentageOriginalRows(node, query));
        add(BuiltInMetadata.PopulationSize.Handler.class, (node, query, columns) -> made(
                BuiltInMetadata.PopulationSize.Handler.class).getPopulationSize(node, query, columns));
        add(BuiltInMetadata.Predicates.Handler.class, (node, query) -> made(
                BuiltInMetadata.Predicates.Handler.class).getPredicates(node, query));
        add(BuiltInMetadata.RowCount.Handler.class, (node, query) -> made(
                BuiltInMetadata.RowCount.Handler.class).getRowCount(node, query));
        add(BuiltInMetadata.Selectivity.Handler.class, (node, query, where) -> made(
                BuiltInMetadata.Selectivity.Handler.class).getSelectivity(node, query, where));
        add(BuiltInMetadata.TableReferences.Handler.class, (node, query) -> made(
                BuiltInMetadata.TableReferences.Handler.class).getTableReferences(node, query));
        add(BuiltInMetadata.UniqueKeys.Handler.class, (node, query, ignoreNulls) -> made(
                BuiltInMetadata.UniqueKeys.Handler.class).getUniqueKeys(node, query, ignoreNulls));
        add(BuiltInMetadata.FunctionalDependency.Handler.class, new FunctionalDependency());
        add(BuiltInMetadata.Measure.Handler.class, new Measure());
        add(BuiltInMetadata.Memory.Handler.class, new Memory());
        add(BuiltInMetadata.Parallelism.Handler.class, new Parallelism());
        add(BuiltInMetadata.Size.Handler.class, new Size());
    }

    private <H extends MetadataHandler<?>> void add(Class<H> type, H handler) {
        lazy.put(type, handler);
    }

    private <H extends MetadataHandler<?>> H made(Class<H> type) {
        return type.cast(made.computeIfAbsent(type, _ -> provider.handler(type)));
    }

    @Override
    public <H extends MetadataHandler<?>> H handler(Class<H> type) {
        MetadataHandler<?> found = lazy.get(type);
        return found == null ? provider.handler(type) : type.cast(found);
    }

    private final class FunctionalDependency implements BuiltInMetadata.FunctionalDependency.Handler {
        @Override
        public Boolean determines(RelNode node, RelMetadataQuery query, int key, int column) {
            return made(BuiltInMetadata.FunctionalDependency.Handler.class).determines(node, query, key, column);
        }

        @Override
        public Boolean determinesSet(RelNode node, RelMetadataQuery query, ImmutableBitSet keys,
                ImmutableBitSet columns) {
            return made(BuiltInMetadata.FunctionalDependency.Handler.class).determinesSet(node, query, keys, columns);
        }

        @Override
        public ImmutableBitSet dependents(RelNode node, RelMetadataQuery query, ImmutableBitSet keys) {
            return made(BuiltInMetadata.FunctionalDependency.Handler.class).dependents(node, query, keys);
        }

        @Override
        public Set<ImmutableBitSet> determinants(RelNode node, RelMetadataQuery query, ImmutableBitSet columns) {
            return made(BuiltInMetadata.FunctionalDependency.Handler.class).determinants(node, query, columns);
        }

        @Override
        public ArrowSet getFDs(RelNode node, RelMetadataQuery query) {
            return made(BuiltInMetadata.FunctionalDependency.Handler.class).getFDs(node, query);
        }
    }

    private final class Measure implements BuiltInMetadata.Measure.Handler {
        @Override
        public Boolean isMeasure(RelNode node, RelMetadataQuery query, int column) {
            return made(BuiltInMetadata.Measure.Handler.class).isMeasure(node, query, column);
        }

        @Override
        public RexNode expand(RelNode node, RelMetadataQuery query, int column,
                BuiltInMetadata.Measure.Context context) {
            return made(BuiltInMetadata.Measure.Handler.class).expand(node, query, column, context);
        }
    }

    private final class Memory implements BuiltInMetadata.Memory.Handler {
        @Override
        public Double memory(RelNode node, RelMetadataQuery query) {
            return made(BuiltInMetadata.Memory.Handler.class).memory(node, query);
        }

        @Override
        public Double cumulativeMemoryWithinPhase(RelNode node, RelMetadataQuery query) {
            return made(BuiltInMetadata.Memory.Handler.class).cumulativeMemoryWithinPhase(node, query);
        }

        @Override
        public Double cumulativeMemoryWithinPhaseSplit(RelNode node, RelMetadataQuery query) {
            return made(BuiltInMetadata.Memory.Handler.class).cumulativeMemoryWithinPhaseSplit(node, query);
        }
    }

    private final class Parallelism implements BuiltInMetadata.Parallelism.Handler {
        @Override
        public Boolean isPhaseTransition(RelNode node, RelMetadataQuery query) {
            return made(BuiltInMetadata.Parallelism.Handler.class).isPhaseTransition(node, query);
        }

        @Override
        public Integer splitCount(RelNode node, RelMetadataQuery query) {
            return made(BuiltInMetadata.Parallelism.Handler.class).splitCount(node, query);
        }
    }

    private final class Size implements BuiltInMetadata.Size.Handler {
        @Override
        public Double averageRowSize(RelNode node, RelMetadataQuery query) {
            return made(BuiltInMetadata.Size.Handler.class).averageRowSize(node, query);
        }

        @Override
        public List<Double> averageColumnSizes(RelNode node, RelMetadataQuery query) {
            return made(BuiltInMetadata.Size.Handler.class).averageColumnSizes(node, query);
        }
    }
}
