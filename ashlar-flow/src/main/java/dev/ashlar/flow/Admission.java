// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.admission.AdmissionCounts;
import dev.ashlar.flow.internal.admission.AdmissionNotices;
import dev.ashlar.flow.internal.admission.AdmissionState;
import dev.ashlar.flow.internal.admission.PartitionDepths;
import dev.ashlar.flow.internal.admission.Permits;
import dev.ashlar.flow.internal.admission.ServiceTimes;
import java.util.Objects;
import java.util.function.LongSupplier;

/// Decides which requests to admit to a queue. Admitted requests are answered within a time limit and the others are
/// refused at once, instead of all being late.
///
/// ```
///   request ──► admit ──► queue ──► begin ── served ── end
///                 │                   │
///                 └► refused          └► false: dropped meanwhile
/// ```
///
/// ```java
/// long permit = admission.admit();
/// if (permit < 0) {
///     answer(503, admission.drainNs());
/// } else {
///     queue.add(request, permit);             // served elsewhere:
/// }                                           // if (admission.begin(permit)) { serve(); admission.end(permit); }
/// ```
///
/// Each permit ends once: by [#end], by [#abandon], or by a [#begin] that returns that it was dropped. A limit computed
/// from a latency ([AdmissionLimit#forLatency]) follows the service times between `begin` and `end`. If nothing is
/// served at all, requests are refused as soon as the oldest has waited longer than that latency.
///
/// **Threading**: any thread. With the policy to refuse, refusing takes no lock; everything else takes a short lock,
/// except reading counters. Allocates nothing.
///
/// **Failure**: refusals are negative values:
///
/// | value        | meaning                                                             |
/// |--------------|---------------------------------------------------------------------|
/// | [#BUSY]      | no room under the limit for a request of this partition, or as many |
/// |              | threads wait for room as the policy allows                          |
/// | [#OVERDUE]   | the oldest waiting request has exceeded the latency limit           |
/// | [#TIMED_OUT] | no room before the timeout of the policy, or an interrupt           |
/// | [#CLOSED]    | nothing is admitted any more                                        |
public final class Admission implements AutoCloseable {
    public static final long BUSY = -1;
    public static final long OVERDUE = -2;
    public static final long TIMED_OUT = -3;
    public static final long CLOSED = -4;
    /// Most requests that may be admitted at once.
    public static final int MAX_REQUESTS = 1 << 20;

    private static final long ADMITTED = 0;
    private static final long NS_PER_MS = 1_000_000;
    /// Service times in a window, if they do not determine the limit.
    private static final int SAMPLES = 64;

    private final AdmissionOptions options;
    private final AdmissionListener listener;
    private final LongSupplier clock;
    private final long boundNs;
    private final AdmissionPolicy.Block blocking;
    private final boolean dropsOldest;
    /// Whether a full partition is all there is to look at.
    private final boolean refusesAtOnce;

    /// Guards all that follows; state and counts can be read without it.
    private final Object lock = new Object();
    private final Permits permits;
    private final ServiceTimes times;
    private final PartitionDepths partitions;
    private int blocked;
    private final AdmissionState state;
    private final AdmissionCounts counts;

    private final AdmissionNotices notices;

    public Admission(AdmissionOptions options) {
        this(options, AdmissionListener.NONE, System::nanoTime);
    }

    /// @param clock returns nanoseconds, as `System.nanoTime` does. Blocked threads wait by the system clock
    public Admission(AdmissionOptions options, AdmissionListener listener, LongSupplier clock) {
        this.options = options;
        this.listener = Objects.requireNonNull(listener, "listener");
        this.clock = Objects.requireNonNull(clock, "clock");
        AdmissionLimit chosen = options.limit();
        boundNs = chosen.maxLatencyNs();
        blocking = options.policy() instanceof AdmissionPolicy.Block block ? block : null;
        dropsOldest = options.policy() instanceof AdmissionPolicy.DropOldest;
        refusesAtOnce = blocking == null && !dropsOldest && !options.dryRun();
        int count = options.partitions().size();
        // A dropped request keeps its place until its turn in the queue.
        permits = new Permits(dropsOldest ? 2 * chosen.mostRequests() : chosen.mostRequests(), count);
        times = chosen instanceof AdmissionLimit.ForLatency measured
                ? new ServiceTimes(measured.window().toNanos(), measured.samples(), clock.getAsLong())
                : new ServiceTimes(0, SAMPLES, clock.getAsLong());
        partitions = new PartitionDepths(options.partitions().stream()
                .mapToDouble(AdmissionOptions.Partition::share).toArray());
        counts = new AdmissionCounts(count);
        state = new AdmissionState(chosen.initialRequests(), options.alertPart(), options.clearPart());
        notices = new AdmissionNotices(listener, state);
        synchronized (lock) {
            partitions.divide(state.limit());
            publish();
        }
    }

