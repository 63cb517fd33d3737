// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.replay;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.internal.feed.TimeHistogram;
import dev.ashlar.ingest.replay.ReplayPace;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/// Waits until each packet is due: parks while there is time, and spins for the last moment, in which the system could
/// wake up too late. Counts how late packets were.
///
/// **Threading**: one thread, which waits; [#stop] by any. Allocates nothing per packet.
public final class Pacer {
    /// Systems wake up some 60 µs late.
    private static final long SPIN_NS = 200_000;
    private static final long MAX_PARK_NS = 50_000_000;

    private final ReplayPace pace;
    private final LongSupplier nanoTime;
    private final LongConsumer park;
    private final TimeHistogram lateness = new TimeHistogram();
    private long packets;
    private long firstTimeNs = MessageContext.NO_TIME;
    private long startNs;
    private Runnable beforeWaiting = () -> { };
    private volatile boolean stopped;

    public Pacer(ReplayPace pace) {
        this(pace, System::nanoTime, LockSupport::parkNanos);
    }

    /// @param nanoTime the monotonic clock
    /// @param park     waits for at most so long
    public Pacer(ReplayPace pace, LongSupplier nanoTime, LongConsumer park) {
        this.pace = pace;
        this.nanoTime = nanoTime;
        this.park = park;
    }

    /// Runs this from now on before each wait.
    public void beforeWaiting(Runnable action) {
        beforeWaiting = action;
    }

    /// Waits until the next packet is due.
    ///
    /// @param timeNs when it was captured, or [MessageContext#NO_TIME]
    /// @return false if the replay was stopped
    public boolean await(long timeNs) {
        long nowNs = nanoTime.getAsLong();
        if (packets == 0) {
            startNs = nowNs;
        }
        if (firstTimeNs == MessageContext.NO_TIME) {
            firstTimeNs = timeNs;
        }
        long dueNs = pace.dueNs(packets, timeNs == MessageContext.NO_TIME ? 0 : Math.max(0, timeNs - firstTimeNs));
        packets++;
        if (dueNs > 0) {
            nowNs = waitFor(dueNs, nowNs);
            lateness.add(nowNs - startNs - dueNs);
        }
        return !stopped;
    }

    private long waitFor(long dueNs, long fromNs) {
        long nowNs = fromNs;
        long rest = dueNs - (nowNs - startNs);
        if (rest > 0) {
            beforeWaiting.run();
        }
        while (rest > 0 && !stopped) {
            if (rest > SPIN_NS) {
                park.accept(Math.min(rest - SPIN_NS, MAX_PARK_NS));
            } else {
                Thread.onSpinWait();
            }
            nowNs = nanoTime.getAsLong();
            rest = dueNs - (nowNs - startNs);
        }
        return nowNs;
    }

    /// Ends the waiting soon.
    public void stop() {
        stopped = true;
    }

    public boolean isStopped() {
        return stopped;
    }

    /// Time since the first packet was due.
    public long elapsedNs() {
        return packets == 0 ? 0 : nanoTime.getAsLong() - startNs;
    }

    /// How late packets were that had a time.
    public TimeHistogram lateness() {
        return lateness;
    }
}
