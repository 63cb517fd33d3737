// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.queue;

import dev.ashlar.flow.Admission;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.server.internal.recording.GatewayStore;
import dev.ashlar.server.internal.recording.OpenRecorder;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/// The queue into the store, and the one thread that empties it.
///
/// Waiting submissions are recorded in groups, with one publication for the whole group, and one sync if any of them
/// must be durable. The queue is bounded by [Admission], which learns what a submission takes from every group.
///
/// **Threading**: any thread offers; one of its own records. **Ownership**: borrows store and admission. **Failure**:
/// once the store or recording has failed, no more submissions are accepted until the gateway is restarted, which
/// recovers the store; [#failure] gives the reason. The thread continues, and callers that wait get their outcome.
public final class IngestQueue {
    /// After the last one.
    private static final Submission END = new Submission(new MessageList(), false, 0, 0);

    private final GatewayStore store;
    private final LongSupplier clock;
    private final Admission admission;
    private final GatewayMetrics meters;
    private final int groupMessages;
    private final BlockingQueue<Submission> queue = new LinkedBlockingQueue<>();
    private final List<Submission> group = new ArrayList<>();
    private final Thread writer;
    /// Of the day that was recorded last.
    private OpenRecorder recorder;
    /// Of the queue last.
    private Submission taken;
    private volatile long lastTimeNs;
    private boolean ending;
    /// Kept as an exception, because formatting it may need memory that is not available.
    private volatile Throwable failure;
    private volatile boolean ended;

    /// @param clock gives receive times, in nanoseconds since 1970
    public IngestQueue(GatewayStore store, LongSupplier clock, Admission admission, int groupMessages,
            GatewayMetrics meters) {
        this.store = store;
        this.clock = clock;
        this.admission = admission;
        this.groupMessages = groupMessages;
        this.meters = meters;
        writer = Thread.ofPlatform().name("ashlar-writer").start(this::run);
    }

    /// The receive time of a message that comes now, in nanoseconds since 1970.
    public long nowNs() {
        return clock.getAsLong();
    }

    /// If the clock was set back, how long messages will still get the time of the latest one; otherwise 0.
    public long clockBehindNs() {
        return Math.max(0, lastTimeNs - nowNs());
    }

    /// Why a submission that is offered now would most likely be refused; call it before reading a body.
    ///
    /// @return null if not
    public Rejection refusal() {
        if (failure != null) {
            return Rejection.STORE_FAILED;
        }
        return admission.depth() >= admission.limit() ? Rejection.BUSY : null;
    }

    /// Adds messages to the queue, if there is space.
    ///
    /// @return null if they were added; then [Submission#await] returns once the outcome is known
    public Rejection offer(Submission submission) {
        if (failure != null) {
            return Rejection.STORE_FAILED;
        }
        long permit = admission.admit();
        if (permit < 0) {
            return permit == Admission.CLOSED ? Rejection.STOPPING : Rejection.BUSY;
        }
        submission.permit(permit);
        queue.add(submission);
        if (ended && queue.remove(submission)) {
            admission.abandon(permit);
            return failure == null ? Rejection.STOPPING : Rejection.STORE_FAILED;
        }
        return null;
    }

    /// Why no messages are accepted any more; null while they are.
    public String failure() {
        Throwable why = failure;
        return why == null ? null : why instanceof StoreException ? why.getMessage() : why.toString();
    }

    /// The message for a failure, with advice.
    public static String advice(String failure) {
        return "the store no longer accepts messages: " + failure
                + "; restart the gateway, which recovers the store when it opens it";
    }

    /// Why a submission is not completely in the store, with advice.
    public String reason(Submission submission) {
        return submission.refusal() == Rejection.STORE_FAILED && failure != null
                ? submission.reason() + ": " + advice(failure()) : submission.reason();
    }

    private void run() {
        while (!ending) {
            try {
                Submission first = queue.take();
                if (first == END) {
                    break;
                }
                if (failure == null) {
                    record(first);
                } else {
                    abandon(first);
                }
            } catch (InterruptedException | RuntimeException | Error e) {
                fail(e);
            }
        }
        ended = true;
        abandon();
    }

