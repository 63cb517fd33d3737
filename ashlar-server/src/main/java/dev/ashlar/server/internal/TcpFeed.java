// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import dev.ashlar.ingest.FrameLayout;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.server.GatewayOptions.Bounds;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/// One connection that sends framed messages.
///
/// ```text
///   [Bearer TOKEN \n]  frame frame frame …  end of stream      ──►
///                                           ◄──  {"messages":3,"firstPosition":0,"lastPosition":192}\n
/// ```
///
/// What was read is recorded before more is read, and nothing is read while the queue is full: then the client's writes
/// wait, as TCP has it. A line of JSON tells at the end, or where something is refused, how many messages are in the
/// store: they are the first that were sent.
///
/// **Threading**: a thread of its own; any may [#stop] it.
final class TcpFeed implements AutoCloseable {
    /// That a connection holds that sends nothing, or a little.
    private static final int FIRST_BYTES = 2 << 10;
    /// That it is read in where it sends much.
    private static final int MUCH_BYTES = 64 << 10;
    private static final int MESSAGES_AT_ONCE = 1_024;
    private static final int MAX_TOKEN_LINE = 1_024;
    private static final long LEAST_PAUSE_MS = 1;
    private static final long MOST_PAUSE_MS = 16;
    /// To read and forget after a refusal: a connection that is closed with bytes unread takes its last words back.
    private static final int FAREWELL_BYTES = 1 << 20;
    private static final int FAREWELL_MS = 1_000;
    private static final long NS_PER_MS = 1_000_000;
    private static final long NS_PER_S = 1_000_000_000;

    /// What holds for all connections.
    ///
    /// @param mostLength of a message
    record Rules(Schema schema, String framing, int mostLength, Bounds bounds, AccessToken token, HeldBytes held) {
    }

    private final Socket socket;
    private final Rules rules;
    private final Intake intake;
    private final Meters meters;
    private final String peer;
    private final MessageList messages = new MessageList();
    private byte[] buffer = {};
    private int length;
    private long recorded;
    private long firstPosition = -1;
    private long lastPosition = -1;
    private volatile boolean stopped;

