// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.sql.internal.type.QueryBudget;
import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.runtime.ScanRows;
import dev.ashlar.sql.runtime.Watch;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;

/// What compiled operators can ask for while they run.
///
/// **Threading**: the thread of its query.
final class Context implements DataContext, Watch.Watched {
    private final Map<String, Object> parameters;
    private final QueryBudget budget;
    private final Watch watch = new Watch() {
        @Override
        public void row(long keptBytes) {
            budget.row(keptBytes);
        }
    };
    private final long startMs = System.currentTimeMillis();

    /// @param parameters what was stashed when the operators were compiled, by name
    Context(Map<String, Object> parameters, QueryBudget budget) {
        this.parameters = Map.copyOf(parameters);
        this.budget = budget;
    }

    @Override
    public Watch watch() {
        return watch;
    }

    @Override
    public Object get(String name) {
        if (name.equals(ScanRows.OPTIONS)) {
            // Every scan gets what is left of the time of the whole.
            return budget.remaining();
        }
        if (name.equals(Watch.NAME)) {
            return watch;
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
