// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.time.Duration;
import java.util.Objects;

/// How a question is answered, and what it may take.
///
/// @param engine       what runs it
/// @param threads      that work at once, at least 1; the result does not depend on it
/// @param timeLimit    from the call of `run` on; a [QueryException] with `DEADLINE` when it is over
/// @param memoryBytes  that groups and rows kept for ordering may take, about, with their texts; a `MEMORY` exception
///     beyond it
/// @param cancellation by which another thread calls it off
public record QueryOptions(Engine engine, int threads, Duration timeLimit, long memoryBytes,
        Cancellation cancellation) {
    /// More threads than this are refused.
    public static final int MAX_THREADS = 1024;
    private static final Duration NO_TIME_LIMIT = Duration.ofDays(365);
    private static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    /// What answers a question.
    public enum Engine {
        /// Kernels made for the question where they can, the interpreter elsewhere.
        BEST,
        /// The interpreter, row by row: slow, and simple enough to be the measure of all else.
        INTERPRETER
    }

    public QueryOptions {
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(cancellation, "cancellation");
        if (threads < 1 || threads > MAX_THREADS) {
            throw new IllegalArgumentException("threads out of range: threads=" + threads + ", most=" + MAX_THREADS);
        }
        if (timeLimit.isNegative() || timeLimit.compareTo(NO_TIME_LIMIT) > 0) {
            throw new IllegalArgumentException("time limit out of range: timeLimit=" + timeLimit + ", most="
                    + NO_TIME_LIMIT);
        }
        if (memoryBytes < 0) {
            throw new IllegalArgumentException("negative: memoryBytes=" + memoryBytes);
        }
    }

    /// One thread, no limit of time, 256 MiB.
    public static QueryOptions defaults() {
        return new QueryOptions(Engine.BEST, 1, NO_TIME_LIMIT, DEFAULT_MEMORY_BYTES, new Cancellation());
    }

    public QueryOptions withEngine(Engine other) {
        return new QueryOptions(other, threads, timeLimit, memoryBytes, cancellation);
    }

    public QueryOptions withThreads(int count) {
        return new QueryOptions(engine, count, timeLimit, memoryBytes, cancellation);
    }

    public QueryOptions withTimeLimit(Duration limit) {
        return new QueryOptions(engine, threads, limit, memoryBytes, cancellation);
    }

    public QueryOptions withMemoryBytes(long bytes) {
        return new QueryOptions(engine, threads, timeLimit, bytes, cancellation);
    }

    public QueryOptions withCancellation(Cancellation other) {
        return new QueryOptions(engine, threads, timeLimit, memoryBytes, other);
    }
}
