// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.feed;

import dev.ashlar.server.internal.http.Exchange;
import dev.ashlar.server.internal.metrics.GatewayMetrics;
import dev.ashlar.server.internal.monitoring.GatewayMonitor;
import dev.ashlar.server.internal.monitoring.Snapshot;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/// `GET /live`: the state of the gateway as an event every second, for the dashboard. A slow client misses seconds.
public record LiveHandler(GatewayMonitor monitor, StreamSlots slots, Exchange exchange, GatewayMetrics meters)
        implements Handler {
    @Override
    public void handle(ServerRequest request, ServerResponse response) throws InterruptedException {
        if (exchange.sendHead(request, response, EventStream.TYPE)) {
            return;
        }
        try (EventStream events = new EventStream(response, slots, exchange, meters)) {
            Snapshot shown = monitor.latest();
            events.add("second", shown.json());
            events.flush();
            while (!events.isGone() && !monitor.isStopping()) {
                shown = monitor.after(shown.number());
                events.add("second", shown.json());
                events.flush();
            }
            throw events.end();
        }
    }
}
