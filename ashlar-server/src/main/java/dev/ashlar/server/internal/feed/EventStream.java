// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.feed;

import dev.ashlar.server.internal.http.Exchange;
import dev.ashlar.server.internal.limits.ClientWatch;
import dev.ashlar.server.internal.limits.DeadlineSelector;
import dev.ashlar.server.internal.limits.Http10;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/// Server-sent events to one client. If the client does not read in time, the stream ends; a slow client delays only
/// the thread of its own connection.
///
/// A stream is the last answer of its connection: its end is the end of the connection.
///
/// **Threading**: one thread. **Ownership**: has a slot, from when it is made until [#close].
final class EventStream implements AutoCloseable {
    static final String TYPE = "text/event-stream";
    /// Interval of keep-alive comments, so that proxies notice that the stream is still in use.
    private static final long SILENCE_NS = 10_000_000_000L;

    private final StreamSlots slots;
    private final InetAddress address;
    private final Exchange exchange;
    private final GatewayMetrics meters;
    private final ServerResponse response;
    private final ClientWatch watch;
    private final OutputStream out;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private long writtenNs = System.nanoTime();

    /// @throws RejectedException if there are too many streams
    EventStream(ServerResponse response, StreamSlots slots, Exchange exchange, GatewayMetrics meters) {
        this.slots = slots;
        this.exchange = exchange;
        this.meters = meters;
        this.response = response;
        address = DeadlineSelector.address();
        if (DeadlineSelector.CONNECTION.get() instanceof Http10) {
            throw new RejectedException(Rejection.VERSION, "a stream of events needs HTTP/1.1");
        }
        slots.enter(address);
        // Nobody closes what was not made.
        try {
            response.header(HeaderNames.CONTENT_TYPE, TYPE).header(HeaderValues.CONNECTION_CLOSE);
            out = response.outputStream();
            watch = new ClientWatch(DeadlineSelector.CONNECTION.get().dataReader(), DeadlineSelector.GUARD.get());
            pending.writeBytes(bytes("retry: 2000\n\n"));
        } catch (RuntimeException | Error e) {
            slots.leave(address);
            throw e;
        }
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

    /// Whether the client has closed its side: then nobody reads what is sent.
    boolean isGone() {
        return watch.isGone();
    }

    /// Sends the events that were added; from time to time a keep-alive comment, if there were none.
    void flush() {
        if (isGone()) {
            return;
        }
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

    /// Ends the answer.
    ///
    /// @return an exception to throw: the connection ends with its stream
    CloseConnectionException end() {
        flush();
        if (!isGone() && response instanceof RoutingResponse routing) {
            exchange.within(routing::commit);
        }
        return new CloseConnectionException("stream has ended");
    }

    /// Releases the slot.
    @Override
    public void close() {
        slots.leave(address);
    }
}
