// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.queue;

import dev.ashlar.server.internal.metrics.Rejection;
import java.util.concurrent.CountDownLatch;

/// Messages on their way into the store, and the outcome.
///
/// **Threading**: filled by one thread, recorded by the writer, read by the first again once [#await] returns.
public final class Submission {
    private final MessageList messages;
    private final boolean durable;
    private final long beganNs;
    private final long timeNs;
    private final long[] positions;
    private final CountDownLatch done = new CountDownLatch(1);
    private long permit;
    private int recorded;
    private Rejection refusal;
    private String reason;

    /// @param messages must stay as they are until [#await] returns
    /// @param durable  whether it completes only once it is synced to disk
    /// @param beganNs  when it began to come in, by [System#nanoTime]
    /// @param timeNs   the same since 1970, which is recorded
    public Submission(MessageList messages, boolean durable, long beganNs, long timeNs) {
        this.messages = messages;
        this.durable = durable;
        this.beganNs = beganNs;
        this.timeNs = timeNs;
        positions = new long[messages.count()];
    }

    MessageList messages() {
        return messages;
    }

    public boolean isDurable() {
        return durable;
    }

    long beganNs() {
        return beganNs;
    }

    long timeNs() {
        return timeNs;
    }

    /// Of [dev.ashlar.flow.Admission].
    void permit(long given) {
        permit = given;
    }

    long permit() {
        return permit;
    }

    /// For the writer.
    void recorded(long position) {
        positions[recorded++] = position;
    }

    /// For the writer: what follows was not recorded. The first reason stays.
    void fail(Rejection why, String text) {
        if (refusal == null) {
            refusal = why;
            reason = text;
        }
    }

    /// For the writer: recording has failed, and nothing is recorded any more. Makes no object, since there may be no
    /// memory for one.
    ///
    /// @param published whether the messages were in the store before: else it is unknown which of them are
    void failRecording(boolean published) {
        refusal = Rejection.STORE_FAILED;
        reason = published ? "the messages are in the store, but may not be durable"
                : "whether the messages are in the store is not known";
        recorded = published ? recorded : 0;
    }

    boolean hasFailed() {
        return refusal != null;
    }

    /// For the writer: the outcome is final.
    void finish() {
        done.countDown();
    }

    /// Waits for the writer, which always comes.
    public void await() {
        boolean interrupted = false;
        while (true) {
            try {
                done.await();
                break;
            } catch (InterruptedException e) {
                // A caller that gave up now could not know what is in the store.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// How many were recorded, from the first on.
    public int recordedCount() {
        return recorded;
    }

    public long position(int index) {
        return positions[index];
    }

    /// Why some messages are not in the store, or not durable; null if all are.
    public Rejection refusal() {
        return refusal;
    }

    String reason() {
        return reason;
    }
}
