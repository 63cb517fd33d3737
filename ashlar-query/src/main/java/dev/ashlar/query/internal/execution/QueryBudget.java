// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import java.util.concurrent.atomic.AtomicLong;

/// Limits of one query: cancellation, time, memory.
///
/// **Threading**: any thread.
public final class QueryBudget {
    /// Rows between two looks at the clock.
    public static final int INTERVAL_ROWS = 1024;

    private final QueryOptions options;
    private final long startNs = System.nanoTime();
    private final long limitNs;
    private final AtomicLong reserved = new AtomicLong();
    private volatile boolean stopped;

    public QueryBudget(QueryOptions options) {
        this.options = options;
        limitNs = options.timeLimit().toNanos();
    }

    /// To be called at least every [#INTERVAL_ROWS] rows.
    ///
    /// @throws QueryException if the query was cancelled or its time is over
    public void check() {
        if (options.cancellation().isCancelled() || stopped) {
            throw new QueryException(Reason.CANCELLED, "query was cancelled");
        }
        long elapsedNs = System.nanoTime() - startNs;
        if (elapsedNs > limitNs) {
            throw new QueryException(Reason.DEADLINE, "query took too long: elapsedNs=" + elapsedNs + ", timeLimitNs="
                    + limitNs + "; allow more time (timeLimit, --limit-time), or ask for fewer rows");
        }
    }

    /// Ends the work of all threads, since one of them failed or was interrupted.
    public void stop() {
        stopped = true;
    }

    /// Counts memory that the query keeps.
    ///
    /// @throws QueryException if that exceeds `memoryBytes`
    public void reserve(long bytes) {
        long now = reserved.addAndGet(bytes);
        if (now > options.memoryBytes()) {
            throw new QueryException(Reason.MEMORY, "query needs too much memory: bytes=" + now + ", memoryBytes="
                    + options.memoryBytes() + "; allow more (memoryBytes, --limit-memory), or group and order fewer "
                    + "rows");
        }
    }

    /// Counts memory that the query can do without.
    ///
    /// @return whether it fits; if not, nothing is counted
    public boolean tryReserve(long bytes) {
        boolean fits = reserved.addAndGet(bytes) <= options.memoryBytes();
        if (!fits) {
            release(bytes);
        }
        return fits;
    }

    public void release(long bytes) {
        reserved.addAndGet(-bytes);
    }

    /// Starts again, except for the clock: all memory is released.
    public void reset() {
        reserved.set(0);
        stopped = false;
    }
}
