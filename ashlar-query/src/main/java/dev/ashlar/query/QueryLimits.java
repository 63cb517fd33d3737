// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.QueryException.Reason;
import java.time.Duration;
import java.util.Optional;

/// Enforces the limits of one query: cancellation, memory, and time since its start.
///
/// **Threading**: any thread. **Failure**: a [QueryException] that names the limit.
public final class QueryLimits {
    private final QueryOptions options;
    private final long startNs = System.nanoTime();
    private final long limitNs;

    /// Starts the clock.
    public QueryLimits(QueryOptions options) {
        this.options = options;
        limitNs = options.timeLimit().toNanos();
    }

    /// @throws QueryException if the query was cancelled or has exceeded its time limit
    public void check() {
        if (options.cancellation().isCancelled()) {
            throw cancelled();
        }
        if (elapsedNs() > limitNs) {
            throw timeOver();
        }
    }

    /// The moment that the query shares with other queries, if any.
    public Optional<Moment> moment() {
        return options.moment();
    }

    private long elapsedNs() {
        return System.nanoTime() - startNs;
    }

    public QueryException cancelled() {
        return QueryException.cancelled();
    }

    /// The exception for a query that has exceeded its time limit.
    public QueryException timeOver() {
        return new QueryException(Reason.DEADLINE, "query took too long: elapsedNs=" + elapsedNs() + ", timeLimitNs="
                + limitNs + "; allow more time (timeLimit, --limit-time), or select fewer rows");
    }

    public boolean fits(long bytes) {
        return bytes <= options.memoryBytes();
    }

    /// @param bytes bytes that the query keeps
    /// @throws QueryException if they exceed `memoryBytes`
    public void requireMemory(long bytes) {
        if (!fits(bytes)) {
            throw new QueryException(Reason.MEMORY, "query needs too much memory: bytes=" + bytes + ", memoryBytes="
                    + options.memoryBytes() + "; allow more (memoryBytes, --limit-memory), or join, group and order "
                    + "fewer rows");
        }
    }

    /// Reports the memory of the query to the program that runs it: see [QueryOptions#memory].
    ///
    /// @param bytes bytes that the query keeps
    public void keeps(long bytes) {
        options.memory().accept(bytes);
    }

    /// Options for a part of the query: the same, with the remaining time.
    ///
    /// @throws QueryException if the query was cancelled or has exceeded its time limit
    public QueryOptions remaining() {
        check();
        return options.withTimeLimit(Duration.ofNanos(Math.max(0, limitNs - elapsedNs())));
    }
}