    private void record(Submission first) {
        group.clear();
        long startNs = System.nanoTime();
        boolean durable = false;
        boolean begun = false;
        boolean published = false;
        try {
            int messages = 0;
            for (Submission next = first; next != null; next = next()) {
                // First, so that its outcome is reported whatever happens.
                taken = next;
                group.add(next);
                admission.begin(next.permit());
                if (!begun) {
                    recorder = store.roll(Math.max(lastTimeNs, next.timeNs()));
                    recorder.writer().beginBatch();
                    begun = true;
                }
                recordAll(next);
                durable |= next.isDurable();
                messages += next.messages().count();
                if (messages >= groupMessages) {
                    break;
                }
            }
            recorder.writer().endBatch();
            published = true;
            if (durable) {
                recorder.writer().sync();
                meters.syncs.increment();
            }
        } catch (StoreException | RuntimeException | Error e) {
            failGroup(e, published);
        } finally {
            finish(startNs);
        }
    }

    /// The next submission of the same day; one of another day begins the next group.
    private Submission next() {
        Submission waiting = queue.peek();
        if (waiting != null && waiting != END && waiting.timeNs() >= store.endNs()) {
            return null;
        }
        Submission next = queue.poll();
        ending |= next == END;
        return next == END ? null : next;
    }

    /// Records as many as there is space for.
    private void recordAll(Submission submission) throws StoreException {
        MessageList messages = submission.messages();
        // So that a search by time finds its way.
        lastTimeNs = Math.max(lastTimeNs, submission.timeNs());
        try {
            for (int i = 0; i < messages.count(); i++) {
                int length = messages.length(i);
                if (length > recorder.writer().maxLength()) {
                    // Of the day that was open at the start, chunks were longer.
                    submission.fail(Rejection.TOO_LONG, "message too long for the store of its day: index=" + i + ", length="
                            + length + ", most=" + recorder.writer().maxLength());
                    return;
                }
                submission.recorded(recorder.base() + recorder.writer().record(messages.memory(), messages.offset(i),
                        length, lastTimeNs, recorder.sequence()));
            }
        } catch (StoreException e) {
            if (e.reason() != Reason.NO_SPACE) {
                throw e;
            }
            submission.fail(Rejection.NO_SPACE, e.getMessage());
        }
    }

    private void fail(Throwable why) {
        if (failure == null) {
            failure = why;
            meters.log(advice(failure()));
        }
    }

    private void failGroup(Throwable why, boolean published) {
        try {
            for (int i = 0; i < group.size(); i++) {
                group.get(i).failRecording(published);
            }
            if (group.isEmpty() || group.getLast() != taken) {
                // There was no memory to note it.
                taken.failRecording(published);
                taken.finish();
            }
        } finally {
            fail(why);
        }
    }

    private void finish(long startNs) {
        long now = System.nanoTime();
        meters.groups.increment();
        for (Submission submission : group) {
            try {
                admission.end(submission.permit(), (now - startNs) / group.size());
                if (!submission.hasFailed()) {
                    count(submission, now);
                }
            } catch (RuntimeException | Error e) {
                fail(e);
            } finally {
                submission.finish();
            }
        }
    }

    private void count(Submission submission, long now) {
        MessageList messages = submission.messages();
        long bytes = 0;
        for (int i = 0; i < messages.count(); i++) {
            bytes += messages.length(i);
        }
        meters.acceptedRequests.increment();
        meters.acceptedMessages.add(messages.count());
        meters.acceptedBytes.add(bytes);
        if (submission.isDurable()) {
            meters.durableRequests.increment();
        }
        meters.latency.record(now - submission.beganNs());
    }

    /// Nobody must wait for an outcome that will never come.
    private void abandon() {
        for (Submission left = queue.poll(); left != null; left = queue.poll()) {
            if (left != END) {
                abandon(left);
            }
        }
    }

    private void abandon(Submission left) {
        admission.abandon(left.permit());
        if (failure == null) {
            left.fail(Rejection.STOPPING, "not recorded: the gateway is stopping");
        } else {
            left.fail(Rejection.STORE_FAILED, "not recorded");
        }
        left.finish();
    }

    /// Records what is waiting, and ends. Nothing may be offered any more.
    public void drain() {
        queue.add(END);
        boolean interrupted = false;
        while (true) {
            try {
                writer.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
