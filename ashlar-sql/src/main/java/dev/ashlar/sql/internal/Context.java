// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.runtime.ScanRows;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;

/// What compiled operators can ask for while they run.
///
/// **Threading**: any thread.
final class Context implements DataContext {
    private final Map<String, Object> parameters;
    private final QueryOptions options;
    private final long startNs = System.nanoTime();
    private final long startMs = System.currentTimeMillis();

    /// @param parameters what was stashed when the operators were compiled, by name
    Context(Map<String, Object> parameters, QueryOptions options) {
        this.parameters = Map.copyOf(parameters);
        this.options = options;
    }

    @Override
    public Object get(String name) {
        if (name.equals(ScanRows.OPTIONS)) {
            return remaining();
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

    /// Every scan gets what is left of the time of the whole.
    private QueryOptions remaining() {
        Duration left = options.timeLimit().minusNanos(System.nanoTime() - startNs);
        if (left.isNegative()) {
            throw new QueryException(Reason.DEADLINE, "query took too long: timeLimitNs="
                    + options.timeLimit().toNanos() + ", elapsedNs=" + (System.nanoTime() - startNs));
        }
        return options.withTimeLimit(left);
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
