// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.tcp;

import dev.ashlar.sbe.framing.FrameLayout;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.server.internal.limits.AccessToken;
import dev.ashlar.server.internal.limits.ConnectionDeadline;
import dev.ashlar.server.internal.limits.MemoryBudget;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.server.internal.queue.IngestQueue;
import dev.ashlar.server.internal.queue.MessageList;
import dev.ashlar.server.internal.queue.MessageScanner;
import dev.ashlar.server.internal.queue.Submission;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/// One connection that sends framed messages.
///
/// ```text
///   [Bearer TOKEN \n]  frame frame frame …  end of stream      ──►
///                                           ◄──  {"messages":3,"firstPosition":0,"lastPosition":192}\n
/// ```
///
/// Messages that were read are recorded before more are read, and nothing is read while the queue is full: TCP flow
/// control then makes the client's writes wait. At the end, or when something is refused, a line of JSON says how many
/// messages are in the store; these are the first ones that were sent.
///
/// **Threading**: a thread of its own; any may [#stop] it.
final class TcpConnection implements AutoCloseable {
    /// Buffer of a connection that sends little or nothing.
    private static final int FIRST_BYTES = 2 << 10;
    /// Buffer of a connection that sends much.
    private static final int MUCH_BYTES = 64 << 10;
    private static final int MESSAGES_AT_ONCE = 1_024;
    private static final int MAX_TOKEN_LINE = 1_024;
    private static final long LEAST_PAUSE_MS = 1;
    private static final long MOST_PAUSE_MS = 16;

    /// Settings that all connections share.
    ///
    /// @param mostLength of a message
    record Rules(Schema schema, String framing, int mostLength, Bounds bounds, AccessToken token, MemoryBudget held) { }

    private final Socket socket;
    /// Below the encryption, if there is any.
    private final Socket raw;
    private final ConnectionDeadline guard;
    private final Rules rules;
    private final IngestQueue ingestQueue;
    private final GatewayMetrics meters;
    private final MessageList messages = new MessageList();
    private byte[] buffer = {};
    private int length;
    private long recorded;
    private long firstPosition = -1;
    private long lastPosition = -1;
    /// Its time passed while it was waited for.
    private boolean late;
    private volatile boolean stopped;

    TcpConnection(Socket socket, Socket raw, ConnectionDeadline guard, Rules rules, IngestQueue ingestQueue,
            GatewayMetrics meters) {
        this.socket = socket;
        this.raw = raw;
        this.guard = guard;
        this.rules = rules;
        this.ingestQueue = ingestQueue;
        this.meters = meters;
    }

    void run() throws IOException {
        try {
            socket.setTcpNoDelay(true);
            grow(FIRST_BYTES);
            if (rules.token().isWanted()) {
                readToken();
            }
            readMessages();
            say(report());
        } catch (RejectedException e) {
            refuse(e.refusal(), e.getMessage());
        } catch (RuntimeException | Error e) {
            meters.log("internal error, please report it: " + e + ", peer=" + guard.peer());
            refuse(Rejection.INTERNAL, "internal error: " + e);
        }
    }

    private void readToken() throws IOException {
        long deadlineNs = guard.nowNs() + rules.bounds().headerTime().toNanos();
        int end = -1;
        while (end < 0) {
            if (length >= MAX_TOKEN_LINE || !read(deadlineNs, Rejection.SLOW_HEADER)) {
                break;
            }
            for (int i = 0; i < length && end < 0; i++) {
                end = buffer[i] == '\n' ? i : -1;
            }
        }
        if (end < 0 || !rules.token().allows(new String(buffer, 0, end, StandardCharsets.ISO_8859_1).strip())) {
            throw new RejectedException(Rejection.UNAUTHORISED, "the token is missing or wrong: send Bearer TOKEN and a "
                    + "line feed first");
        }
        drop(end + 1);
    }

    private void readMessages() throws IOException {
        MessageScanner scanner = new MessageScanner(rules.schema(), rules.mostLength());
        FrameLayout layout = scanner.layout(rules.framing());
        MemorySegment bytes = MemorySegment.ofArray(buffer);
        long frameNs = 0;
        // Behind the last frame, not come yet; it need not come.
        int padding = 0;
        while (true) {
            int skipped = Math.min(padding, length);
            drop(skipped);
            padding -= skipped;
            if (bytes.byteSize() != buffer.length) {
                bytes = MemorySegment.ofArray(buffer);
            }
            RejectedException broken = null;
            int end = 0;
            try {
                end = (int) scanner.scan(layout, bytes, 0, length, MESSAGES_AT_ONCE, messages);
            } catch (RejectedException e) {
                // What stands before it is whole.
                broken = e;
            }
            if (messages.count() > 0) {
                record();
            }
            if (broken != null) {
                throw broken;
            }
            padding += Math.max(0, end - length);
            drop(Math.min(end, length));
            if (messages.count() == MESSAGES_AT_ONCE) {
                continue;
            }
            if (length == buffer.length) {
                grow((int) Math.min(2L * length, (long) rules.mostLength() + MUCH_BYTES));
            } else if (length == 0) {
                fit();
            }
            boolean between = length == 0;
            frameNs = between || end > 0 ? guard.nowNs() : frameNs;
            Duration time = between ? rules.bounds().idleTime() : rules.bounds().bodyTime();
            if (stopped || !read(frameNs + time.toNanos(), Rejection.SLOW_BODY)) {
                if (length > 0 && !stopped) {
                    throw scanner.cutShort(layout, MemorySegment.ofArray(buffer), 0, length, 0);
                }
                return;
            }
            // The time of a frame begins with its first byte, however long the connection was idle before.
            frameNs = between ? guard.nowNs() : frameNs;
        }
    }

