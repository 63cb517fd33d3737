// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/// The counters of the gateway; each part of it counts its own events.
///
/// **Threading**: any; counting allocates nothing.
public final class GatewayMetrics {
    /// Maximum number of log lines per second, so that refused clients cannot fill the disk.
    private static final int LINES_PER_SECOND = 10;
    private static final long SECOND_NS = 1_000_000_000;

    public final LongAdder acceptedRequests = new LongAdder();
    public final LongAdder acceptedMessages = new LongAdder();
    public final LongAdder acceptedBytes = new LongAdder();
    public final LongAdder durableRequests = new LongAdder();
    public final LongAdder groups = new LongAdder();
    public final LongAdder syncs = new LongAdder();
    public final LongAdder queries = new LongAdder();
    public final LongAdder events = new LongAdder();
    public final LongAdder threadErrors = new LongAdder();
    /// Connections of each port, as far as the system allows.
    public volatile int connectionLimit;
    public final AtomicInteger httpConnections = new AtomicInteger();
    public final AtomicInteger tcpConnections = new AtomicInteger();
    /// Connections over the limit that are being told so.
    public final AtomicInteger tcpRefused = new AtomicInteger();
    public final AtomicInteger streams = new AtomicInteger();
    /// Time from when messages began to arrive until they were in the store.
    public final Latency latency = new Latency("accepted");
    /// Time from when a request was routed until it was refused for lack of space.
    public final Latency refusalTime = new Latency("refused");
    private final Map<Rejection, LongAdder> refused = new EnumMap<>(Rejection.class);
    private final Consumer<String> log;
    private final AtomicLong secondNs = new AtomicLong(System.nanoTime());
    private final AtomicInteger lines = new AtomicInteger();
    private final AtomicLong swallowed = new AtomicLong();

    /// @param log gets lines for people
    public GatewayMetrics(Consumer<String> log) {
        this.log = log;
        for (Rejection refusal : Rejection.values()) {
            refused.put(refusal, new LongAdder());
        }
    }

    /// Counts a refused request.
    public void refused(Rejection refusal) {
        refused.get(refusal).increment();
    }

    public long refusedCount(Rejection refusal) {
        return refused.get(refusal).sum();
    }

    public long refusedCount() {
        return refused.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /// Counts a client whose connection was cut off, and logs it.
    public void cutOff(Rejection refusal, String peer) {
        refused(refusal);
        log("cut off: reason=" + refusal.label() + ", peer=" + peer);
    }

    /// Logs a line, unless this second already has too many; the next line says how many were left out.
    public void log(String line) {
        long now = System.nanoTime();
        long second = secondNs.get();
        if (now - second >= SECOND_NS && secondNs.compareAndSet(second, now)) {
            lines.set(0);
        }
        if (lines.incrementAndGet() > LINES_PER_SECOND) {
            swallowed.incrementAndGet();
            return;
        }
        long missing = swallowed.getAndSet(0);
        try {
            log.accept(missing == 0 ? line : line + " (and " + missing + " lines before it)");
        } catch (RuntimeException e) {
            // A line that cannot be written must not stop the caller.
            swallowed.addAndGet(missing + 1);
        }
    }

    /// Counts and logs an error on a thread that continues.
    public void threadError(String thread, Throwable error) {
        threadErrors.increment();
        log("internal error, please report it: " + error + ", thread=" + thread);
    }
}
