// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.query.Plan;
import dev.ashlar.query.Relation;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.internal.operator.BoundedRel;
import dev.ashlar.sql.internal.operator.BudgetedRel;
import dev.ashlar.sql.internal.operator.ListedRel;
import dev.ashlar.sql.internal.operator.RecursiveRel;
import dev.ashlar.sql.internal.scan.StoreScan;
import dev.ashlar.sql.internal.type.StatementBudget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.Bindable;

/// A query that is ready to run, without references to its planner.
///
/// **Threading**: any thread, several at a time if it is repeatable.
public sealed interface PlannedQuery {
    /// @param physical a scan, or Calcite's operators
    static PlannedQuery of(RelNode physical, List<SqlColumn> columns, StatementBudget budget) {
        return physical instanceof StoreScan scan ? new Scan(scan.plan(), scan.fields(), columns)
                : compiled(physical, columns, budget);
    }

    private static PlannedQuery compiled(RelNode physical, List<SqlColumn> columns, StatementBudget budget) {
        Map<String, Object> parameters = new HashMap<>();
        Bindable<?> bindable = EnumerableInterpretable.toBindable(parameters, null,
                new BoundedRel(BudgetedRel.budgeted(physical), budget), EnumerableRel.Prefer.ARRAY);
        budget.check();
        List<Relation> sources = new ArrayList<>();
        boolean repeatable = addSources(physical, sources);
        return new Compiled(bindable, Map.copyOf(parameters), physical.getRowType().getFieldList().stream()
                .map(RelDataTypeField::getType).toList(), columns, sources, repeatable);
    }

    /// @return whether operators keep nothing from run to run
    private static boolean addSources(RelNode node, List<Relation> sources) {
        if (node instanceof StoreScan scan) {
            sources.add(scan.plan().source());
        }
        boolean repeatable = !(node instanceof ListedRel) && !(node instanceof RecursiveRel);
        for (RelNode input : node.getInputs()) {
            repeatable &= addSources(input, sources);
        }
        return repeatable;
    }

    /// Starts it.
    SqlResult open(StatementBudget budget);

    /// What it reads.
    List<Relation> sources();

    /// Whether it can run again.
    boolean isRepeatable();

    /// One scan.
    record Scan(Plan plan, List<Integer> fields, List<SqlColumn> columns) implements PlannedQuery {
        @Override
        public SqlResult open(StatementBudget budget) {
            return new ScanResult(plan, fields, columns, budget.remaining());
        }

        @Override
        public List<Relation> sources() {
            return List.of(plan.source());
        }

        @Override
        public boolean isRepeatable() {
            return true;
        }
    }

    /// Operators.
    ///
    /// @param parameters objects that its code refers to, by name
    /// @param types      of the columns
    record Compiled(Bindable<?> bindable, Map<String, Object> parameters, List<RelDataType> types,
            List<SqlColumn> columns, List<Relation> sources, boolean isRepeatable) implements PlannedQuery {
        @Override
        public SqlResult open(StatementBudget budget) {
            return new CompiledResult(columns, types, bindable.bind(new StatementContext(parameters, budget))
                    .enumerator());
        }
    }
}
