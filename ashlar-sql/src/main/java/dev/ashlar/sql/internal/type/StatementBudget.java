// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException;
import java.time.Duration;

/// What one query may take, from the moment it is asked: time, of which planning takes its share, and memory; and
/// whether it is cancelled.
///
/// **Threading**: the thread of its query. **Failure**: a [QueryException] that names the bound.
public final class StatementBudget {
    /// Calls between two looks at the clock.
    private static final int INTERVAL = 1024;
    /// More than any plan should take: usual ones take hundreds, those of very long statements some 100,000.
    private static final int MAX_PLANNING_STEPS = 5_000_000;

    private final QueryOptions options;
    private final long startNs = System.nanoTime();
    private final long limitNs;
    private int calls;
    private int planningSteps;
    private long keptBytes;

    public StatementBudget(QueryOptions options) {
        this.options = options;
        limitNs = options.timeLimit().toNanos();
    }

    /// A step of planning, which takes about a microsecond. Some statements of a few lines would take years.
    public void plan() {
        check();
        if (++planningSteps > MAX_PLANNING_STEPS) {
            throw new QueryException(Reason.UNSUPPORTED, "planning takes too long: steps=" + planningSteps + ", most="
                    + MAX_PLANNING_STEPS + "; write fewer sub-queries within each other, or ask in parts");
        }
    }

    public void check() {
        if (options.cancellation().isCancelled()) {
            throw new QueryException(Reason.CANCELLED, "query was cancelled");
        }
        long elapsedNs = System.nanoTime() - startNs;
        if (elapsedNs > limitNs) {
            throw new QueryException(Reason.DEADLINE, late(elapsedNs));
        }
    }

    private String late(long elapsedNs) {
        return "query took too long: elapsedNs=" + elapsedNs + ", timeLimitNs=" + limitNs
                + "; allow more time (timeLimit, --limit-time), or ask for fewer rows";
    }

    /// A failure as one of the whole query: a scan has but what was left of its time.
    public SqlException whole(SqlException failure) {
        return failure.reason() != SqlException.Reason.DEADLINE ? failure
                : new SqlException(failure.reason(), late(System.nanoTime() - startNs), failure);
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
        if (keptBytes > options.memoryBytes()) {
            throw new QueryException(Reason.MEMORY, "query needs too much memory: bytes=" + keptBytes
                    + ", memoryBytes=" + options.memoryBytes() + "; allow more (memoryBytes, --limit-memory), or join, "
                    + "group and order fewer rows");
        }
    }

    /// Most characters of a text that the query computes: one text is a small part of the memory.
    public int textCharacters() {
        return Math.clamp(options.memoryBytes() / 64, 1 << 10, 1 << 26);
    }

    /// What is left, for a part of the query.
    public QueryOptions remaining() {
        check();
        return options.withTimeLimit(Duration.ofNanos(Math.max(0, limitNs - (System.nanoTime() - startNs))));
    }
}
