// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;

/// Server-sent events to one client. What it does not take in time ends it; nothing waits for it but its own thread.
///
/// **Threading**: one thread.
final class EventStream implements AutoCloseable {
    /// A sign of life, so that a client that is gone is noticed.
    private static final long SILENCE_NS = 10_000_000_000L;

    private final Semaphore places;
    private final Exchange exchange;
    private final Meters meters;
    private final OutputStream out;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private long writtenNs = System.nanoTime();

    /// @throws RefusedException if there are as many streams as may be
    EventStream(ServerResponse response, Semaphore places, Exchange exchange, Meters meters) {
        if (!places.tryAcquire()) {
            throw new RefusedException(Refusal.TOO_MANY, "as many streams are open as may be: try again later");
        }
        this.places = places;
        this.exchange = exchange;
        this.meters = meters;
        meters.streams.incrementAndGet();
        response.header(HeaderNames.CONTENT_TYPE, "text/event-stream");
        out = response.outputStream();
        pending.writeBytes(bytes("retry: 2000\n\n"));
        flush();
    }

    /// Writes the line of an event; the caller ends the line.
    @FunctionalInterface
    interface Line {
        void write(OutputStream to) throws IOException;
    }

    /// Adds an event with a number of its own.
    void add(long id, Line line) throws IOException {
        pending.writeBytes(bytes("id: " + id + "\ndata: "));
        line.write(pending);
        pending.write('\n');
        meters.events.increment();
    }

    /// Adds an event with a name.
    void add(String event, String json) {
        pending.writeBytes(bytes("event: " + event + "\ndata: " + json + "\n\n"));
        meters.events.increment();
    }

    int pendingBytes() {
        return pending.size();
    }

    /// Sends what was added; now and then a sign of life, if nothing was.
    void flush() {
        long now = System.nanoTime();
        if (pending.size() == 0) {
            if (now - writtenNs < SILENCE_NS) {
                return;
            }
            pending.writeBytes(bytes(":\n\n"));
        }
        exchange.within(() -> {
            try {
                pending.writeTo(out);
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        pending.reset();
        writtenNs = now;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        meters.streams.decrementAndGet();
        places.release();
        try {
            exchange.within(() -> {
                try {
                    out.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (RuntimeException e) {
            // Whoever read it is gone.
        }
    }
}
