// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import dev.ashlar.query.Moment;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryLimits;
import dev.ashlar.query.QueryOptions;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Tracks what one query uses of its [QueryLimits]; shared by the threads that run the query.
///
/// **Threading**: any thread.
public final class QueryBudget {
    /// Rows between two checks of the clock.
    public static final int INTERVAL_ROWS = 1024;
    /// A change of less is not reported.
    private static final long STEP_BYTES = 1 << 16;

    private final QueryLimits limits;
    /// Of the query that this is a part of; null if it is the query itself.
    private final QueryBudget whole;
    private final AtomicLong reserved = new AtomicLong();
    private final Object reporting = new Object();
    private volatile long reported;
    private volatile boolean stopped;

    public QueryBudget(QueryOptions options) {
        this(new QueryLimits(options), null);
    }

    private QueryBudget(QueryLimits limits, QueryBudget whole) {
        this.limits = limits;
        this.whole = whole;
    }

    /// The budget of a part of the query: what it reserves counts for the whole, too, until it is [#reset].
    public QueryBudget part() {
        return new QueryBudget(limits, this);
    }

    /// What the query sees together with others.
    public Optional<Moment> moment() {
        return limits.moment();
    }

    /// To be called at least every [#INTERVAL_ROWS] rows.
    ///
    /// @throws QueryException if the query was cancelled or its time is over
    public void check() {
        if (stopped || whole != null && whole.stopped) {
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
        reserved.addAndGet(bytes);
        if (whole != null) {
            whole.reserve(bytes);
        } else {
            limits.requireMemory(reserved.get());
            report();
        }
    }

    /// Counts memory that the query can do without.
    ///
    /// @return whether it fits; if not, nothing is counted
    public boolean tryReserve(long bytes) {
        long now = reserved.addAndGet(bytes);
        boolean fits = whole == null ? limits.fits(now) : whole.tryReserve(bytes);
        if (!fits) {
            reserved.addAndGet(-bytes);
        } else if (whole == null) {
            report();
        }
        return fits;
    }

    /// Of the whole query. The last report has the newest bytes.
    private void report() {
        if (!isReported()) {
            synchronized (reporting) {
                if (!isReported()) {
                    reported = reserved.get();
                    limits.keeps(reported);
                }
            }
        }
    }

    private boolean isReported() {
        return Math.abs(reserved.get() - reported) < STEP_BYTES;
    }

    public void release(long bytes) {
        reserved.addAndGet(-bytes);
        if (whole != null) {
            whole.release(bytes);
        } else {
            report();
        }
    }

    /// Starts again, except for the clock: all memory is released.
    public void reset() {
        long bytes = reserved.getAndSet(0);
        if (whole != null) {
            whole.release(bytes);
        } else {
            report();
        }
        stopped = false;
    }
}
