// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.internal.type.StatementBudget;
import dev.ashlar.sql.runtime.RowBudget;
import dev.ashlar.sql.runtime.ScanRows;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;

/// The context in which compiled operators look up values while they run.
///
/// **Threading**: the thread of its query.
final class StatementContext implements DataContext, RowBudget.Owner {
    private final Map<String, Object> parameters;
    private final StatementBudget budget;
    private final RowBudget rowBudget = new RowBudget() {
        @Override
        public void row(long keptBytes) {
            budget.row(keptBytes);
        }
    };
    private final long startMs = System.currentTimeMillis();

    /// @param parameters what was stashed when the operators were compiled, by name
    StatementContext(Map<String, Object> parameters, StatementBudget budget) {
        this.parameters = Map.copyOf(parameters);
        this.budget = budget;
    }

    @Override
    public RowBudget rowBudget() {
        return rowBudget;
    }

    @Override
    public Object get(String name) {
        if (name.equals(ScanRows.OPTIONS)) {
            // Every scan gets the time that the query has left.
            return budget.remaining();
        }
        if (name.equals(RowBudget.NAME)) {
            return rowBudget;
        }
        if (name.equals(Variable.UTC_TIMESTAMP.camelName) || name.equals(Variable.CURRENT_TIMESTAMP.camelName)
                || name.equals(Variable.LOCAL_TIMESTAMP.camelName)) {
            return startMs;
        }
        if (name.equals(Variable.SYS_TIMESTAMP.camelName)) {
            return System.currentTimeMillis();
        }
        if (name.equals(Variable.TIME_ZONE.camelName)) {
            return TimeZone.getTimeZone("UTC");
        }
        return name.equals(Variable.LOCALE.camelName) ? Locale.ROOT : parameters.get(name);
    }

    @Override
    public SchemaPlus getRootSchema() {
        return null;
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
        return new SqlTypes.Factory();
    }

    @Override
    public QueryProvider getQueryProvider() {
        throw new IllegalStateException("no provider of queries");
    }
}