    TcpFeed(Socket socket, Rules rules, Intake intake, Meters meters) {
        this.socket = socket;
        this.rules = rules;
        this.intake = intake;
        this.meters = meters;
        peer = String.valueOf(socket.getRemoteSocketAddress());
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
        } catch (RefusedException e) {
            refuse(e.refusal(), e.getMessage());
        }
    }

    private void readToken() throws IOException {
        long deadlineNs = System.nanoTime() + rules.bounds().headerTime().toNanos();
        int end = -1;
        while (end < 0) {
            if (length >= MAX_TOKEN_LINE || !read(deadlineNs, Refusal.SLOW_HEADER)) {
                break;
            }
            for (int i = 0; i < length && end < 0; i++) {
                end = buffer[i] == '\n' ? i : -1;
            }
        }
        if (end < 0 || !rules.token().allows(new String(buffer, 0, end, StandardCharsets.ISO_8859_1).strip())) {
            throw new RefusedException(Refusal.UNAUTHORISED, "the token is missing or wrong: send Bearer TOKEN and a "
                    + "line feed first");
        }
        drop(end + 1);
    }

    private void readMessages() throws IOException {
        MessageScanner scanner = new MessageScanner(rules.schema(), rules.mostLength());
        FrameLayout layout = scanner.layout(rules.framing());
        MemorySegment bytes = MemorySegment.ofArray(buffer);
        long frameNs = 0;
        while (true) {
            if (bytes.byteSize() != buffer.length) {
                bytes = MemorySegment.ofArray(buffer);
            }
            RefusedException broken = null;
            int end = 0;
            try {
                end = (int) scanner.scan(layout, bytes, 0, length, MESSAGES_AT_ONCE, messages);
            } catch (RefusedException e) {
                // What stands before it is whole.
                broken = e;
            }
            if (messages.count() > 0) {
                record();
            }
            if (broken != null) {
                throw broken;
            }
            drop(end);
            if (messages.count() == MESSAGES_AT_ONCE) {
                continue;
            }
            if (length == buffer.length) {
                grow((int) Math.min(2L * length, (long) rules.mostLength() + MUCH_BYTES));
            } else if (length == 0) {
                fit();
            }
            boolean between = length == 0;
            frameNs = between || end > 0 ? System.nanoTime() : frameNs;
            Duration time = between ? rules.bounds().idleTime() : rules.bounds().bodyTime();
            if (stopped || !read(frameNs + time.toNanos(), Refusal.SLOW_BODY)) {
                if (length > 0 && !stopped) {
                    throw scanner.cutShort(layout, MemorySegment.ofArray(buffer), 0, length, 0);
                }
                return;
            }
            // A frame's time begins with its first byte, however long nothing came before.
            frameNs = between ? System.nanoTime() : frameNs;
        }
    }

    /// @return whether there is more; not at the end, or when it was stopped
    private boolean read(long deadlineNs, Refusal otherwise) throws IOException {
        InputStream in = socket.getInputStream();
        try {
            socket.setSoTimeout(Math.clamp((deadlineNs - System.nanoTime()) / NS_PER_MS, 1, Integer.MAX_VALUE));
            int count = in.read(buffer, length, buffer.length - length);
            length += Math.max(count, 0);
            return count >= 0;
        } catch (SocketTimeoutException e) {
            if (length == 0 && otherwise == Refusal.SLOW_BODY) {
                // Nothing came for long, which is no fault.
                return false;
            }
            meters.log("cut off: reason=" + otherwise.label() + ", peer=" + peer);
            throw new RefusedException(otherwise, "not whole in time: bytes=" + length);
        } catch (IOException e) {
            if (stopped) {
                return false;
            }
            throw e;
        }
    }

    private void record() {
        Instant now = Instant.now();
        long timeNs = now.getEpochSecond() * NS_PER_S + now.getNano();
        Submission submission = new Submission(messages, false, System.nanoTime(), timeNs);
        long pauseMs = LEAST_PAUSE_MS;
        Refusal refusal = intake.offer(submission);
        while (refusal == Refusal.BUSY) {
            try {
                Thread.sleep(pauseMs);
            } catch (InterruptedException e) {
                throw new RefusedException(Refusal.STOPPING, "the gateway ends");
            }
            pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS);
            refusal = intake.offer(submission);
        }
        if (refusal != null) {
            throw new RefusedException(refusal, refusal == Refusal.STOPPING ? "the gateway ends"
                    : "the store takes nothing any more: " + intake.failure());
        }
        submission.await();
        int count = submission.recordedCount();
        if (count > 0) {
            firstPosition = recorded == 0 ? submission.position(0) : firstPosition;
            lastPosition = submission.position(count - 1);
            recorded += count;
        }
        if (submission.refusal() != null) {
            throw new RefusedException(submission.refusal(), submission.reason());
        }
    }

    private void drop(int bytes) {
        System.arraycopy(buffer, bytes, buffer, 0, length - bytes);
        length -= bytes;
    }

    private void grow(int size) {
        if (size <= buffer.length) {
            throw new RefusedException(Refusal.TOO_LONG, "frame too long: bytes=" + length + ", most=" + buffer.length);
        }
        if (!rules.held().take(size - buffer.length)) {
            throw new RefusedException(Refusal.BUSY, "bodies fill the memory they may: most=" + rules.held().most());
        }
        buffer = Arrays.copyOf(buffer, size);
    }

    /// Takes more memory for who sends more than it reads at once, and gives it back for who sends nothing.
    private void fit() throws IOException {
        boolean more = socket.getInputStream().available() > buffer.length;
        if (more && buffer.length < MUCH_BYTES && rules.held().take(MUCH_BYTES - buffer.length)) {
            buffer = new byte[MUCH_BYTES];
        } else if (buffer.length > FIRST_BYTES && socket.getInputStream().available() == 0) {
            rules.held().give(buffer.length - FIRST_BYTES);
            buffer = new byte[FIRST_BYTES];
        }
    }

    private JsonText report() {
        return new JsonText().put("messages", recorded).put("firstPosition", firstPosition)
                .put("lastPosition", lastPosition);
    }

    /// Says why it takes nothing more, and for how many messages that does not hold.
    void refuse(Refusal refusal, String message) throws IOException {
        meters.refused(refusal);
        say(report().put("error", refusal.label()).put("message", message));
        socket.setSoTimeout(FAREWELL_MS);
        byte[] forgotten = new byte[MUCH_BYTES];
        int rest = FAREWELL_BYTES;
        try {
            for (int count = 0; count >= 0 && rest > 0; rest -= count) {
                count = socket.getInputStream().read(forgotten);
            }
        } catch (SocketTimeoutException e) {
            // It has had the time to read why.
        }
    }

    private void say(JsonText line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        socket.shutdownOutput();
    }

    /// Has it read nothing more.
    void stop() {
        stopped = true;
        try {
            socket.shutdownInput();
        } catch (IOException | UnsupportedOperationException e) {
            // It is gone, or ends with its thread.
        }
    }

    @Override
    public void close() {
        rules.held().give(buffer.length);
        buffer = new byte[0];
    }
}
