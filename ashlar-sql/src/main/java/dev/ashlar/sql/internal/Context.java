// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.runtime.ScanRows;
import dev.ashlar.sql.runtime.Watch;
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
/// **Threading**: the thread of its query.
final class Context implements DataContext {
    /// Rows between two looks at the clock.
    private static final int INTERVAL_ROWS = 1024;

    private final Map<String, Object> parameters;
    private final QueryOptions options;
    private final long startNs = System.nanoTime();
    private final long startMs = System.currentTimeMillis();
    private final Watch watch = new Watch() {
        @Override
        public void row(long bytes) {
            Context.this.row(bytes);
        }
    };
    private long rows;
    private long keptBytes;

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

    /// Every scan gets what is left of the time of the whole.
    private QueryOptions remaining() {
        return options.withTimeLimit(left());
    }

    private Duration left() {
        Duration left = options.timeLimit().minusNanos(System.nanoTime() - startNs);
        if (left.isNegative()) {
            throw new QueryException(Reason.DEADLINE, "query took too long: elapsedNs=" + (System.nanoTime() - startNs)
                    + ", timeLimitNs=" + options.timeLimit().toNanos());
        }
        return left;
    }

    private void row(long bytes) {
        keptBytes += bytes;
        if (keptBytes > options.memoryBytes()) {
            throw new QueryException(Reason.MEMORY, "query needs too much memory: bytes=" + keptBytes
                    + ", memoryBytes=" + options.memoryBytes() + "; allow more, or join and order fewer rows");
        }
        if (rows++ % INTERVAL_ROWS == 0) {
            if (options.cancellation().isCancelled()) {
                throw new QueryException(Reason.CANCELLED, "query was cancelled");
            }
            left();
        }
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
