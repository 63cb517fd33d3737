// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
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
/// | [#BUSY]      | as many requests are there as may be                                |
/// | [#OVERDUE]   | the oldest that waits has waited for longer than the bound          |
/// | [#TIMED_OUT] | there was no room for as long as the policy blocks, or an interrupt |
/// | [#CLOSED]    | nothing is admitted any more                                        |
public final class Admission implements AutoCloseable {
    public static final long BUSY = -1;
    public static final long OVERDUE = -2;
    public static final long TIMED_OUT = -3;
    public static final long CLOSED = -4;
    /// Most requests that may be there at once.
    public static final int MAX_REQUESTS = 1 << 20;

    private static final long ADMITTED = 0;
    private static final long NS_PER_MS = 1_000_000;
    /// Of times that set no limit, the last few count.
    private static final int SAMPLES = 64;

    private final AdmissionOptions options;
    private final AdmissionListener listener;
    private final LongSupplier clock;
    private final long boundNs;
    private final AdmissionPolicy.Block blocking;
    private final boolean dropsOldest;
    /// Whether a full partition is all there is to look at.
    private final boolean refusesAtOnce;

    /// Guards all that follows, up to what is volatile.
    private final Object lock = new Object();
    private final Permits permits;
    private final ServiceTimes times;
    private final int[] depths;
    private final int[] floors;
    /// Of the limit: no partition's own.
    private int shared;
    private int blocked;

    /// Written under the lock, read by anybody: a bit for each partition that has room.
    private volatile long open;
    private volatile int limit;
    private volatile int depth;
    private volatile int highWater;
    private volatile boolean alert;
    private volatile boolean closed;
    /// Since when the oldest waits; not of use while nobody does.
    private volatile long oldestNs;
    private volatile boolean waiting;
    private volatile double serviceNs;
    private final AtomicLongArray accepted;
    private final AtomicLongArray refused;
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong late = new AtomicLong();

    private final Object telling = new Object();
    private volatile boolean toldAlert;
    private volatile int toldLimit;

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
        int partitions = options.partitions().size();
        // What was dropped keeps its place until somebody comes to it.
        permits = new Permits(dropsOldest ? 2 * chosen.mostRequests() : chosen.mostRequests(), partitions);
        times = chosen instanceof AdmissionLimit.ForLatency measured
                ? new ServiceTimes(measured.window().toNanos(), measured.samples(), clock.getAsLong())
                : new ServiceTimes(0, SAMPLES, clock.getAsLong());
        depths = new int[partitions];
        floors = new int[partitions];
        accepted = new AtomicLongArray(partitions);
        refused = new AtomicLongArray(partitions);
        limit = chosen.initialRequests();
        toldLimit = limit;
        synchronized (lock) {
            share();
            settle();
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
        Objects.checkIndex(partition, depths.length);
        if (refusesAtOnce && (open & 1L << partition) == 0) {
            return refuse(partition, closed ? CLOSED : BUSY);
        }
        long now = clock.getAsLong();
        if (refusesAtOnce && waiting && isOverdue(now)) {
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
        tell();
        return result < 0 ? refuse(partition, result) : result;
    }

    private long refuse(int partition, long reason) {
        refused.getAndIncrement(partition);
        return reason;
    }

    private boolean isOverdue(long now) {
        return boundNs > 0 && now - oldestNs > boundNs;
    }

    private long verdict(int partition, long now) {
        if (closed) {
            return CLOSED;
        }
        // Of a trial run, the queue is longer than it would be.
        return !hasRoom(partition) ? BUSY : waiting && !options.dryRun() && isOverdue(now) ? OVERDUE : ADMITTED;
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
            depths[partition]++;
        } else {
            refused.getAndIncrement(partition);
        }
        accepted.setRelease(partition, accepted.getPlain(partition) + 1);
        settle();
        return permit;
    }

