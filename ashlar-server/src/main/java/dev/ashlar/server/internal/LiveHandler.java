// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/// `GET /live`: how the gateway stands, each second, as an event: what the dashboard shows. Who is slow misses seconds.
final class LiveHandler implements Handler {
    private final Pulse pulse;
    private final StreamSlots slots;
    private final Exchange exchange;
    private final Meters meters;

    LiveHandler(Pulse pulse, StreamSlots slots, Exchange exchange, Meters meters) {
        this.pulse = pulse;
        this.slots = slots;
        this.exchange = exchange;
        this.meters = meters;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws InterruptedException {
        if (exchange.sendHead(request, response, EventStream.TYPE)) {
            return;
        }
        try (EventStream events = new EventStream(response, slots, exchange, meters)) {
            Snapshot shown = pulse.latest();
            events.add("second", shown.json());
            events.flush();
            while (!events.isGone() && !pulse.isStopping()) {
                shown = pulse.after(shown.number());
                events.add("second", shown.json());
                events.flush();
            }
            throw events.end();
        }
    }
}
