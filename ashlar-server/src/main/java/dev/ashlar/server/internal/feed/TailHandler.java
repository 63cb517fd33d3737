// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.feed;

import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.server.internal.http.Exchange;
import dev.ashlar.server.internal.limits.DeadlineSelector;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.server.internal.monitoring.GatewayMonitor;
import dev.ashlar.server.internal.recording.GatewayStore;
import dev.ashlar.store.CorruptChunkException;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;

/// `GET /tail/TABLE`: sends each row that is added to a table, or message that is added to a journal, as an event.
///
/// Events are not buffered: rows that a client has not read yet are only in the store, so a slow client costs a cursor.
/// But the cursor pins its chunk, so a client that falls too far behind is cut off. It may reconnect and continue with
/// `Last-Event-ID`.
public record TailHandler(GatewayStore store, StreamSlots slots, long mostLag, Exchange exchange, GatewayMetrics meters,
        GatewayMonitor monitor) implements Handler {
    private static final int EVENTS_AT_ONCE = 256;
    private static final int BYTES_AT_ONCE = 64 << 10;
    private static final long PAUSE_MS = 20;

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws IOException, InterruptedException {
        String name = request.path().pathParameters().get("table");
        try (RowFeed feed = RowFeed.of(store, name, after(request))) {
            if (feed == null) {
                throw new RejectedException(Rejection.UNKNOWN, "no table or journal of this name (yet): name=" + name);
            }
            if (exchange.sendHead(request, response, EventStream.TYPE)) {
                return;
            }
            try (EventStream events = new EventStream(response, slots, exchange, meters)) {
                follow(feed, events);
                throw events.end();
            }
        }
    }

    private static OptionalLong after(ServerRequest request) {
        String given = request.headers().first(HeaderNames.create("Last-Event-ID"))
                .orElse(request.query().first("after").orElse(""));
        if (given.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            if (given.matches("-1|\\d{1,19}")) {
                return OptionalLong.of(Long.parseLong(given));
            }
        } catch (NumberFormatException _) {
            // More than 2^63.
        }
        throw new RejectedException(Rejection.MALFORMED, "after must be the number of a row, or a position: after="
                + given);
    }

    private void follow(RowFeed feed, EventStream events) throws IOException, InterruptedException {
        // Who begins far back is behind at first.
        long most = mostLag + feed.lag();
        while (!events.isGone() && !monitor.isStopping()) {
            int count = 0;
            try {
                while (count < EVENTS_AT_ONCE && events.pendingBytes() < BYTES_AT_ONCE && feed.next()) {
                    events.add(feed.id(), feed::write);
                    count++;
                }
            } catch (CorruptChunkException e) {
                end(events, "retired or damaged: " + e.getMessage());
                return;
            } catch (UncheckedIOException e) {
                end(events, "the next day cannot be read: " + e.getCause().getMessage());
                return;
            }
            long lag = feed.lag();
            if (lag > most) {
                meters.cutOff(Rejection.SLOW_READER, DeadlineSelector.GUARD.get().peer());
                end(events, "too slow: lag=" + lag + ", most=" + most + "; come back with Last-Event-ID=" + feed.id());
                return;
            }
            events.flush();
            if (count == 0) {
                Thread.sleep(PAUSE_MS);
            }
        }
        end(events, "the gateway is stopping");
    }

    private static void end(EventStream events, String why) {
        events.add("end", new JsonObject().put("reason", why).toString());
    }
}
