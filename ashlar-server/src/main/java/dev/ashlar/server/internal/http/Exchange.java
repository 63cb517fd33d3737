// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.http;

import dev.ashlar.server.internal.limits.ConnectionDeadline;
import dev.ashlar.server.internal.limits.DeadlineSelector;
import dev.ashlar.server.internal.limits.MemoryBudget;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/// Reads bodies and writes answers within their deadlines and bounds.
///
/// **Threading**: any; each call is of one connection's thread.
public record Exchange(int bodyBytes, Duration bodyTime, Duration answerTime, MemoryBudget held) {
    private static final int FIRST_BYTES = 8 << 10;
    private static final Duration FAREWELL = Duration.ofSeconds(1);
    private static final byte[] NOTHING = {};

    /// Bytes of a body, counted against what may be held until it is closed.
    public final class Body implements AutoCloseable {
        private byte[] bytes = {};
        private int length;

        public byte[] bytes() {
            return bytes;
        }

        public int length() {
            return length;
        }

        private void read(InputStream in, long wanted) throws IOException {
            grow(wanted < 0 ? FIRST_BYTES : Math.clamp(wanted, 1, FIRST_BYTES));
            while (true) {
                int count = in.read(bytes, length, bytes.length - length);
                if (count < 0) {
                    return;
                }
                length += count;
                if (length > bodyBytes) {
                    throw tooLong(length);
                }
                if (length == bytes.length) {
                    if (length == wanted && in.read() < 0) {
                        return;
                    }
                    // One more than may be, so that too many show. What has not come takes no memory.
                    grow(Math.min(2 * bytes.length, bodyBytes + 1));
                }
            }
        }

        private void grow(int size) {
            int more = size - bytes.length;
            if (!held.take(more)) {
                throw new RejectedException(Rejection.BUSY, "request bodies use all their memory: try again later: "
                        + "most=" + held.most());
            }
            try {
                bytes = Arrays.copyOf(bytes, size);
            } catch (OutOfMemoryError e) {
                held.give(more);
                throw e;
            }
        }

        @Override
        public void close() {
            held.give(bytes.length);
        }
    }

    /// Reads the body of a request.
    ///
    /// @throws RejectedException if it is too long, or there is no memory for it now
    public Body read(ServerRequest request) {
        long wanted = request.headers().contentLength().orElse(-1);
        if (wanted > bodyBytes) {
            throw tooLong(wanted);
        }
        Body body = new Body();
        try {
            if (request.content().hasEntity()) {
                read(request, body, wanted);
            }
            return body;
        } catch (RuntimeException | Error e) {
            body.close();
            throw e;
        }
    }

    private void read(ServerRequest request, Body body, long wanted) {
        ConnectionDeadline guard = DeadlineSelector.GUARD.get();
        guard.allow(bodyTime, Rejection.SLOW_BODY);
        try (InputStream in = request.content().inputStream()) {
            body.read(in, wanted);
        } catch (RejectedException | ServerConnectionException e) {
            // Already answered; or the client has gone, or was cut off.
            throw e;
        } catch (RequestException e) {
            throw e.status().code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code() ? tooLong(body.length())
                    : unreadable(body, e);
        } catch (IOException | RuntimeException e) {
            // Chunks that are none, or an end before the end.
            throw unreadable(body, e);
        } finally {
            guard.rest();
        }
    }

    /// Reads and discards input for a moment: closing a connection with unread bytes resets it, and the client loses
    /// its answer.
    void forget(ServerRequest request) {
        ConnectionDeadline guard = DeadlineSelector.GUARD.get();
        guard.allow(FAREWELL, Rejection.IDLE);
        try (InputStream in = request.content().inputStream()) {
            long rest = 2L * bodyBytes;
            for (long skipped = in.skip(rest); skipped > 0 && rest > 0; skipped = in.skip(rest)) {
                rest -= skipped;
            }
        } catch (IOException | RuntimeException e) {
            // It was answered; the connection is the client's concern.
        } finally {
            guard.rest();
        }
    }

    private static RejectedException unreadable(Body body, Exception why) {
        return new RejectedException(Rejection.MALFORMED, "body cannot be read: length=" + body.length() + ", cause="
                + why.getMessage());
    }

    private RejectedException tooLong(long length) {
        return new RejectedException(Rejection.TOO_LONG, "body too long: length=" + length + ", most=" + bodyBytes
                + "; send less at once");
    }

    /// Sends an answer in one piece; for `HEAD`, only its header.
    public void send(ServerRequest request, ServerResponse response, int status, String type, byte[] entity) {
        response.status(Status.create(status)).header(HeaderNames.CONTENT_TYPE, type);
        if (isHead(request)) {
            response.header(HeaderNames.CONTENT_LENGTH, Integer.toString(entity.length));
        }
        within(() -> response.send(isHead(request) ? NOTHING : entity));
    }

    public void sendJson(ServerRequest request, ServerResponse response, int status, String json) {
        send(request, response, status, "application/json", (json + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /// Answers `HEAD` for a path whose `GET` answer has no end.
    ///
    /// @return whether it was `HEAD`
    public boolean sendHead(ServerRequest request, ServerResponse response, String type) {
        if (isHead(request)) {
            response.header(HeaderNames.CONTENT_TYPE, type);
            within(() -> response.send(NOTHING));
        }
        return isHead(request);
    }

    private static boolean isHead(ServerRequest request) {
        return request.prologue().method().equals(Method.HEAD);
    }

    /// From now on, the client has the time of an answer to read the rest of it.
    void beginEnd() {
        DeadlineSelector.GUARD.get().allow(answerTime, Rejection.SLOW_READER);
    }

    /// Does something that waits for the client to take bytes.
    public void within(Runnable writing) {
        ConnectionDeadline guard = DeadlineSelector.GUARD.get();
        guard.allow(answerTime, Rejection.SLOW_READER);
        try {
            writing.run();
        } finally {
            guard.rest();
        }
    }
}
