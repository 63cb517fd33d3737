// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryLimits;
import dev.ashlar.query.QueryOptions;
import java.util.concurrent.atomic.AtomicLong;

/// What one query has left of its [QueryLimits], shared by the threads that run it.
///
/// **Threading**: any thread.
public final class QueryBudget {
    /// Rows between two looks at the clock.
    public static final int INTERVAL_ROWS = 1024;

    private final QueryLimits limits;
    private final AtomicLong reserved = new AtomicLong();
    private volatile boolean stopped;

    public QueryBudget(QueryOptions options) {
        limits = new QueryLimits(options);
    }

    /// To be called at least every [#INTERVAL_ROWS] rows.
    ///
    /// @throws QueryException if the query was cancelled or its time is over
    public void check() {
        if (stopped) {
            throw limits.cancelled();
        }
        limits.check();
    }

    /// Ends the work of all threads, since one of them failed or was interrupted.
    public void stop() {
        stopped = true;
    }

    /// Counts memory that the query keeps.
    ///
    /// @throws QueryException if that exceeds `memoryBytes`
    public void reserve(long bytes) {
        limits.requireMemory(reserved.addAndGet(bytes));
    }

    /// Counts memory that the query can do without.
    ///
    /// @return whether it fits; if not, nothing is counted
    public boolean tryReserve(long bytes) {
        boolean fits = limits.fits(reserved.addAndGet(bytes));
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