    /// Holds the thread while there is no room.
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
                depths[permits.partitionAt(place)]--;
                victim = permits.drop(place);
                dropped.setRelease(dropped.getPlain() + 1);
                settle();
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
            settle();
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
                    throw new IllegalStateException("not begun: permit=" + permit);
                }
                if (boundNs > 0 && now - permits.admittedNs(place) > boundNs) {
                    late.setRelease(late.getPlain() + 1);
                }
                measure(serviceNs >= 0 ? serviceNs : now - permits.begunNs(place), now);
                permits.end(place);
            }
            leave(partition);
        }
        tell();
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
        tell();
    }

    private void measure(long ns, long now) {
        if (!times.add(ns, now)) {
            return;
        }
        serviceNs = times.meanNs();
        if (options.limit() instanceof AdmissionLimit.ForLatency measured) {
            // Where the mean is not known well, it is taken for longer than it seems.
            int wanted = measured.requests(times.meanNs() + times.meanErrorNs(), times.varianceNs(),
                    options.threads());
            // One window that is not like the others changes little.
            limit = Math.clamp(wanted, Math.max(limit / 2, measured.leastRequests()), 2 * limit);
            share();
        }
    }

    private void leave(int partition) {
        // In a dry run those leave, too, that were only counted: whoever serves them would have served another.
        depths[partition] = Math.max(0, depths[partition] - 1);
        settle();
        if (blocked > 0) {
            lock.notifyAll();
        }
    }

    private void share() {
        shared = limit;
        for (int i = 0; i < floors.length; i++) {
            floors[i] = (int) (options.partitions().get(i).share() * limit);
            shared -= floors[i];
        }
    }

    private boolean hasRoom(int partition) {
        return (open & 1L << partition) != 0;
    }

    /// Makes known what has changed.
    private void settle() {
        int all = 0;
        int ofShared = 0;
        for (int i = 0; i < depths.length; i++) {
            all += depths[i];
            ofShared += Math.max(0, depths[i] - floors[i]);
        }
        long rooms = 0;
        for (int i = 0; i < depths.length && all < limit && !closed; i++) {
            rooms |= depths[i] < floors[i] || ofShared < shared ? 1L << i : 0;
        }
        set(all, rooms);
        int oldest = permits.oldest();
        if (oldest != Permits.NONE && permits.admittedNs(oldest) != oldestNs) {
            oldestNs = permits.admittedNs(oldest);
        }
        if (waiting != (oldest != Permits.NONE)) {
            waiting = !waiting;
        }
    }

    /// A volatile word is only stored where it changes: stores cost more than looking.
    private void set(int all, long rooms) {
        if (depth != all) {
            depth = all;
        }
        if (open != rooms) {
            open = rooms;
        }
        if (all > highWater) {
            highWater = all;
        }
        boolean raised = all >= options.alertPart() * limit || alert && all > options.clearPart() * limit;
        if (raised != alert) {
            alert = raised;
        }
    }

    /// The thread that finds something untold tells it; others that come meanwhile wait, so that the last word is true.
    private void tell() {
        if (toldAlert == alert && toldLimit == limit) {
            return;
        }
        synchronized (telling) {
            int now = limit;
            if (toldLimit != now) {
                int before = toldLimit;
                toldLimit = now;
                listener.limitChanged(before, now);
            }
            boolean raised = alert;
            if (toldAlert != raised) {
                toldAlert = raised;
                if (raised) {
                    listener.alertRaised(depth, now);
                } else {
                    listener.alertCleared(depth, now);
                }
            }
        }
    }

    /// Requests admitted and not ended. In a dry run, as many as there would be.
    public int depth() {
        return depth;
    }

    /// The current limit on admitted requests.
    public int limit() {
        return limit;
    }

    /// The most requests that were admitted at once.
    public int highWater() {
        return highWater;
    }

    /// Whether the alert is raised.
    public boolean isAlert() {
        return alert;
    }

    /// How long the oldest waiting request has waited, in nanoseconds; 0 if none waits.
    public long oldestAgeNs() {
        return waiting ? Math.max(0, clock.getAsLong() - oldestNs) : 0;
    }

    /// The recent mean service time, in nanoseconds; 0 before it is known.
    public double serviceNs() {
        return serviceNs;
    }

    /// About how long it takes to serve all admitted requests, in nanoseconds: after that a retry is worthwhile. 0
    /// before it is known.
    public long drainNs() {
        return (long) (serviceNs * depth / options.threads());
    }

    /// Requests admitted so far; in a dry run, all.
    public long acceptedCount() {
        return sum(accepted);
    }

    /// Of one partition.
    public long acceptedCount(int partition) {
        return accepted.get(partition);
    }

    /// Requests refused so far; in a dry run, those that would have been.
    public long refusedCount() {
        return sum(refused);
    }

    /// Of one partition.
    public long refusedCount(int partition) {
        return refused.get(partition);
    }

    /// Admitted requests that were dropped for newer ones.
    public long droppedCount() {
        return dropped.get();
    }

    /// Requests that were served but exceeded the latency limit.
    public long lateCount() {
        return late.get();
    }

    private static long sum(AtomicLongArray counts) {
        long sum = 0;
        for (int i = 0; i < counts.length(); i++) {
            sum += counts.get(i);
        }
        return sum;
    }

    public AdmissionOptions options() {
        return options;
    }

    /// Admits nothing from now on. Existing permits end as usual.
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            settle();
            lock.notifyAll();
        }
    }
}
