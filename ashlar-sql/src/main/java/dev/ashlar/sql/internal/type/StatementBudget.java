// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.query.Moment;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryLimits;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException;

/// The limits of one query from its start: time, including planning, memory, and cancellation.
///
/// **Threading**: the thread of its query. **Failure**: a [QueryException] that names the limit.
public final class StatementBudget {
    /// Calls between two looks at the clock.
    private static final int INTERVAL = 1024;
    /// More than any plan should take: usual ones take hundreds, those of very long statements some 100,000.
    private static final int MAX_PLANNING_STEPS = 1_000_000;

    private final QueryOptions options;
    private final QueryLimits limits;
    private int calls;
    private int planningSteps;
    private long keptBytes;

    public StatementBudget(QueryOptions options) {
        // All scans of the statement see one moment; a query within another, that of the other.
        this.options = options.moment().isPresent() ? options : options.withMoment(new Moment());
        limits = new QueryLimits(this.options);
    }

    /// A step of planning, which takes about a microsecond. Some statements of a few lines would take years.
    public void plan() {
        check();
        if (++planningSteps > MAX_PLANNING_STEPS) {
            throw new QueryException(Reason.UNSUPPORTED, "planning takes too long: steps=" + planningSteps + ", most="
                    + MAX_PLANNING_STEPS + "; nest fewer sub-queries, or split the query");
        }
    }

    public void check() {
        limits.check();
    }

    /// The same failure with the times of the whole query: a scan knows only what was left of them.
    public SqlException whole(SqlException failure) {
        return failure.reason() != SqlException.Reason.DEADLINE ? failure
                : new SqlException(failure.reason(), limits.timeOver().getMessage(), failure);
    }

    /// The same for work of nanoseconds.
    public void tick() {
        if (calls++ % INTERVAL == 0) {
            check();
        }
    }

    /// A row passes, or a loop goes round.
    ///
    /// @param bytes that are kept of it until the end of the query
    public void row(long bytes) {
        tick();
        keptBytes += bytes;
        limits.requireMemory(keptBytes);
    }

    /// Most characters of a text that the query computes: one text is a small part of the memory.
    public int textCharacters() {
        return Math.clamp(options.memoryBytes() / 64, 1 << 10, 1 << 26);
    }

    /// What is left, for a part of the query.
    public QueryOptions remaining() {
        return limits.remaining();
    }
}