    /// @return whether there is more; not at the end, or when it was stopped
    private boolean read(long deadlineNs, Rejection otherwise) throws IOException {
        int count = -1;
        // A wait that is too long ends the input, so that the client can still be answered.
        guard.allowUntil(deadlineNs, otherwise, this::endInput);
        try {
            count = socket.getInputStream().read(buffer, length, buffer.length - length);
        } catch (IOException e) {
            late |= guard.rest();
            if (!late && !stopped) {
                throw e;
            }
        }
        late |= guard.rest();
        length += Math.max(count, 0);
        if (count >= 0 || !late || stopped) {
            return count >= 0;
        }
        if (length == 0 && otherwise == Rejection.SLOW_BODY) {
            // Nothing came for long, which is no fault.
            return false;
        }
        meters.log("cut off: reason=" + otherwise.label() + ", peer=" + guard.peer());
        throw new RejectedException(otherwise, "not complete in time: bytes=" + length);
    }

    private void endInput() {
        try {
            raw.shutdownInput();
        } catch (IOException | UnsupportedOperationException e) {
            // It is gone, or ends with its thread.
        }
    }

    private void record() {
        Submission submission = new Submission(messages, false, System.nanoTime(), ingestQueue.nowNs());
        long pauseMs = LEAST_PAUSE_MS;
        Rejection refusal = ingestQueue.offer(submission);
        while (refusal == Rejection.BUSY) {
            try {
                Thread.sleep(pauseMs);
            } catch (InterruptedException e) {
                throw new RejectedException(Rejection.STOPPING, "the gateway is stopping");
            }
            pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS);
            refusal = ingestQueue.offer(submission);
        }
        if (refusal != null) {
            throw new RejectedException(refusal, refusal == Rejection.STOPPING ? "the gateway is stopping"
                    : IngestQueue.advice(ingestQueue.failure()));
        }
        submission.await();
        int count = submission.recordedCount();
        if (count > 0) {
            firstPosition = recorded == 0 ? submission.position(0) : firstPosition;
            lastPosition = submission.position(count - 1);
            recorded += count;
        }
        if (submission.refusal() != null) {
            throw new RejectedException(submission.refusal(), ingestQueue.reason(submission));
        }
    }

    private void drop(int bytes) {
        System.arraycopy(buffer, bytes, buffer, 0, length - bytes);
        length -= bytes;
    }

    private void grow(int size) {
        if (size <= buffer.length) {
            throw new RejectedException(Rejection.TOO_LONG, "frame too long: bytes=" + length + ", most=" + buffer.length);
        }
        if (!fits(size)) {
            throw new RejectedException(Rejection.BUSY, "request bodies use all their memory: try again later: most="
                    + rules.held().most());
        }
    }

    /// Takes memory for a longer buffer, if there is any.
    private boolean fits(int size) {
        int more = size - buffer.length;
        if (!rules.held().take(more)) {
            return false;
        }
        try {
            buffer = Arrays.copyOf(buffer, size);
            return true;
        } catch (OutOfMemoryError e) {
            rules.held().give(more);
            throw e;
        }
    }

    /// Grows the buffer of a client that sends more than fits into it at once, and shrinks that of one that sends
    /// nothing.
    private void fit() throws IOException {
        boolean more = socket.getInputStream().available() > buffer.length;
        if (more && buffer.length < MUCH_BYTES && fits(MUCH_BYTES)) {
            return;
        }
        if (buffer.length > FIRST_BYTES && socket.getInputStream().available() == 0) {
            byte[] small = new byte[FIRST_BYTES];
            rules.held().give(buffer.length - FIRST_BYTES);
            buffer = small;
        }
    }

    private JsonObject report() {
        return new JsonObject().put("messages", recorded).put("firstPosition", firstPosition)
                .put("lastPosition", lastPosition);
    }

    /// Answers with the reason for the refusal, and with the number of messages that were recorded.
    private void refuse(Rejection refusal, String message) throws IOException {
        meters.refused(refusal);
        say(report().put("error", refusal.label()).put("message", message));
        guard.allow(TcpFinalAnswer.TIME, Rejection.IDLE);
        try {
            TcpFinalAnswer.readOn(socket);
        } finally {
            guard.rest();
        }
    }

    private void say(JsonObject line) throws IOException {
        guard.allow(rules.bounds().answerTime(), Rejection.SLOW_READER);
        try {
            TcpFinalAnswer.say(socket, line);
        } finally {
            guard.rest();
        }
    }

    /// Stops reading.
    void stop() {
        stopped = true;
        endInput();
    }

    @Override
    public void close() {
        rules.held().give(buffer.length);
        buffer = new byte[0];
    }
}