    /// Asks to admit a request of the first partition.
    public long admit() {
        return admit(0);
    }

    /// Asks to admit a request.
    ///
    /// @param partition index of the partition in the options
    /// @return its permit; or [#BUSY], [#OVERDUE], [#TIMED_OUT], [#CLOSED]
    public long admit(int partition) {
        Objects.checkIndex(partition, partitions.count());
        if (refusesAtOnce && !state.hasRoom(partition)) {
            return refuse(partition, state.isClosed() ? CLOSED : BUSY);
        }
        long now = clock.getAsLong();
        if (refusesAtOnce && state.isWaiting() && isOverdue(now)) {
            return refuse(partition, OVERDUE);
        }
        if (dropsOldest && !options.dryRun()) {
            makeRoom(partition, now);
        }
        long result;
        synchronized (lock) {
            result = blocking == null || options.dryRun() ? verdict(partition, now) : await(partition, now);
            if (result == ADMITTED || options.dryRun() && result != CLOSED) {
                result = enter(partition, result == ADMITTED, blocking == null ? now : clock.getAsLong());
            }
        }
        notices.report();
        return result < 0 ? refuse(partition, result) : result;
    }

    private long refuse(int partition, long reason) {
        counts.refuse(partition);
        return reason;
    }

    private boolean isOverdue(long now) {
        return boundNs > 0 && now - state.oldestNs() > boundNs;
    }

    private long verdict(int partition, long now) {
        if (state.isClosed()) {
            return CLOSED;
        }
        // In a dry run the queue is longer than it would be otherwise.
        return !state.hasRoom(partition) ? BUSY
                : state.isWaiting() && !options.dryRun() && isOverdue(now) ? OVERDUE : ADMITTED;
    }

    private long enter(int partition, boolean fits, long now) {
        long permit = fits ? permits.take(partition, now) : Permits.NONE;
        if (permit == Permits.NONE) {
            if (!options.dryRun()) {
                return BUSY;
            }
            permit = Permits.nowhere(partition);
        }
        if (fits) {
            partitions.enter(partition);
        } else {
            counts.refuse(partition);
        }
        counts.accept(partition);
        publish();
        return permit;
    }

    /// Blocks the thread while there is no room.
    private long await(int partition, long now) {
        long verdict = verdict(partition, now);
        if (verdict == ADMITTED || verdict == CLOSED) {
            return verdict;
        }
        if (blocked == blocking.mostThreads()) {
            return BUSY;
        }
        long start = System.nanoTime();
        long timeoutNs = blocking.timeout().toNanos();
        blocked++;
        try {
            while (verdict == BUSY || verdict == OVERDUE) {
                long left = timeoutNs - (System.nanoTime() - start);
                if (left <= 0) {
                    return TIMED_OUT;
                }
                lock.wait(left / NS_PER_MS, (int) (left % NS_PER_MS));
                verdict = verdict(partition, clock.getAsLong());
            }
            return verdict;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return TIMED_OUT;
        } finally {
            blocked--;
        }
    }

    /// Drops one after the other, since listeners must not be called under the lock.
    private void makeRoom(int partition, long now) {
        while (true) {
            long victim;
            synchronized (lock) {
                long verdict = verdict(partition, now);
                int place = verdict == BUSY ? permits.oldest(partition)
                        : verdict == OVERDUE ? permits.oldest() : Permits.NONE;
                if (place == Permits.NONE || permits.isFull()) {
                    return;
                }
                partitions.leave(permits.partitionAt(place));
                victim = permits.drop(place);
                counts.drop();
                publish();
            }
            listener.dropped(victim);
        }
    }

    /// A request has left the queue and its service begins.
    ///
    /// @return whether to serve it; false if it was dropped and its permit has ended
    /// @throws IllegalStateException if the permit has ended, or its service has begun
    public boolean begin(long permit) {
        if (Permits.isNowhere(permit)) {
            return true;
        }
        long now = clock.getAsLong();
        synchronized (lock) {
            boolean served = permits.begin(permits.place(permit), now);
            publish();
            // The next in the queue may not be overdue.
            wakeBlocked();
            return served;
        }
    }

