// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import java.util.concurrent.atomic.AtomicLong;

/// What bounds the answer to one question: its caller's patience, its time, its memory.
///
/// **Threading**: any thread.
public final class Guard {
    /// Rows between two looks at the clock.
    public static final int INTERVAL_ROWS = 1024;

    private final QueryOptions options;
    private final long startNs = System.nanoTime();
    private final long limitNs;
    private final AtomicLong taken = new AtomicLong();
    private volatile boolean stopped;

    public Guard(QueryOptions options) {
        this.options = options;
        limitNs = options.timeLimit().toNanos();
    }

    /// To be called now and then.
    ///
    /// @throws QueryException if the question is called off, or its time is over
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

    /// Ends the work of all threads, since one of them failed or nobody wants it.
    public void stop() {
        stopped = true;
    }

    /// Notes memory that is kept.
    ///
    /// @throws QueryException if it is more than there may be
    public void take(long bytes) {
        long now = taken.addAndGet(bytes);
        if (now > options.memoryBytes()) {
            throw new QueryException(Reason.MEMORY, "query needs too much memory: bytes=" + now + ", memoryBytes="
                    + options.memoryBytes() + "; allow more (memoryBytes, --limit-memory), or group and order fewer "
                    + "rows");
        }
    }

    /// Notes memory that one can do without.
    ///
    /// @return whether there may be so much
    public boolean tryTake(long bytes) {
        boolean fits = taken.addAndGet(bytes) <= options.memoryBytes();
        if (!fits) {
            give(bytes);
        }
        return fits;
    }

    public void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    /// Begins anew, but for the clock: all that was kept is given up.
    public void reset() {
        taken.set(0);
        stopped = false;
    }
}
