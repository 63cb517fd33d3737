// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;

/// How a query is run, and its limits.
///
/// @param engine       the engine that runs the query
/// @param threads      number of threads, at least 1; the result does not depend on it
/// @param timeLimit    time limit from the call of `run`; a query that exceeds it fails with a [QueryException]
///     `DEADLINE`
/// @param memoryBytes  approximate memory limit for groups and for rows kept for ordering, with their texts; a query
///     that exceeds it fails with a [QueryException] `MEMORY`
/// @param cancellation lets another thread cancel the query
/// @param memory       called with the bytes that count towards `memoryBytes`, on any thread of the query, whenever
///     they have changed considerably; an exception that it throws ends the query
/// @param moment       the moment that the query shares with other queries; empty for its own
public record QueryOptions(Engine engine, int threads, Duration timeLimit, long memoryBytes,
        Cancellation cancellation, LongConsumer memory, Optional<Moment> moment) {
    /// Maximum of `threads`.
    public static final int MAX_THREADS = 1024;
    private static final Duration NO_TIME_LIMIT = Duration.ofDays(365);
    private static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    /// What runs a query.
    public enum Engine {
        /// Kernels generated for the query where possible, otherwise the interpreter.
        BEST,
        /// The interpreter, row by row: slow, and simple enough to be the reference for all other engines.
        INTERPRETER
    }

    public QueryOptions {
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(cancellation, "cancellation");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(moment, "moment");
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

    /// One thread, no time limit, 256 MiB.
    public static QueryOptions defaults() {
        return new QueryOptions(Engine.BEST, 1, NO_TIME_LIMIT, DEFAULT_MEMORY_BYTES, new Cancellation(), _ -> { },
                Optional.empty());
    }

    public QueryOptions withEngine(Engine other) {
        return new QueryOptions(other, threads, timeLimit, memoryBytes, cancellation, memory, moment);
    }

    public QueryOptions withThreads(int count) {
        return new QueryOptions(engine, count, timeLimit, memoryBytes, cancellation, memory, moment);
    }

    public QueryOptions withTimeLimit(Duration limit) {
        return new QueryOptions(engine, threads, limit, memoryBytes, cancellation, memory, moment);
    }

    public QueryOptions withMemoryBytes(long bytes) {
        return new QueryOptions(engine, threads, timeLimit, bytes, cancellation, memory, moment);
    }

    public QueryOptions withCancellation(Cancellation other) {
        return new QueryOptions(engine, threads, timeLimit, memoryBytes, other, memory, moment);
    }

    public QueryOptions withMemory(LongConsumer other) {
        return new QueryOptions(engine, threads, timeLimit, memoryBytes, cancellation, other, moment);
    }

    public QueryOptions withMoment(Moment shared) {
        return new QueryOptions(engine, threads, timeLimit, memoryBytes, cancellation, memory, Optional.of(shared));
    }
}