    /// A request was served.
    ///
    /// @throws IllegalStateException if the permit has ended, or its service has not begun
    public void end(long permit) {
        end(permit, -1);
    }

    /// A request was served, with its own service time, for callers that serve several at once.
    ///
    /// @param serviceNs time that one thread spent on this request
    /// @throws IllegalStateException if the permit has ended, or its service has not begun
    public void end(long permit, long serviceNs) {
        long now = clock.getAsLong();
        synchronized (lock) {
            int partition = permits.partition(permit);
            if (!Permits.isNowhere(permit)) {
                int place = permits.place(permit);
                if (!permits.isServed(place)) {
                    throw new IllegalStateException("service has not begun: permit=" + permit);
                }
                if (boundNs > 0 && now - permits.admittedNs(place) > boundNs) {
                    counts.late();
                }
                measure(serviceNs >= 0 ? serviceNs : now - permits.begunNs(place), now);
                permits.end(place);
            }
            leave(partition);
        }
        notices.report();
    }

    /// A request ended without being served: its client has left, or it failed. Its service time is not counted.
    ///
    /// @throws IllegalStateException if the permit has ended
    public void abandon(long permit) {
        synchronized (lock) {
            int partition = permits.partition(permit);
            boolean counted = true;
            if (!Permits.isNowhere(permit)) {
                int place = permits.place(permit);
                counted = !permits.isDropped(place);
                permits.end(place);
            }
            if (counted) {
                leave(partition);
            }
        }
        notices.report();
    }

    private void measure(long ns, long now) {
        if (!times.add(ns, now)) {
            return;
        }
        state.serviceNs(times.meanNs());
        if (options.limit() instanceof AdmissionLimit.ForLatency measured) {
            // Where the mean is not known well, it is taken for longer than it seems.
            int wanted = measured.requests(times.meanNs() + times.meanErrorNs(), times.varianceNs(),
                    options.threads());
            // One window that is not like the others changes little.
            int limit = state.limit();
            state.limit(Math.clamp(wanted, Math.max(limit / 2, measured.leastRequests()), 2 * limit));
            partitions.divide(state.limit());
        }
    }

    private void leave(int partition) {
        partitions.leave(partition);
        publish();
        wakeBlocked();
    }

    private void wakeBlocked() {
        if (blocked > 0) {
            lock.notifyAll();
        }
    }

    private void publish() {
        state.publish(partitions, permits);
    }

    /// Requests admitted and not ended. In a dry run, as many as would be admitted.
    public int depth() {
        return state.depth();
    }

    /// The current limit on admitted requests.
    public int limit() {
        return state.limit();
    }

    /// The most requests that were admitted at once.
    public int highWater() {
        return state.highWater();
    }

    /// Whether the alert is raised.
    public boolean isAlert() {
        return state.isAlert();
    }

    /// How long the oldest waiting request has waited, in nanoseconds; 0 if none waits.
    public long oldestAgeNs() {
        return state.isWaiting() ? Math.max(0, clock.getAsLong() - state.oldestNs()) : 0;
    }

    /// The recent mean service time, in nanoseconds; 0 before it is known.
    public double serviceNs() {
        return state.serviceNs();
    }

    /// About how long it takes to serve all admitted requests, in nanoseconds: after that a retry is worthwhile. 0
    /// before it is known.
    public long drainNs() {
        return (long) (state.serviceNs() * state.depth() / options.threads());
    }

    /// Requests admitted so far; in a dry run, all.
    public long acceptedCount() {
        return counts.acceptedCount();
    }

    /// The same for one partition.
    public long acceptedCount(int partition) {
        return counts.acceptedCount(partition);
    }

    /// Requests refused so far; in a dry run, those that would have been.
    public long refusedCount() {
        return counts.refusedCount();
    }

    /// The same for one partition.
    public long refusedCount(int partition) {
        return counts.refusedCount(partition);
    }

    /// Admitted requests that were dropped for newer ones.
    public long droppedCount() {
        return counts.droppedCount();
    }

    /// Requests that were served but exceeded the latency limit.
    public long lateCount() {
        return counts.lateCount();
    }

    public AdmissionOptions options() {
        return options;
    }

    /// Admits nothing from now on. Existing permits end as usual.
    @Override
    public void close() {
        synchronized (lock) {
            state.close();
            publish();
            lock.notifyAll();
        }
    }
}
