// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.flow.Admission;
import dev.ashlar.store.Recorder;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// The queue into the store, and the one thread that empties it.
///
/// What waits is recorded in groups: one publication, and one sync if any of it shall be durable, for all of them. The
/// queue is bounded by [Admission], which learns what a submission takes from every group.
///
/// **Threading**: any thread offers; one of its own records. **Ownership**: borrows recorder and admission.
/// **Failure**: once the store has failed, or recording has, nothing is taken any more, and [#failure] says why.
final class Intake {
    /// After the last one.
    private static final Submission END = new Submission(new MessageList(), false, 0, 0);

    private final Recorder recorder;
    private final Admission admission;
    private final Meters meters;
    private final int groupMessages;
    private final long firstSequence;
    private final BlockingQueue<Submission> queue = new LinkedBlockingQueue<>();
    private final List<Submission> group = new ArrayList<>();
    private final Thread writer;
    private long lastTimeNs;
    private boolean ending;
    private volatile String failure;
    private volatile boolean ended;

    /// @param firstSequence number of the message that is recorded next
    Intake(Recorder recorder, long firstSequence, Admission admission, int groupMessages, Meters meters) {
        this.recorder = recorder;
        this.firstSequence = firstSequence - recorder.recordedCount();
        this.admission = admission;
        this.groupMessages = groupMessages;
        this.meters = meters;
        writer = Thread.ofPlatform().name("ashlar-writer").start(this::run);
    }

    /// Whether what is offered now would be refused, most likely: to be asked before a body is read.
    ///
    /// @return null if not
    Refusal refusal() {
        if (failure != null) {
            return Refusal.STORE_FAILED;
        }
        return admission.depth() >= admission.limit() ? Refusal.BUSY : null;
    }

    /// Takes messages in, if there is room.
    ///
    /// @return null if they are taken: then [Submission#await] tells what becomes of them
    Refusal offer(Submission submission) {
        if (failure != null) {
            return Refusal.STORE_FAILED;
        }
        long permit = admission.admit();
        if (permit < 0) {
            return permit == Admission.CLOSED ? Refusal.STOPPING : Refusal.BUSY;
        }
        submission.permit(permit);
        queue.add(submission);
        if (ended && queue.remove(submission)) {
            admission.abandon(permit);
            return failure == null ? Refusal.STOPPING : Refusal.STORE_FAILED;
        }
        return null;
    }

    /// Why nothing is taken any more; null as long as it is.
    String failure() {
        return failure;
    }

    private void run() {
        try {
            while (!ending) {
                Submission first = queue.take();
                if (first == END) {
                    break;
                }
                if (failure == null) {
                    record(first);
                } else {
                    abandon(first);
                }
            }
        } catch (InterruptedException e) {
            failure = "interrupted";
        } catch (RuntimeException | Error e) {
            failure = e.toString();
            meters.log("recording failed: " + e);
        } finally {
            ended = true;
            abandon();
        }
    }

    private void record(Submission first) {
        group.clear();
        long startNs = System.nanoTime();
        boolean durable = false;
        boolean begun = false;
        try {
            int messages = 0;
            for (Submission next = first; next != null; next = next()) {
                // First of all, so that whatever happens it is told.
                group.add(next);
                admission.begin(next.permit());
                if (!begun) {
                    recorder.beginBatch();
                    begun = true;
                }
                recordAll(next);
                durable |= next.isDurable();
                messages += next.messages().count();
                if (messages >= groupMessages) {
                    break;
                }
            }
            recorder.endBatch();
            if (durable) {
                recorder.sync();
                meters.syncs.increment();
            }
        } catch (StoreException e) {
            fail(Refusal.STORE_FAILED, e.getMessage());
        } catch (RuntimeException | Error e) {
            fail(Refusal.INTERNAL, e.toString());
            throw e;
        } finally {
            finish(startNs);
        }
    }

    private Submission next() {
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
                submission.recorded(recorder.record(messages.memory(), messages.offset(i), messages.length(i),
                        lastTimeNs, firstSequence + recorder.recordedCount()));
            }
        } catch (StoreException e) {
            if (e.reason() != Reason.NO_SPACE) {
                throw e;
            }
            submission.fail(Refusal.NO_SPACE, e.getMessage());
        }
    }

    private void fail(Refusal refusal, String why) {
        failure = why;
        meters.log("nothing is recorded any more: " + why);
        group.forEach(submission -> submission.fail(refusal, why));
    }

    private void finish(long startNs) {
        long now = System.nanoTime();
        meters.groups.increment();
        for (Submission submission : group) {
            admission.end(submission.permit(), (now - startNs) / group.size());
            if (!submission.hasFailed()) {
                count(submission, now);
            }
            submission.finish();
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

    /// Nobody is to wait for what will not be.
    private void abandon() {
        for (Submission left = queue.poll(); left != null; left = queue.poll()) {
            if (left != END) {
                abandon(left);
            }
        }
    }

    private void abandon(Submission left) {
        admission.abandon(left.permit());
        left.fail(failure == null ? Refusal.STOPPING : Refusal.STORE_FAILED, "not recorded: " + failure);
        left.finish();
    }

    /// Records what waits, and ends. Nobody may offer any more.
    void drain() {
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
